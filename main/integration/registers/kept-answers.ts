/** What changes were answered with, under the keys that registers gave them: a change that is asked for again is not made again. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { Stored } from "../../storage/database/columns.ts";
import type { Database } from "../../storage/database/database.ts";
import { identifierFrom, randomIdentifier } from "../../storage/database/identifiers.ts";

/** An answer of `/api/v1`: its HTTP status, and its body as JSON. */
export interface Answer {
  status: number;
  body: string;
}

/** A change that a register gave a key. */
export interface KeyedChange {
  /** The register's name */
  register: string;
  /** Its `Idempotency-Key` */
  key: string;
  /** Everything that it asks for */
  asked: unknown;
}

export interface KeptAnswers {
  /** What it was answered with; `conflict`: that key had another content; null: it is new */
  find(change: KeyedChange): Answer | "conflict" | null;
  /** Inside the transaction of what the change caused. @param posTid whose payment it was; null: nobody's */
  keep(change: KeyedChange, posTid: string | null, answer: Answer): void;
}

/** Opens them. */
export function keptAnswers(database: Database): KeptAnswers {
  const find = database.prepare<[string, string], Stored>(
    "SELECT asked, status, body FROM register_answer WHERE register = ? AND key = ?",
  );
  const insert = database.prepare(
    `INSERT INTO register_answer (register, key, asked, pos_tid, status, body)
     VALUES (@register, @key, @asked, @posTid, @status, @body)`,
  );
  return {
    find({ register, key, asked }) {
      const row = find.get(register, key);
      if (row === undefined) return null;
      if (!digestOf(asked).equals(row.asked as Buffer)) return "conflict";
      return { status: Number(row.status), body: String(row.body) };
    },
    keep({ register, key, asked }, posTid, { status, body }) {
      insert.run({ register, key, asked: digestOf(asked), posTid, status, body });
    },
  };
}

function digestOf(asked: unknown): Buffer {
  return createHash("sha256").update(canonicalJson(asked)).digest();
}

/**
 * The id of a capture or a refund that was asked for under a key: the same at every till that holds the payment, so that
 * the service itself knows a repeat, also after an old backup was restored. Without a key it is a random one.
 */
export function movementIdOf(keyed: Pick<KeyedChange, "register" | "key"> | null): string {
  if (keyed === null) return randomIdentifier(MOVEMENT_ID_LENGTH);
  return identifierFrom(digestOf([keyed.register, keyed.key]).subarray(0, MOVEMENT_ID_LENGTH));
}

const MOVEMENT_ID_LENGTH = 20;
