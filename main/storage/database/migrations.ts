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
 * Takes all steps that are missing as one transaction: whenever the power goes, the old schema is there or the new.
 * @throws when a row then refers to one that is not there; nothing was changed
 */
export function migrate(database: Sqlite.Database, migrations: readonly Migration[]): void {
  const from = versionOf(database);
  database
    .transaction(() => {
      for (const { version, sql } of migrations.filter((migration) => migration.version > from)) {
        database.exec(sql);
        database.pragma(`user_version = ${version}`);
      }
      const dangling = database.pragma("foreign_key_check") as unknown[];
      if (dangling.length > 0)
        throw new Error(`the new schema leaves ${dangling.length} rows without what they refer to`);
    })
    .immediate();
}
