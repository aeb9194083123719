import type { Database } from "../../../main/storage/database/database.ts";

interface Table {
  name: string;
  sql: string;
}

interface Column {
  name: string;
  notnull: number;
  pk: number;
}

const TABLES = `
  SELECT name, sql FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE 'payment_text%' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/**
 * Returns schema features without an example: empty tables, nullable columns that are never or always null, and unused
 * values of a `CHECK (column IN (…))`.
 */
export function gapsOf(database: Database): string[] {
  return database
    .prepare<[], Table>(TABLES)
    .all()
    .flatMap((table) => gapsIn(database, table));
}

function gapsIn(database: Database, { name, sql }: Table): string[] {
  const columns = database.prepare<[string], Column>('SELECT name, "notnull", pk FROM pragma_table_xinfo(?)').all(name);
  const counts = columns.map((column) => `count(${column.name}) AS ${column.name}`).join(", ");
  const found = database.prepare<[], Record<string, number>>(`SELECT count(*) AS "*", ${counts} FROM ${name}`).get();
  const rows = found?.["*"] ?? 0;
  if (rows === 0) return [`${name} has no row`];
  // A table of one row cannot have both.
  const isSingle = sql.includes("CHECK (one = 1)");
  const isOptional = ({ notnull, pk }: Column) => notnull === 0 && pk === 0 && !isSingle;
  return [
    ...columns.filter((column) => found?.[column.name] === 0).map((column) => `${name}.${column.name} has no value`),
    ...columns
      .filter((column) => isOptional(column) && found?.[column.name] === rows)
      .map((column) => `${name}.${column.name} is never null`),
    ...allowedValues(sql).flatMap(([column, values]) => {
      const present = database.prepare<[], unknown>(`SELECT DISTINCT ${column} FROM ${name}`).pluck().all().map(String);
      return values.filter((value) => !present.includes(value)).map((value) => `${name}.${column} is never ${value}`);
    }),
  ];
}

/** Returns columns with enumerated values. */
function allowedValues(sql: string): [column: string, values: string[]][] {
  return [...sql.matchAll(/CHECK \((\w+) IN \(([^)]*)\)\)/g)].map(([, column = "", values = ""]) => [
    column,
    values.split(",").map((value) => value.trim().replaceAll("'", "")),
  ]);
}
