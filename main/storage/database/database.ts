/** The till's one connection to its database: how it is opened, how it commits, how it is closed. */
import { AsyncResource } from "node:async_hooks";
import { existsSync, rmSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { foldForSearch } from "../../../contract/search-folding.ts";
import { noteFailure, refuseWhenStopped, storageFailure } from "./failure.ts";
import { isEmpty, MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "./migrations.ts";
import { withoutParameterSniffing } from "./parameter-sniffing.ts";

export type Database = Sqlite.Database;

/** How long a statement waits for a lock: a backup from the command line, a support tool. */
const BUSY_MS = 5000;
/** A write-ahead log that grew over this is cut back to it when it is reset. */
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
/**
 * So many transactions, at a dozen pages each, stay within a few megabytes, so that the log is written over from its
 * beginning: one that grows makes every sync write down its new length, too, and costs several times as much.
 */
const COMMITS_PER_CHECKPOINT = 32;

/** The file was written by a newer program, which may have changed what its rows mean. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/** The file is from an older program: `upgradeDatabase` makes a backup first, and then brings it up to date. */
export class OlderDatabaseError extends Error {
  override readonly name = "OlderDatabaseError";
}

/** The file is a database, but not a till's. */
export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/**
 * Opens the till's database; a file that is not there yet, or is empty, is made and filled.
 * @throws NewerDatabaseError, OlderDatabaseError, ForeignDatabaseError; the file is left as it was
 */
export function openDatabase(path: string): Database {
  const database = connect(path);
  try {
    refuseOthers(database);
    keepLog(database);
    if (isEmpty(database)) migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a connection with everything that SQLite keeps per connection and not in the file. Nothing is written yet. */
export function connect(path: string): Database {
  return prepared(new Sqlite(path, { timeout: BUSY_MS }));
}

/** A connection that cannot write. */
export interface Reader extends Disposable {
  database: Database;
}

/**
 * Opens a file that is there, for reading alone. Where there is no write-ahead log SQLite makes an empty one to read:
 * `alone` takes it away again, since whether a log is there says how the till ended.
 * @param options.alone no other process can be at the file: this one has its folder's lock
 */
export function openToRead(path: string, { alone }: { alone: boolean }): Reader {
  const hadLog = existsSync(`${path}-wal`);
  const database = prepared(new Sqlite(path, { timeout: BUSY_MS, readonly: true, fileMustExist: true }));
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
  for (const beside of [`${path}-shm`, `${path}-wal`]) rmSync(beside, { force: true });
}

function prepared(database: Database): Database {
  try {
    database.pragma("foreign_keys = ON");
    database.pragma("trusted_schema = OFF");
    database.pragma("cell_size_check = ON");
    // Without it INSERT OR REPLACE takes a row away past the triggers that keep the bookings and the journal's rows.
    database.pragma("recursive_triggers = ON");
    // 2 MB, as SQLite itself has it, not 16: the system keeps the file's pages as well, and a connection that fills its own
    // never gives them back.
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

/** Write-ahead log, and every commit on disk when it returns: without FULL here, on every open, it is not. */
export function keepLog(database: Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
  // What is taken out, of a customer say, is written over, and not only out of use.
  database.pragma("secure_delete = ON");
  // A checkpoint inside a commit can fail after the commit is on disk: the caller would hear that what is written was
  // not. So they are ours: in `transact` when a commit is through, in the care when the till is idle, at closing.
  database.pragma("wal_autocheckpoint = 0");
}

function refuseOthers(database: Database): void {
  const version = versionOf(database);
  if (version > NEWEST_VERSION) {
    throw new NewerDatabaseError(
      `the database is of version ${version}; this till knows versions up to ${NEWEST_VERSION}`,
    );
  }
  if (isEmpty(database)) return;
  if (!isTills(database)) throw new ForeignDatabaseError("the database is not a till's");
  if (version < NEWEST_VERSION) {
    throw new OlderDatabaseError(`the database is of version ${version}; this till works on version ${NEWEST_VERSION}`);
  }
}

/** Whether the tables that every version of the till has are there. */
export function isTills(database: Database): boolean {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name IN ('setting', 'journal')");
  return versionOf(database) > 0 && known.all().length === 2;
}

/**
 * Moves what is in the write-ahead log into the file and empties the log, as far as nobody reads in it just now: it
 * does not wait for them. Never inside a transaction.
 * @throws when the disk does not take it; the handle then commits nothing more
 */
export function checkpoint(database: Database): void {
  try {
    database.pragma("busy_timeout = 0");
    database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    noteFailure(database, error);
    throw error;
  } finally {
    database.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}

/** Writes what is in the write-ahead log into the file, so that the folder can be copied, and closes. */
export function closeDatabase(database: Database): void {
  if (!database.open) return;
  if (storageFailure(database) === null) tryCheckpoint(database);
  if (storageFailure(database) === null) database.close();
  else closeAsItIs(database);
}

/** Should the disk not take it: what was committed is in the log, which stays beside the file for the next start. */
function tryCheckpoint(database: Database): void {
  try {
    checkpoint(database);
  } catch (error) {
    noteFailure(database, error);
  }
}

/**
 * Closes without a checkpoint. A log that the disk did not take whole must not be copied over good pages, and SQLite
 * does that when the last connection closes: so one that cannot write outlives this one.
 */
function closeAsItIs(database: Database): void {
  using reader = openToRead(database.name, { alone: false });
  versionOf(reader.database);
  database.close();
}

/**
 * Runs `work` as one transaction that takes the write lock at once: all of it is on disk when this returns, or none.
 * The one door for writing.
 * @throws StorageStoppedError when the disk failed under this handle before; whatever `work` or the disk throws
 */
export function transact<T>(database: Database, work: () => T): T {
  // A transaction inside another is part of it: the outer one commits.
  if (database.inTransaction) return work();
  refuseWhenStopped(database);
  const lookedAt = () => {
    for (const look of openers.get(database) ?? []) look();
    const made = work();
    for (const look of lookers.get(database) ?? []) look();
    return made;
  };
  let value: T;
  try {
    value = transactionOf(database).immediate(lookedAt) as T;
  } catch (error) {
    waiting.delete(database);
    tellRollback(database);
    noteFailure(database, error);
    throw error;
  }
  checkpointNowAndThen(database);
  tellAll(database);
  return value;
}

function tellAll(database: Database): void {
  const tellings = waiting.get(database) ?? [];
  waiting.delete(database);
  for (const tell of tellings) tellOne(database, tell);
}

/** It is on disk: one who cannot hear of it keeps no other from that, and makes no failure of what was committed. */
function tellOne(database: Database, tell: () => void): void {
  try {
    tell();
  } catch (error) {
    const report = reporters.get(database) ?? process.emitWarning;
    report(error instanceof Error ? error : new Error("what was thrown is no error", { cause: error }));
  }
}

const reporters = new WeakMap<Database, (error: Error) => void>();

/** Who hears what is thrown by those who are told of a commit; without it, it is a warning of the process. */
export function reportUntold(database: Database, report: (error: Error) => void): void {
  reporters.set(database, report);
}

/** Inside a transaction: runs `work` as a part of it that goes back alone, when it throws. */
export function transactPart<T>(database: Database, work: () => T): T {
  const tellings = waiting.get(database) ?? [];
  try {
    return transactionOf(database)(work) as T;
  } catch (error) {
    waiting.set(database, tellings);
    tellRollback(database);
    throw error;
  }
}

type Transaction = Sqlite.Transaction<(work: () => unknown) => unknown>;
const transactions = new WeakMap<Database, Transaction>();

/** Made once for a connection, as its statements are. */
function transactionOf(database: Database): Transaction {
  const made = transactions.get(database) ?? database.transaction((work: () => unknown) => work());
  transactions.set(database, made);
  return made;
}

const openers = new WeakMap<Database, Set<() => void>>();

/** Calls `look` at the beginning of every transaction: no other connection can write from then on. */
export function afterBegin(database: Database, look: () => void): void {
  const all = openers.get(database) ?? new Set();
  openers.set(database, all.add(look));
}

const lookers = new WeakMap<Database, Set<() => void>>();

/** Calls `look` at the end of every transaction, before it is committed. @returns a function that ends this */
export function beforeCommit(database: Database, look: () => void): () => void {
  const all = lookers.get(database) ?? new Set();
  lookers.set(database, all.add(look));
  return () => void all.delete(look);
}

const rollbacks = new WeakMap<Database, Set<() => void>>();

/** Calls `look` after every transaction that went back: what was read in it never was. */
export function afterRollback(database: Database, look: () => void): void {
  const all = rollbacks.get(database) ?? new Set();
  rollbacks.set(database, all.add(look));
}

function tellRollback(database: Database): void {
  for (const look of rollbacks.get(database) ?? []) look();
}

const waiting = new WeakMap<Database, (() => void)[]>();

/**
 * Tells of a change as soon as it is on disk: at once outside a transaction, inside one when all of it is committed. Of a
 * transaction that goes back nothing is told. What `tell` throws is reported, and reaches nobody else.
 */
export function afterCommit(database: Database, tell: () => void): void {
  if (!database.inTransaction) {
    tellOne(database, tell);
    return;
  }
  const tellings = waiting.get(database) ?? [];
  // Of commits that are made together each is told in the name of who asked for it.
  waiting.set(database, [...tellings, AsyncResource.bind(tell)]);
}

const commits = new WeakMap<Database, number>();

/** The commit stands whatever becomes of this: a failure stops the handle, not the caller. */
function checkpointNowAndThen(database: Database): void {
  const count = (commits.get(database) ?? 0) + 1;
  commits.set(database, count);
  if (count % COMMITS_PER_CHECKPOINT !== 0) return;
  try {
    database.pragma("wal_checkpoint(PASSIVE)");
  } catch (error) {
    noteFailure(database, error);
  }
}

/** How many rows this connection has changed so far: it grows with every write, whichever way. */
export function changesOf(database: Database): number {
  return statementOf<[], { changes: number }>(database, "SELECT total_changes() AS changes").get()?.changes ?? 0;
}

/** A prepared statement that everybody shares: nobody iterates over it, or changes what its rows look like. */
export type SharedStatement<P extends unknown[], R> = Pick<Sqlite.Statement<P, R>, "run" | "get" | "all">;

const statements = new WeakMap<Database, Map<string, SharedStatement<unknown[], unknown>>>();

/**
 * The statement of a text, prepared once for each connection: for texts that are put together where they are used, and for
 * functions that are handed the database at each call. Some dozens of texts: they are kept for as long as the connection.
 */
export function statementOf<P extends unknown[] = unknown[], R = unknown>(
  database: Database,
  sql: string,
): SharedStatement<P, R> {
  const known = statements.get(database) ?? new Map<string, SharedStatement<unknown[], unknown>>();
  statements.set(database, known);
  const prepared = known.get(sql) ?? database.prepare<unknown[], unknown>(sql);
  known.set(sql, prepared);
  return prepared as SharedStatement<P, R>;
}
