/**
 * The integrity check at startup. Reads a small file completely. For a large file, that takes too long (5 GB: 10 s and
 * more). It therefore checks only what the till uses first, and the rest once the till is open. The risk is bounded: a
 * damaged page stops the till when read, and the service knows every new payment.
 */
import { existsSync, statSync } from "node:fs";
import type { Database } from "./database.ts";
import { integrityRecord } from "./integrity-record.ts";

/** Takes about a tenth of a second to read; each backup copies it whole. */
export const SMALL_BYTES = 64 * 1024 * 1024;
/** After this many starts without a completed check, the next start reads the whole file. */
const MAX_POSTPONED = 3;
/** Rows of each large table that a power cut could have damaged. */
const NEWEST_ROWS = 100;

export function isLarge(path: string): boolean {
  return existsSync(path) && statSync(path).size > SMALL_BYTES;
}

/** Returns whether the whole file must be read before startup. */
export function isSuspect(database: Database): boolean {
  const record = integrityRecord(database);
  return record.damage() !== null || record.postponedChecks() >= MAX_POSTPONED;
}

/**
 * Checks the file's length, small tables with their indexes, the newest rows of large tables, and everything open.
 * Throws SQLite's error for an unreadable page.
 */
export function findStartupDamage(database: Database): string | null {
  const short = missingBytes(database);
  if (short !== null) return short;
  const schema = database.prepare<[], Entry>("SELECT type, name, sql FROM sqlite_schema").all();
  const tables = schema.filter(({ type, sql }) => type === "table" && !sql?.startsWith("CREATE VIRTUAL"));
  for (const { name } of tables) {
    const tableDamage = checkTable(database, name);
    if (tableDamage !== null) return tableDamage;
  }
  const names = new Set(schema.map(({ name }) => name));
  for (const sql of OPEN) if (hasTables(sql, names)) readAllRows(database, sql);
  return null;
}

interface Entry {
  type: string;
  name: string;
  sql: string | null;
}

function checkTable(database: Database, table: string): string | null {
  // Tables of the full-text index: damage there affects no payment.
  if (table.startsWith("payment_text")) return null;
  const newest = LARGE[table];
  if (newest === undefined) return damageIn(database.pragma(`quick_check(${table})`));
  readAllRows(database, `SELECT * FROM ${table} ORDER BY ${newest} DESC LIMIT ${NEWEST_ROWS}`);
  return null;
}

/** Tables that grow with every payment, and the columns that order their rows. */
const LARGE: Readonly<Record<string, string>> = {
  payment: "sequence",
  operation: "rowid",
  movement: "rowid",
  booking: "sequence",
  tally: "period",
  journal: "sequence",
  callback: "rowid",
  exchange: "sequence",
  receipt: "number",
  print_job: "sequence",
  saft_transaction: "nr",
  z_report: "number",
};

/** Work the till resumes automatically: unsettled operations and open payments. */
const OPEN = [
  "SELECT * FROM operation INDEXED BY operation_unsettled WHERE settled_at IS NULL",
  "SELECT * FROM operation INDEXED BY operation_due WHERE settled_at IS NULL",
  "SELECT * FROM payment JOIN operation USING (pos_tid) WHERE phase IN ('draft','queued','waiting','authorised','partly_captured','attention')",
  "SELECT * FROM payment INDEXED BY payment_late WHERE late IS NOT NULL",
  "SELECT * FROM payment INDEXED BY payment_reserved WHERE reserved > 0",
  "SELECT * FROM payment INDEXED BY payment_unlisted WHERE unlisted = 1",
];

/** An older database that still needs migrating may lack a table or an index. */
function hasTables(sql: string, names: ReadonlySet<string>): boolean {
  return [...sql.matchAll(/(?:FROM|JOIN|INDEXED BY) (\w+)/g)].every(([, name = ""]) => names.has(name));
}

function readAllRows(database: Database, sql: string): void {
  for (const _row of database.prepare(sql).raw().iterate());
}

/** A truncated file reads as zeros. While there is a log, it may contain the missing part. */
function missingBytes(database: Database): string | null {
  const log = `${database.name}-wal`;
  if (existsSync(log) && statSync(log).size > 0) return null;
  const [pages, size] = ["page_count", "page_size"].map((name) => Number(database.pragma(name, { simple: true })));
  const missing = (pages ?? 0) * (size ?? 0) - statSync(database.name).size;
  return missing > 0 ? `the last ${missing} bytes of the file are missing` : null;
}

export function damageIn(answer: unknown): string | null {
  const lines = (answer as Record<string, unknown>[]).flatMap((row) => Object.values(row).map(String));
  return lines.length === 1 && lines[0] === "ok" ? null : lines.join("; ");
}
