/** Write failures of the disk: how the till stops committing, and how it explains that. */

import Sqlite from "better-sqlite3";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";

type SqliteError = InstanceType<typeof Sqlite.SqliteError>;

/** The disk failed under this handle before: nothing more is committed on it until the till is started again. */
export class StorageStoppedError extends Error {
  override readonly name = "StorageStoppedError";
}

const stopped = new WeakMap<Sqlite.Database, SqliteError>();

/** Why nothing more is committed on this handle; null while it is sound. */
export function storageFailure(database: Sqlite.Database): Error | null {
  return stopped.get(database) ?? null;
}

/**
 * Stops a handle for good when the error is the disk's: after a failed sync the kernel forgets which pages it could not
 * write, so that the next sync may succeed over a hole. Reading goes on. A full disk is no such error: SQLite has
 * undone the transaction, and there may be room later.
 */
export function noteFailure(database: Sqlite.Database, error: unknown): void {
  const cause = sqliteErrorIn(error);
  if (cause === null || stopped.has(database) || !/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(cause.code)) return;
  stopped.set(database, cause);
  // For writes that bypass `transact`: SQLite itself refuses from now on.
  if (database.open) database.pragma("query_only = ON");
}

/** @throws StorageStoppedError when the disk failed under this handle before */
export function refuseWhenStopped(database: Sqlite.Database): void {
  const cause = stopped.get(database);
  if (cause) throw new StorageStoppedError(`nothing is committed since the disk failed (${cause.code})`, { cause });
}

/**
 * What went wrong with the disk, for staff: what happened, that nothing was sent and no money moved, what to do.
 * @returns null when the error is not the storage's
 */
export function explainStorageError(error: unknown): Reason | null {
  if (error instanceof StorageStoppedError) return STOPPED;
  const cause = sqliteErrorIn(error);
  if (cause === null) return null;
  return SENTENCES.find(([code]) => code.test(cause.code))?.[1] ?? null;
}

const STOPPED = reasonFor("storage_stopped");

const SENTENCES: readonly (readonly [code: RegExp, sentence: Reason])[] = [
  [/^SQLITE_FULL$/, reasonFor("storage_full")],
  // What the disk made of the bytes whose sync failed is known only after a restart.
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
