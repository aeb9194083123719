/**
 * The MAC of a backup: HMAC-SHA-256 under a vault key, over the whole database and the backup's till, kind and time.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../database/database.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import { knownPrefix } from "../database/identifiers.ts";

const PURPOSE = "till backup 1";

export interface BackupStatement {
  purpose: typeof PURPOSE;
  /** The till's prefix; null when it had none yet */
  till: string | null;
  kind: string;
  at: number;
  /** Digest of the whole database; see `changed-pages.ts` */
  state: string;
}

/** `no_mac`: no MAC; `no_key`: no key in the vault; `has_log`: a write-ahead log no MAC covers; `wrong`: no match. */
export type Unproven = "no_mac" | "no_key" | "has_log" | "wrong";

export function macPath(path: string): string {
  return `${path}.mac`;
}

export function statementOf(
  database: Database,
  { kind, at, state }: Pick<BackupStatement, "kind" | "at" | "state">,
): BackupStatement {
  return { purpose: PURPOSE, till: knownPrefix(database), kind, at, state };
}

/** Writes the MAC durably, before the backup gets its name. `key` is hex. */
export function writeMac(path: string, statement: BackupStatement, key: string): void {
  writeFileDurably(macPath(path), `${canonicalJson({ ...statement, mac: macOf(statement, key) })}\n`, 0o600);
}

/**
 * Checks that this till made a backup, and that it is unchanged and not renamed. Returns the problem, or null.
 * @param key hex; null when the vault has none
 * @param named time and kind in the file's name; null for any other name
 */
export function checkMac(
  file: string,
  state: string,
  key: string | null,
  named: Pick<BackupStatement, "at" | "kind"> | null,
): Unproven | null {
  const read = readMac(file);
  if (read === null) return "no_mac";
  if (key === null) return "no_key";
  const { mac, till, kind, at } = read;
  const statement: BackupStatement = { purpose: PURPOSE, till, kind, at, state };
  const [expected, actual] = [Buffer.from(macOf(statement, key), "hex"), Buffer.from(mac, "hex")];
  const isGenuine = actual.length === expected.length && timingSafeEqual(actual, expected);
  const isRenamed = named !== null && (named.at !== at || named.kind !== kind);
  return isGenuine && !isRenamed ? null : "wrong";
}

const macFile = z.object({ till: z.string().nullable(), kind: z.string(), at: z.number(), mac: z.string() });

/** Null when missing or unreadable. */
export function readMac(file: string): z.output<typeof macFile> | null {
  try {
    return macFile.safeParse(JSON.parse(readFileSync(macPath(file), "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

function macOf(statement: BackupStatement, key: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(canonicalJson(statement)).digest("hex");
}
