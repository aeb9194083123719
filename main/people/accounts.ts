/**
 * People's accounts at the service. The table stores only a digest under the vault's pepper, so it neither identifies a
 * person at the service nor links two tills.
 */
import { createHmac } from "node:crypto";
import type { Database } from "../storage/database/database.ts";
import type { Pepper } from "./pin.ts";

/** Returns the keyed digest under which an account is stored. */
export function accountDigest({ secret }: Pepper, subject: string): Buffer {
  return createHmac("sha256", secret).update("the account at the service of a person here\0").update(subject).digest();
}

export type Accounts = ReturnType<typeof staffAccounts>;

export function staffAccounts(database: Database, pepper: Pepper) {
  const byDigest = database.prepare<[Buffer], { person: string }>("SELECT person FROM staff_account WHERE digest = ?");
  const byPerson = database.prepare<[string], object>("SELECT 1 FROM staff_account WHERE person = ?");
  const firstRow = database.prepare<[], object>("SELECT 1 FROM staff_account LIMIT 1");
  const write = database.prepare<[string, Buffer, number]>(
    `INSERT INTO staff_account (person, digest, linked_at) VALUES (?, ?, ?)
     ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, linked_at = excluded.linked_at`,
  );
  const remove = database.prepare<[string]>("DELETE FROM staff_account WHERE person = ?");
  return {
    personOf: (subject: string) => byDigest.get(accountDigest(pepper, subject))?.person ?? null,
    isLinked: (person: string) => byPerson.get(person) !== undefined,
    hasAny: () => firstRow.get() !== undefined,
    /** Replaces a person's account, inside a transaction. The caller checks that no other person has it. */
    link: (person: string, subject: string, now: number) => void write.run(person, accountDigest(pepper, subject), now),
    unlink: (person: string) => remove.run(person).changes > 0,
  };
}
