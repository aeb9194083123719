/** Compares a file's schema with the expected one, so that no foreign trigger or view is accepted. */
import Sqlite from "better-sqlite3";
import { MIGRATIONS, migrate, versionOf } from "./migrations.ts";

interface SchemaRow {
  type: string;
  name: string;
  table: string;
  sql: string | null;
}

const ADDED_BY_SQLITE: ReadonlyMap<string, string> = new Map([
  ["sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"],
  ["sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"],
  ["sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"],
]);

/** Returns the first difference to an empty database of the same version, as the end of a sentence; null for none. */
export function schemaDifference(database: Sqlite.Database): string | null {
  const expected = new Map(expectedSchema(versionOf(database)).map((row) => [keyOf(row), row]));
  for (const row of schemaOf(database)) {
    const { type, name, table, sql } = row;
    const isAdded = type === "table" && name === table && sql !== null && ADDED_BY_SQLITE.get(name) === sql;
    const expectedRow = expected.get(keyOf(row));
    if (expectedRow === undefined && !isAdded) return `the ${type} ${name} does not belong to a till`;
    if (expectedRow !== undefined && withoutComments(expectedRow.sql) !== withoutComments(sql))
      return `the ${type} ${name} differs from the till's`;
    // A second row of the same name is then a difference.
    expected.delete(keyOf(row));
  }
  const [missing] = expected.values();
  return missing === undefined ? null : `the ${missing.type} ${missing.name} is missing`;
}

function expectedSchema(version: number): SchemaRow[] {
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

function schemaOf(database: Sqlite.Database): SchemaRow[] {
  return database.prepare<[], SchemaRow>("SELECT type, name, tbl_name AS 'table', sql FROM sqlite_schema").all();
}

function keyOf({ type, name, table }: SchemaRow): string {
  return JSON.stringify([type, name, table]);
}

/** Quoted text, or comments and white space between tokens, by SQLite's rules. */
const QUOTED_OR_SPACE =
  /('(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?:[ \t\n\f\r]|--[^\n]*|\/\*[\s\S]*?\*\/)+/g;

/** Removes comments from a stored statement, since rewording one changes nothing. Keeps quoted text. */
function withoutComments(sql: string | null): string {
  return (sql ?? "").replace(QUOTED_OR_SPACE, (_, quoted?: string) => quoted ?? " ");
}
