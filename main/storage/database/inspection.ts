/** Read-only inspection of a data folder's database before the till opens it. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { backupFolder, listBackups } from "../backups/backups.ts";
import { differsFromHead, type StoredHead } from "../journal/head.ts";
import { type Database, isTillDatabase, openToRead } from "./database.ts";
import { type Depth, findDamage } from "./integrity.ts";
import { NEWEST_VERSION, versionOf } from "./migrations.ts";

export function databasePath(dataDir: string): string {
  return join(dataDir, "till.db");
}

/** `new`: no till yet; `newer`: from a newer version; `behind`: intact, but not the journal this till signed. */
export type Finding =
  | { is: "new" | "sound" }
  | { is: "newer" | "foreign" | "damaged" | "missing" | "behind"; because: string };

export type BadFinding = Extract<Finding, { because: string }>;

/** Decides whether a till may start with this database. `alone`: this process holds the folder's lock. */
export function inspectDatabase(
  dataDir: string,
  storedHead: StoredHead,
  how: { depth: Depth; alone: boolean },
): Finding {
  const path = databasePath(dataDir);
  if (!existsSync(path) || statSync(path).size === 0) return inspectAbsence(dataDir, path, storedHead);
  // Checked before opening, which creates an empty log.
  const hasLog = existsSync(`${path}-wal`);
  const unreadable = findDamage(path, how);
  if (unreadable !== null) {
    return /not a database/.test(unreadable)
      ? { is: "foreign", because: `${path} is not a database.` }
      : { is: "damaged", because: `${path} is damaged (${unreadable}).` };
  }
  try {
    using reader = openToRead(path, how);
    return inspectContent(reader.database, { path, storedHead, hasLog });
  } catch (error) {
    return { is: "damaged", because: `${path} is damaged (${error instanceof Error ? error.message : error}).` };
  }
}

function inspectAbsence(dataDir: string, path: string, storedHead: StoredHead): Finding {
  const hadEntries = hasEntries(storedHead);
  // A log without its database contains payments too; a new database would discard it.
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
  if (!hadEntries && !hasLog && listBackups(backupFolder(dataDir)).length === 0) return { is: "new" };
  return { is: "missing", because: `${path} is missing or empty, although a till has used this folder.` };
}

function hasEntries(storedHead: StoredHead): boolean {
  if (storedHead.is === "signed") return storedHead.head.entries > 0;
  return storedHead.is === "keyless" ? storedHead.heads : storedHead.is !== "none";
}

interface InspectionContext {
  path: string;
  storedHead: StoredHead;
  hasLog: boolean;
}

function inspectContent(database: Database, context: InspectionContext): Finding {
  const { path } = context;
  const version = versionOf(database);
  if (version > NEWEST_VERSION) {
    return {
      is: "newer",
      because: `${path} was written by a newer till (${version}; this one knows ${NEWEST_VERSION}).`,
    };
  }
  if (!isTillDatabase(database)) return { is: "foreign", because: `${path} is a database, but not a till database.` };
  const behind = inspectHead(database, context);
  return behind === null ? { is: "sound" } : { is: "behind", because: behind };
}

function inspectHead(database: Database, { path, storedHead, hasLog }: InspectionContext): string | null {
  if (storedHead.is === "none") return null;
  if (storedHead.is === "keyless") {
    return storedHead.heads || hasRecords(database)
      ? `The key that signs the head of the journal in ${path} is missing from this till's vault: the vault was removed or replaced. The journal cannot be verified.`
      : null;
  }
  if (storedHead.is === "missing") return `The signed head of the journal (journal.head, next to ${path}) is missing.`;
  if (storedHead.is === "forged")
    return `The head of the journal (journal.head, next to ${path}) was not signed by this till.`;
  const differs = differsFromHead(database, storedHead.head);
  if (differs !== null) return `The journal in ${path} does not match this till's signature: ${differs}.`;
  // A killed till leaves its log behind.
  return storedHead.head.open && !hasLog
    ? `${path}-wal is missing: the till was not stopped properly, and that file had its latest data.`
    : null;
}

function hasRecords(database: Database): boolean {
  const row = database
    .prepare<[], { found: number }>("SELECT EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM payment) AS found")
    .get();
  return row?.found === 1;
}
