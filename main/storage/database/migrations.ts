import type Sqlite from "better-sqlite3";

export interface Migration {
  version: number;
  sql: string;
}

/** Every step from an empty file to what this program works on, oldest first. */
export const MIGRATIONS: readonly Migration[] = Object.entries(
  import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
)
  .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
  .sort((one, other) => one.version - other.version);

/** The version of the files that this program writes. */
export const NEWEST_VERSION = newestOf(MIGRATIONS);

/** The version that these steps lead to. */
export function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** The version that a file is of; 0: nothing of the till is in it. */
export function versionOf(database: Sqlite.Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

/** Whether a file has any table at all. */
export function isEmpty(database: Sqlite.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}

/**
 * Applies all missing migrations as one transaction: after a power cut either the old schema is there or the new one.
 * Foreign keys are off meanwhile, as SQLite's procedure for replacing a table requires (`ALTER TABLE`, section 7): with
 * them, `DROP TABLE` deletes the rows first, which fails for each row that another table refers to. The pragma has no
 * effect inside a transaction, so the check before the commit takes its place.
 * @throws when the database is in a transaction, or a row refers to a missing one afterwards; nothing was changed
 */
export function migrate(database: Sqlite.Database, migrations: readonly Migration[]): void {
  if (database.inTransaction) throw new Error("a migration cannot be part of another transaction");
  const from = versionOf(database);
  database.pragma("foreign_keys = OFF");
  try {
    database
      .transaction(() => {
        for (const { version, sql } of migrations.filter((migration) => migration.version > from)) {
          database.exec(sql);
          database.pragma(`user_version = ${version}`);
        }
        refuseDangling(database);
      })
      .immediate();
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

function refuseDangling(database: Sqlite.Database): void {
  const dangling = database.pragma("foreign_key_check") as { table: string }[];
  if (dangling.length === 0) return;
  const tables = [...new Set(dangling.map(({ table }) => table))].join(", ");
  throw new Error(`the new schema leaves ${dangling.length} rows without what they refer to, in ${tables}`);
}
