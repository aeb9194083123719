import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "../../../../../main/storage/database/database.ts";
import { MIGRATIONS, migrate, NEWEST_VERSION, versionOf } from "../../../../../main/storage/database/migrations.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { databasesOfAllVersions, type LeftDatabase } from "../../../../support/upgrade/ages.ts";
import { problemsOf, schemaOf } from "../../../../support/upgrade/check.ts";
import { ROWS } from "../../../../support/upgrade/rows.ts";

const folder = temporaryFolder();
let left: Map<number, LeftDatabase> = new Map();
let freshSchema: string[] = [];

beforeAll(() => {
  left = databasesOfAllVersions(join(folder.path, "ages.db"));
  const fresh = connect(":memory:");
  migrate(fresh, MIGRATIONS);
  freshSchema = schemaOf(fresh);
  fresh.close();
});
afterAll(() => folder[Symbol.dispose]());

/** Opens the file of a version as an upgrade does. */
function open(version: number): Database {
  const file = join(folder.path, `from-${version}.db`);
  writeFileSync(file, left.get(version)?.bytes ?? "");
  const database = connect(file);
  // Another test covers power cuts.
  database.pragma("synchronous = OFF");
  return database;
}

/** Columns whose values a migration rewrites, by its number; all other values stay the same. */
const REWRITTEN: Readonly<Record<string, number>> = { "operation.fingerprint": 40, "callback.fingerprint": 42 };

/** Tables that a migration replaces. */
const REPLACED: readonly string[] = ["pin_guard", "reconciliation_result"];

type Table = Record<string, unknown>[];

/** The rows of all tables, except totals that are recomputed. */
function contentsOf(database: Database): Map<string, Table> {
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'payment_text%'")
    .pluck()
    .all();
  return new Map(tables.map((name) => [name, database.prepare<[], Table[number]>(`SELECT * FROM ${name}`).all()]));
}

/** The values of the columns that the table had before, as comparable texts in no order. */
function valuesOf(rows: Table, columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
}

function differences(from: number, before: Map<string, Table>, after: Map<string, Table>): string[] {
  return [...before].flatMap(([name, rows]) => {
    if (REPLACED.includes(name) && from < 17) return [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !(from < (REWRITTEN[`${name}.${column}`] ?? 0)));
    const now = after.get(name) ?? [];
    const isSame = valuesOf(rows, columns).join() === valuesOf(now, columns).join();
    return isSame ? [] : [`${name}: ${rows.length} rows were there, ${now.length} others are`];
  });
}

/** The captured, refunded and tipped totals of the payments; the bookings and their totals must match. */
function totalsOf(database: Database): LeftDatabase["service"] | string[] {
  const sum = (sql: string) => Number(database.prepare(`SELECT coalesce(sum(${sql}`).pluck().get());
  const sums = (column: string, kind: string) => [
    sum(`${column}), 0) FROM booking WHERE kind = '${kind}'`),
    sum(`${column}), 0) FROM tally WHERE kind = '${kind}'`),
  ];
  const captured = [sum("captured_total), 0) FROM payment"), ...sums("amount + additional_amount", "capture")];
  const refunded = [sum("refunded_total), 0) FROM payment"), ...sums("amount + additional_amount", "refund")];
  const tips = [sum("captured_additional), 0) FROM payment"), ...sums("additional_amount", "capture")];
  const isEqual = (all: readonly number[]) => new Set(all).size === 1;
  if (![captured, refunded, tips].every(isEqual)) return [`${captured}`, `${refunded}`, `${tips}`];
  return { captured: captured[0] ?? 0, refunded: refunded[0] ?? 0, tips: tips[0] ?? 0 };
}

describe("upgrade tests", () => {
  it("have rows for every migration", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../../../main/storage/database/migrations"));
    const versions = files.map((file) => Number(file.slice(0, 4))).sort((one, other) => one - other);
    const named = Object.keys(ROWS).map(Number);
    expect(named.sort((one, other) => one - other)).toEqual(versions);
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(versions);
  });

  it.each(MIGRATIONS.map(({ version }) => version))(
    "have an example of every kind of value at version %i",
    (version) => {
      expect(left.get(version)?.gaps).toEqual([]);
    },
  );
});

describe("an upgrade from version", () => {
  it.each(MIGRATIONS.map(({ version }) => version))(
    "%i keeps every row and total, and has the schema of a new file",
    (version) => {
      const database = open(version);
      try {
        const before = contentsOf(database);
        migrate(database, MIGRATIONS);
        expect(versionOf(database)).toBe(NEWEST_VERSION);
        expect(differences(version, before, contentsOf(database))).toEqual([]);
        expect(schemaOf(database)).toEqual(freshSchema);
        expect(problemsOf(database)).toEqual([]);
        expect(totalsOf(database)).toEqual(left.get(version)?.service);
        expect(database.pragma("foreign_keys", { simple: true })).toBe(1);
      } finally {
        database.close();
      }
    },
  );
});
