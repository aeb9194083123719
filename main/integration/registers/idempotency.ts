/** Stored responses by Idempotency-Key: a repeated request returns the first response and changes nothing. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Stored } from "../../storage/database/columns.ts";
import type { Database } from "../../storage/database/database.ts";
import { identifierFrom, randomIdentifier } from "../../storage/database/identifiers.ts";

export interface RegisterResponse {
  status: number;
  body: string;
}

export interface KeyedChange {
  register: string;
  key: string;
  request: unknown;
}

export type StoredResponses = ReturnType<typeof storedResponses>;

export function storedResponses(database: Database) {
  const find = database.prepare<[string, string], Stored>(
    "SELECT asked, status, body FROM register_answer WHERE register = ? AND key = ?",
  );
  const insert = database.prepare(
    `INSERT INTO register_answer (register, key, asked, pos_tid, status, body)
     VALUES (@register, @key, @asked, @posTid, @status, @body)`,
  );
  return {
    /** Returns the stored response; `conflict` if the key was used with other content; null if the key is new */
    find({ register, key, request }: KeyedChange): RegisterResponse | "conflict" | null {
      const row = find.get(register, key);
      if (row === undefined) return null;
      if (!digestOf(request).equals(row.asked as Buffer)) return "conflict";
      return { status: Number(row.status), body: String(row.body) };
    },
    /** Stores the response in the transaction of the change. @param posTid the payment; null if none exists */
    store({ register, key, request }: KeyedChange, posTid: string | null, { status, body }: RegisterResponse) {
      insert.run({ register, key, asked: digestOf(request), posTid, status, body });
    },
  };
}

function digestOf(content: unknown): Buffer {
  return createHash("sha256").update(canonicalJson(content)).digest();
}

/**
 * Returns the id of a capture or refund. With a key, the id derives from the key, so the service recognises a repeat
 * even after a restored backup. Without a key it is random.
 */
export function movementIdOf(keyed: Pick<KeyedChange, "register" | "key"> | null): string {
  if (keyed === null) return randomIdentifier(MOVEMENT_ID_LENGTH);
  return identifierFrom(digestOf([keyed.register, keyed.key]).subarray(0, MOVEMENT_ID_LENGTH));
}

const MOVEMENT_ID_LENGTH = 20;
