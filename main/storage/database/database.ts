import { AsyncResource } from "node:async_hooks";
import { existsSync, rmSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { foldForSearch } from "../../../contract/values/search-folding.ts";
import { assertNotStopped, recordFailure, storageFailure } from "./failure.ts";
import { isEmpty, MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "./migrations.ts";

export type Database = Sqlite.Database;

/** Longest wait of a statement for a lock, for example of a backup from the command line. */
const BUSY_MS = 5000;
/** Size to which SQLite truncates the write-ahead log on reset. */
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
/** Keeps the log small, so that SQLite overwrites it. A growing log makes every sync write its length too. */
const COMMITS_PER_CHECKPOINT = 32;

/** The file was written by a newer version, which may have changed the meaning of rows. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/** The file is from an older version; `upgradeDatabase` backs it up and migrates it. */
export class OlderDatabaseError extends Error {
  override readonly name = "OlderDatabaseError";
}

export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/**
 * Opens the till's database, creating it when missing. Throws NewerDatabaseError, OlderDatabaseError,
 * ForeignDatabaseError and leaves the file unchanged.
 */
export function openDatabase(path: string): Database {
  const database = connect(path);
  try {
    checkVersion(database);
    enableWriteAheadLog(database);
    if (isEmpty(database)) migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a connection with its per-connection settings. Writes nothing. */
export function connect(path: string): Database {
  return configured(new Sqlite(path, { timeout: BUSY_MS }));
}

/**
 * Opens an existing file read-only. `alone` (no other process uses it) removes the empty log that SQLite creates,
 * because its presence tells how the till ended.
 */
export function openToRead(path: string, { alone }: { alone: boolean }): Disposable & { database: Database } {
  const hadLog = existsSync(`${path}-wal`);
  const database = configured(new Sqlite(path, { timeout: BUSY_MS, readonly: true, fileMustExist: true }));
  return {
    database,
    [Symbol.dispose]() {
      database.close();
      if (alone && !hadLog) removeEmptyLog(path);
    },
  };
}

function removeEmptyLog(path: string): void {
  if (!existsSync(`${path}-wal`) || statSync(`${path}-wal`).size > 0) return;
  for (const sidecar of [`${path}-shm`, `${path}-wal`]) rmSync(sidecar, { force: true });
}

function configured(database: Database): Database {
  try {
    database.pragma("foreign_keys = ON");
    database.pragma("trusted_schema = OFF");
    database.pragma("cell_size_check = ON");
    // Without it, INSERT OR REPLACE deletes rows without firing the triggers that protect bookings and the journal.
    database.pragma("recursive_triggers = ON");
    // 2 MB, SQLite's default: the system caches the file too, and a connection never releases its cache.
    database.pragma("cache_size = -2000");
    database.function("fold_for_search", { deterministic: true }, (text) => foldForSearch(String(text)));
    const prepare = database.prepare.bind(database);
    database.prepare = ((sql: string) => prepare(withoutParameterSniffing(sql))) as Database["prepare"];
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sets write-ahead logging with every commit on disk when it returns. Needed on every open. */
export function enableWriteAheadLog(database: Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
  // Overwrites deleted data, such as a customer's, instead of only unlinking it.
  database.pragma("secure_delete = ON");
  // A failed checkpoint inside a commit would report the commit as failed. The till runs its own checkpoints.
  database.pragma("wal_autocheckpoint = 0");
}

function checkVersion(database: Database): void {
  const version = versionOf(database);
  if (version > NEWEST_VERSION) {
    throw new NewerDatabaseError(
      `unsupported database version ${version}; this till supports versions up to ${NEWEST_VERSION}`,
    );
  }
  if (isEmpty(database)) return;
  if (!isTillDatabase(database)) throw new ForeignDatabaseError("not a till database");
  if (version < NEWEST_VERSION) {
    throw new OlderDatabaseError(`database version ${version} must first be migrated to version ${NEWEST_VERSION}`);
  }
}

/** Returns whether the tables of every till version exist. */
export function isTillDatabase(database: Database): boolean {
  const tillTables = database.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name IN ('setting', 'journal')",
  );
  return versionOf(database) > 0 && tillTables.all().length === 2;
}

/**
 * Moves the log into the file and empties it, as far as no reader uses it. Never call it inside a transaction.
 * Throws when the disk fails; the connection then accepts no further commits.
 */
export function checkpoint(database: Database): void {
  try {
    database.pragma("busy_timeout = 0");
    database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    recordFailure(database, error);
    throw error;
  } finally {
    database.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}

/** Checkpoints, so that the folder can be copied, and closes. */
export function closeDatabase(database: Database): void {
  if (!database.open) return;
  if (storageFailure(database) === null) tryCheckpoint(database);
  if (storageFailure(database) === null) database.close();
  else closeWithoutCheckpoint(database);
}

/** After a failure, the commits stay in the log for the next start. */
function tryCheckpoint(database: Database): void {
  try {
    checkpoint(database);
  } catch (error) {
    recordFailure(database, error);
  }
}

/**
 * Closes without a checkpoint, since an incomplete log must not overwrite good pages. SQLite checkpoints when the last
 * connection closes, so a read-only one closes after this one.
 */
function closeWithoutCheckpoint(database: Database): void {
  using reader = openToRead(database.name, { alone: false });
  versionOf(reader.database);
  database.close();
}

/**
 * Runs `work` as one immediate transaction: all of it is on disk when this returns, or none. All writes use it.
 * Throws StorageStoppedError after an earlier disk failure, and anything `work` or the disk throws.
 */
export function transact<T>(database: Database, work: () => T): T {
  // A nested transaction is part of the outer one, which commits.
  if (database.inTransaction) return work();
  assertNotStopped(database);
  const workWithHooks = () => {
    for (const hook of beginHooks.get(database) ?? []) hook();
    const result = work();
    for (const hook of commitHooks.get(database) ?? []) hook();
    return result;
  };
  let value: T;
  try {
    value = transactionOf(database).immediate(workWithHooks) as T;
  } catch (error) {
    pendingListeners.delete(database);
    notifyRollback(database);
    recordFailure(database, error);
    throw error;
  }
  checkpointPeriodically(database);
  notifyAll(database);
  return value;
}

function notifyAll(database: Database): void {
  const listeners = pendingListeners.get(database) ?? [];
  pendingListeners.delete(database);
  for (const notify of listeners) notifyOne(database, notify);
}

/** The commit is on disk, so a failing listener must not stop the others or look like a failed commit. */
function notifyOne(database: Database, notify: () => void): void {
  try {
    notify();
  } catch (error) {
    const report = reporters.get(database) ?? process.emitWarning;
    report(error instanceof Error ? error : new Error("a value was thrown that is not an Error", { cause: error }));
  }
}

const reporters = new WeakMap<Database, (error: Error) => void>();

/** Sets the handler for errors thrown by commit listeners; the default is a process warning. */
export function onListenerError(database: Database, report: (error: Error) => void): void {
  reporters.set(database, report);
}

/** Runs `work` inside a transaction as a savepoint, which rolls back alone when it throws. */
export function savepoint<T>(database: Database, work: () => T): T {
  const listeners = pendingListeners.get(database) ?? [];
  try {
    return transactionOf(database)(work) as T;
  } catch (error) {
    pendingListeners.set(database, listeners);
    notifyRollback(database);
    throw error;
  }
}

type Transaction = Sqlite.Transaction<(work: () => unknown) => unknown>;
const transactions = new WeakMap<Database, Transaction>();

function transactionOf(database: Database): Transaction {
  const runTransaction = transactions.get(database) ?? database.transaction((work: () => unknown) => work());
  transactions.set(database, runTransaction);
  return runTransaction;
}

const beginHooks = new WeakMap<Database, Set<() => void>>();

/** Calls `hook` at the start of every transaction, when no other connection can write any more. */
export function afterBegin(database: Database, hook: () => void): void {
  const all = beginHooks.get(database) ?? new Set();
  beginHooks.set(database, all.add(hook));
}

const commitHooks = new WeakMap<Database, Set<() => void>>();

/** Calls `hook` before every commit. Returns a function that stops this. */
export function beforeCommit(database: Database, hook: () => void): () => void {
  const all = commitHooks.get(database) ?? new Set();
  commitHooks.set(database, all.add(hook));
  return () => void all.delete(hook);
}

const rollbackHooks = new WeakMap<Database, Set<() => void>>();

/** Calls `hook` after every rollback, which invalidates what was read in the transaction. */
export function afterRollback(database: Database, hook: () => void): void {
  const all = rollbackHooks.get(database) ?? new Set();
  rollbackHooks.set(database, all.add(hook));
}

function notifyRollback(database: Database): void {
  for (const hook of rollbackHooks.get(database) ?? []) hook();
}

const pendingListeners = new WeakMap<Database, (() => void)[]>();

/**
 * Calls `notify` after the commit, or at once outside a transaction; never after a rollback. Its errors are only
 * reported.
 */
export function afterCommit(database: Database, notify: () => void): void {
  if (!database.inTransaction) {
    notifyOne(database, notify);
    return;
  }
  const listeners = pendingListeners.get(database) ?? [];
  // Group commits keep each caller's async context.
  pendingListeners.set(database, [...listeners, AsyncResource.bind(notify)]);
}

const commits = new WeakMap<Database, number>();

/** A failure stops the connection, but not the caller: the commit is on disk. */
function checkpointPeriodically(database: Database): void {
  const count = (commits.get(database) ?? 0) + 1;
  commits.set(database, count);
  if (count % COMMITS_PER_CHECKPOINT !== 0) return;
  try {
    database.pragma("wal_checkpoint(PASSIVE)");
  } catch (error) {
    recordFailure(database, error);
  }
}

/** Returns the number of rows this connection has changed. It grows with every write. */
export function changesOf(database: Database): number {
  return statementOf<[], { changes: number }>(database, "SELECT total_changes() AS changes").get()?.changes ?? 0;
}

/** A shared prepared statement. Callers must not iterate over it or change its row format. */
export type SharedStatement<P extends unknown[], R> = Pick<Sqlite.Statement<P, R>, "run" | "get" | "all">;

const statements = new WeakMap<Database, Map<string, SharedStatement<unknown[], unknown>>>();

/** Returns a statement, prepared once per connection and never released: for a few dozen fixed texts. */
export function statementOf<P extends unknown[] = unknown[], R = unknown>(
  database: Database,
  sql: string,
): SharedStatement<P, R> {
  const cached = statements.get(database) ?? new Map<string, SharedStatement<unknown[], unknown>>();
  statements.set(database, cached);
  const prepared = cached.get(sql) ?? database.prepare<unknown[], unknown>(sql);
  cached.set(sql, prepared);
  return prepared as SharedStatement<P, R>;
}

/** Quoted texts and comments, which stay unchanged, or a parameter. */
const QUOTED_OR_PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|([?@]\w*)/g;

/**
 * Puts a unary plus before each parameter. Otherwise SQLite recompiles the statement at every binding to plan for its
 * values, at ten times the cost. No plan here depends on values.
 */
export function withoutParameterSniffing(sql: string): string {
  return sql.replace(QUOTED_OR_PARAMETER, (all, parameter?: string) =>
    parameter === undefined ? all : `+${parameter}`,
  );
}
