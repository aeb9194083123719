import Sqlite from "better-sqlite3";

export type Database = Sqlite.Database;

const MIGRATIONS = Object.entries(
  import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
)
  .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
  .sort((a, b) => a.version - b.version);

/** The file was written by a newer program, which may have changed what its rows mean. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/**
 * Opens (or makes) the till's database and brings it up to date. The pragmas are set on every open because most of
 * them are the connection's and not the file's: without `synchronous=FULL` here, a commit in WAL is not on disk.
 * @throws NewerDatabaseError when the file is from a newer till; it is left as it was
 */
export function openDatabase(path: string): Database {
  const database = new Sqlite(path, { timeout: 5000 });
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("trusted_schema = OFF");
    database.pragma("cell_size_check = ON");
    database.pragma("journal_size_limit = 8388608");
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Writes what is in the write-ahead log into the file, so that the folder can be copied, and closes. */
export function closeDatabase(database: Database): void {
  if (!database.open) return;
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}

function migrate(database: Database): void {
  const current = Number(database.pragma("user_version", { simple: true }));
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new NewerDatabaseError(`the database is of version ${current}; this till knows versions up to ${newest}`);
  }
  for (const { version, sql } of MIGRATIONS.filter((migration) => migration.version > current)) {
    database
      .transaction(() => {
        database.exec(sql);
        database.pragma(`user_version = ${version}`);
      })
      .immediate();
  }
}

/** Runs `work` as one transaction that takes the write lock at once: all of it is on disk when this returns, or none. */
export function transact<T>(database: Database, work: () => T): T {
  // A transaction inside another is part of it: the outer one commits.
  return database.inTransaction ? work() : database.transaction(work).immediate();
}
