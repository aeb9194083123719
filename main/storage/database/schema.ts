/** Compares the schema of a file with the schema that this program makes, so that no trigger or view comes from elsewhere. */
import Sqlite from "better-sqlite3";
import { MIGRATIONS, migrate, versionOf } from "./migrations.ts";

interface SchemaRow {
  type: string;
  name: string;
  table: string;
  sql: string | null;
}

/** What SQLite keeps about a database itself. */
const SQLITES_OWN: ReadonlySet<string> = new Set(["sqlite_sequence", "sqlite_stat1", "sqlite_stat4"]);

/**
 * Compares a database with an empty one on which the migrations up to its version have run.
 * @returns the first difference, as in `the trigger x is not the till's`; null when there is none
 */
export function schemaDifference(database: Sqlite.Database): string | null {
  const expected = expectedSchema(versionOf(database));
  const found = schemaOf(database);
  for (const [key, { type, name, sql }] of found) {
    const own = expected.get(key);
    if (own === undefined && !SQLITES_OWN.has(name)) return `the ${type} ${name} is not the till's`;
    if (own !== undefined && withoutComments(own.sql) !== withoutComments(sql))
      return `the ${type} ${name} is another than the till's`;
  }
  const [missing] = [...expected].filter(([key]) => !found.has(key));
  return missing === undefined ? null : `the ${missing[1].type} ${missing[1].name} is missing`;
}

function expectedSchema(version: number): Map<string, SchemaRow> {
  const empty = new Sqlite(":memory:");
  try {
    migrate(
      empty,
      MIGRATIONS.filter((migration) => migration.version <= version),
    );
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}

function schemaOf(database: Sqlite.Database): Map<string, SchemaRow> {
  const rows = database.prepare<[], SchemaRow>("SELECT type, name, tbl_name AS 'table', sql FROM sqlite_schema").all();
  return new Map(rows.map((row) => [`${row.type} ${row.name} ${row.table}`, row]));
}

/** SQLite keeps the text of a statement: a comment that was reworded since makes no other table. */
function withoutComments(sql: string | null): string {
  return (sql ?? "").replace(/--[^\n]*/g, "").replace(/\s+/g, " ");
}
