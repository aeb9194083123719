import Sqlite from "better-sqlite3";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";

type SqliteError = InstanceType<typeof Sqlite.SqliteError>;

/** The disk failed earlier: this connection commits nothing until the till restarts. */
export class StorageStoppedError extends Error {
  override readonly name = "StorageStoppedError";
}

const stopped = new WeakMap<Sqlite.Database, SqliteError>();

/** Returns why this connection accepts no commits; null while it does. */
export function storageFailure(database: Sqlite.Database): Error | null {
  return stopped.get(database) ?? null;
}

/**
 * Stops a connection after a disk error: after a failed sync a later one may succeed with data missing. Reads still
 * work. A full disk does not count: SQLite has rolled back, and space may be freed.
 */
export function recordFailure(database: Sqlite.Database, error: unknown): void {
  const cause = sqliteErrorIn(error);
  if (cause === null || stopped.has(database) || !/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(cause.code)) return;
  stopped.set(database, cause);
  // Makes SQLite refuse writes that bypass `transact`.
  if (database.open) database.pragma("query_only = ON");
}

/** Throws StorageStoppedError after an earlier disk failure. */
export function assertNotStopped(database: Sqlite.Database): void {
  const cause = stopped.get(database);
  if (cause) throw new StorageStoppedError(`no writes are possible after a disk failure (${cause.code})`, { cause });
}

/** Returns the message for staff; null when the error is not the storage's. */
export function explainStorageError(error: unknown): Reason | null {
  if (error instanceof StorageStoppedError) return STOPPED;
  const cause = sqliteErrorIn(error);
  if (cause === null) return null;
  return SENTENCES.find(([code]) => code.test(cause.code))?.[1] ?? null;
}

const STOPPED = reasonFor("storage_stopped");

const SENTENCES: readonly (readonly [code: RegExp, sentence: Reason])[] = [
  [/^SQLITE_FULL$/, reasonFor("storage_full")],
  // Only a restart shows which bytes reached the disk after a failed sync.
  [/^SQLITE_IOERR_(FSYNC|DIR_FSYNC)$/, reasonFor("storage_sync")],
  [/^SQLITE_IOERR/, reasonFor("storage_failed")],
  [/^SQLITE_(CORRUPT|NOTADB)/, reasonFor("storage_damaged")],
  [/^SQLITE_READONLY/, STOPPED],
  [/^SQLITE_(BUSY|LOCKED)/, reasonFor("storage_busy")],
  [/^SQLITE_CANTOPEN/, reasonFor("storage_gone")],
];

function sqliteErrorIn(error: unknown): SqliteError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Sqlite.SqliteError) return cause;
  }
  return null;
}
