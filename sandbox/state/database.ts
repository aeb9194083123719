/** The sandbox's one SQLite database: locked, opened, kept durable, migrated. */
import { join } from "node:path";
import Database from "better-sqlite3";

export type Db = Database.Database;

const MIGRATIONS = import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true });

/**
 * Opens the database and brings its schema up to date.
 * @param dataDir the folder that holds `sandbox.db`, or null for one in memory
 */
export function openDatabase(dataDir: string | null): Db {
  const db = new Database(dataDir === null ? ":memory:" : join(dataDir, "sandbox.db"));
  db.pragma("journal_mode = WAL");
  // Read back on a new file the pragma looks right while nothing is synced: it must be set on every open.
  db.pragma("synchronous = FULL");
  db.pragma("trusted_schema = OFF");
  db.pragma("busy_timeout = 5000");
  // Off for migrations, which may replace a table that others refer to; they are checked before each commit instead.
  db.pragma("foreign_keys = OFF");
  migrate(db);
  db.pragma("foreign_keys = ON");
  return db;
}

/** Runs in one transaction; throwing undoes all of it. */
export function inTransaction<T>(db: Db, work: () => T): T {
  return db.inTransaction ? work() : db.transaction(work).immediate();
}

/** One row of a query, typed by the caller, who wrote its columns. */
export function one<T>(db: Db, sql: string, ...values: unknown[]): T | undefined {
  return prepared(db, sql).get(...values) as T | undefined;
}

/** All rows of a query. */
export function all<T>(db: Db, sql: string, ...values: unknown[]): T[] {
  return prepared(db, sql).all(...values) as T[];
}

/** Runs a statement. @returns how many rows it changed */
export function run(db: Db, sql: string, ...values: unknown[]): number {
  return prepared(db, sql).run(...values).changes;
}

/** The same for what a power cut may lose: it reaches the disk with the next synced write. */
export function runUnsynced(db: Db, sql: string, ...values: unknown[]): number {
  if (db.inTransaction) return run(db, sql, ...values);
  db.pragma("synchronous = NORMAL");
  try {
    return run(db, sql, ...values);
  } finally {
    db.pragma("synchronous = FULL");
  }
}

/** A setting that outlives a restart. */
export function readSetting(db: Db, name: string): string | null {
  return one<{ value: string }>(db, "SELECT value FROM setting WHERE name = ?", name)?.value ?? null;
}

/** Keeps a setting. */
export function writeSetting(db: Db, name: string, value: string): void {
  run(
    db,
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}

const statements = new WeakMap<Db, Map<string, Database.Statement>>();

function prepared(db: Db, sql: string): Database.Statement {
  const known = statements.get(db) ?? new Map<string, Database.Statement>();
  statements.set(db, known);
  // Behind a plus SQLite does not look at what is bound, for which it would compile the statement anew each time.
  const statement = known.get(sql) ?? db.prepare(sql.replaceAll("?", "+?"));
  known.set(sql, statement);
  return statement;
}

function migrate(db: Db): void {
  const files = Object.keys(MIGRATIONS).sort();
  const done = Number(db.pragma("user_version", { simple: true }));
  for (const [index, file] of files.entries()) {
    if (index < done) continue;
    db.transaction(() => {
      db.exec(MIGRATIONS[file] ?? "");
      const dangling = db.pragma("foreign_key_check") as unknown[];
      if (dangling.length > 0) throw new Error(`${file} leaves ${dangling.length} rows without what they refer to`);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}

/**
 * Takes a data folder for this process. The lock is the operating system's, held through an open transaction: it goes
 * when the process goes, however that was.
 * @throws Error when another sandbox holds it
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new Database(join(folder, "sandbox.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new Error(`${folder} is in use by another sandbox: close it first, or use another --data folder`, { cause });
  }
  return { release: () => void lock.close() };
}
