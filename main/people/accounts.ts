/**
 * Whose account at the service is whose. Of an account there is a digest, under the vault's pepper, and nothing else: the
 * table says neither who somebody is at the service, nor whether two tills mean the same person.
 */
import { createHmac } from "node:crypto";
import type { Database } from "../storage/database/database.ts";
import type { Pepper } from "./pin.ts";

/** The one column that finds people again. @param subject what the service calls the account (`sub`) */
export function accountDigest({ secret }: Pepper, subject: string): Buffer {
  return createHmac("sha256", secret).update("the account at the service of a person here\0").update(subject).digest();
}

export interface Accounts {
  /** The person whose account this is */
  personOf(subject: string): string | null;
  isLinked(person: string): boolean;
  any(): boolean;
  /** Inside a transaction, in place of the one before. The caller has looked whose it is. */
  link(person: string, subject: string, now: number): void;
  /** Inside a transaction. @returns whether there was one */
  unlink(person: string): boolean;
}

/** Reads and writes the `staff_account` table; transactions and the journal are the caller's. */
export function staffAccounts(database: Database, pepper: Pepper): Accounts {
  const byDigest = database.prepare<[Buffer], { person: string }>("SELECT person FROM staff_account WHERE digest = ?");
  const byPerson = database.prepare<[string], object>("SELECT 1 FROM staff_account WHERE person = ?");
  const one = database.prepare<[], object>("SELECT 1 FROM staff_account LIMIT 1");
  const write = database.prepare<[string, Buffer, number]>(
    `INSERT INTO staff_account (person, digest, linked_at) VALUES (?, ?, ?)
     ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, linked_at = excluded.linked_at`,
  );
  const remove = database.prepare<[string]>("DELETE FROM staff_account WHERE person = ?");
  return {
    personOf: (subject) => byDigest.get(accountDigest(pepper, subject))?.person ?? null,
    isLinked: (person) => byPerson.get(person) !== undefined,
    any: () => one.get() !== undefined,
    link: (person, subject, now) => void write.run(person, accountDigest(pepper, subject), now),
    // What a deleted row said is written over: see `keepLog`.
    unlink: (person) => remove.run(person).changes > 0,
  };
}
