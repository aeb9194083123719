import type Sqlite from "better-sqlite3";

export interface Migration {
  version: number;
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = Object.entries(
  import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
)
  .map(([path, sql]) => ({ version: Number(/(\d{4})-[^/]*\.sql$/.exec(path)?.[1]), sql }))
  .sort((left, right) => left.version - right.version);

export const NEWEST_VERSION = newestOf(MIGRATIONS);

export function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** Returns the schema version of a file; 0 for an empty one. */
export function versionOf(database: Sqlite.Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

export function isEmpty(database: Sqlite.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}

/**
 * Applies all missing migrations as one transaction. Foreign keys are off meanwhile, as SQLite requires for replacing a
 * table (`ALTER TABLE`, section 7); a check before the commit replaces them.
 * @throws inside a transaction, or when a row refers to a missing one afterwards; the file stays unchanged
 */
export function migrate(database: Sqlite.Database, migrations: readonly Migration[]): void {
  if (database.inTransaction) throw new Error("a migration cannot run inside a transaction");
  const from = versionOf(database);
  database.pragma("foreign_keys = OFF");
  try {
    database
      .transaction(() => {
        for (const { version, sql } of migrations.filter((migration) => migration.version > from)) {
          database.exec(sql);
          database.pragma(`user_version = ${version}`);
        }
        checkForeignKeys(database);
      })
      .immediate();
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

function checkForeignKeys(database: Sqlite.Database): void {
  const dangling = database.pragma("foreign_key_check") as { table: string }[];
  if (dangling.length === 0) return;
  const tables = [...new Set(dangling.map(({ table }) => table))].join(", ");
  throw new Error(`the migration breaks the foreign keys of ${dangling.length} rows in ${tables}`);
}
