/**
 * The MAC of a backup: HMAC-SHA-256 under a key of the vault that is for backups alone, in a file beside the backup. It
 * covers the whole database, and what the backup is: of which till, of which kind and of when.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { Database } from "../database/database.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import { knownPrefix } from "../database/identifiers.ts";

const PURPOSE = "till backup 1";

/** What a backup is, in the clear in its MAC's file. */
export interface BackupStatement {
  purpose: typeof PURPOSE;
  /** The mark of the till's data folder; null: it had none yet */
  till: string | null;
  /** A backup's kind, as in its name */
  kind: string;
  /** When it was made, in ms since the epoch by the till's clock */
  at: number;
  /** Of the whole database that the backup holds; see `changed-pages.ts` */
  state: string;
}

/**
 * Why a backup is not authenticated. `no_mac`: none beside it · `no_key`: none in the vault · `has_log`: a log is beside
 * it, which no MAC covers · `wrong`: it does not fit
 */
export type Unproven = "no_mac" | "no_key" | "has_log" | "wrong";

/** The file that holds the MAC of a backup. */
export function macPath(path: string): string {
  return `${path}.mac`;
}

/** States what a backup of this database is. */
export function statementOf(
  database: Database,
  { kind, at, state }: Pick<BackupStatement, "kind" | "at" | "state">,
): BackupStatement {
  return { purpose: PURPOSE, till: knownPrefix(database), kind, at, state };
}

/** Writes the MAC of a backup durably, before the backup itself has its name. @param key hex */
export function writeMac(path: string, statement: BackupStatement, key: string): void {
  writeFileDurably(macPath(path), `${canonicalJson({ ...statement, mac: macOf(statement, key) })}\n`, 0o600);
}

/**
 * Checks that this till made a backup, and that nobody changed it or renamed it to another time or kind since.
 * @param file  the backup as it is called now
 * @param state of the database that it holds
 * @param key   the vault's, in hex; null: it has none
 * @param named what the file's name says that it is; null: it is no name of a backup
 * @returns why it is not authenticated; null: it is
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
  const [expected, given] = [Buffer.from(macOf(statement, key), "hex"), Buffer.from(mac, "hex")];
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  const isRenamed = named !== null && (named.at !== at || named.kind !== kind);
  return isGenuine && !isRenamed ? null : "wrong";
}

const macFile = z.object({ till: z.string().nullable(), kind: z.string(), at: z.number(), mac: z.string() });

/** The file with a backup's MAC; null: there is none that can be read. */
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
