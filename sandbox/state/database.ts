/** The sandbox's SQLite database: lock, durability, migrations. */
import { join } from "node:path";
import Database from "better-sqlite3";

export type Db = Database.Database;

const MIGRATIONS = import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true });

/**
 * Opens the database and migrates it.
 * @param dataDir folder of `sandbox.db`; null for an in-memory database
 */
export function openDatabase(dataDir: string | null): Db {
  const db = new Database(dataDir === null ? ":memory:" : join(dataDir, "sandbox.db"));
  db.pragma("journal_mode = WAL");
  // Must be set on every open: on a new file, the pragma reads as set although nothing is synced.
  db.pragma("synchronous = FULL");
  db.pragma("trusted_schema = OFF");
  db.pragma("busy_timeout = 5000");
  // Off during migrations, which may replace referenced tables; each commit checks the keys instead.
  db.pragma("foreign_keys = OFF");
  migrate(db);
  db.pragma("foreign_keys = ON");
  return db;
}

/** Runs a function in a transaction; an exception rolls it back. */
export function inTransaction<T>(db: Db, work: () => T): T {
  return db.inTransaction ? work() : db.transaction(work).immediate();
}

export function one<T>(db: Db, sql: string, ...values: unknown[]): T | undefined {
  return prepared(db, sql).get(...values) as T | undefined;
}

export function all<T>(db: Db, sql: string, ...values: unknown[]): T[] {
  return prepared(db, sql).all(...values) as T[];
}

export function run(db: Db, sql: string, ...values: unknown[]): number {
  return prepared(db, sql).run(...values).changes;
}

/** Runs a statement that a power cut may lose: it reaches the disk with the next synced write. */
export function runUnsynced(db: Db, sql: string, ...values: unknown[]): number {
  if (db.inTransaction) return run(db, sql, ...values);
  db.pragma("synchronous = NORMAL");
  try {
    return run(db, sql, ...values);
  } finally {
    db.pragma("synchronous = FULL");
  }
}

export function readSetting(db: Db, name: string): string | null {
  return one<{ value: string }>(db, "SELECT value FROM setting WHERE name = ?", name)?.value ?? null;
}

export function writeSetting(db: Db, name: string, value: string): void {
  const sql = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
  run(db, sql, name, value);
}

const statements = new WeakMap<Db, Map<string, Database.Statement>>();

function prepared(db: Db, sql: string): Database.Statement {
  const cached = statements.get(db) ?? new Map<string, Database.Statement>();
  statements.set(db, cached);
  // The plus hides the bound value from SQLite's planner, which would otherwise recompile the statement for each value.
  const statement = cached.get(sql) ?? db.prepare(sql.replaceAll("?", "+?"));
  cached.set(sql, statement);
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
      if (dangling.length > 0) throw new Error(`${file} breaks the foreign keys of ${dangling.length} rows`);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}

/**
 * Locks a data folder for this process through an open transaction. The operating system releases the lock when the
 * process ends.
 * @throws Error if another sandbox holds the lock
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
