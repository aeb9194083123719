/**
 * The integrity check of a database at startup. A small file is read whole. Reading a large one takes
 * longer than anybody waits at a counter (5 GB: 10 s and more), and says the same a minute later: so of a large one that
 * nothing speaks against, everything is read that the till acts on first, and the rest by the care as soon as the till
 * is open (`main/storage/backups/integrity.ts`). What is left to chance in between is bounded: a damaged page that the till comes
 * across stops it, backups are copies that were checked, and whatever it takes meanwhile the service knows.
 */
import { existsSync, statSync } from "node:fs";
import type { Database } from "./database.ts";
import { integrityRecord } from "./integrity-record.ts";

/** Read whole in about a tenth of a second, and copied whole by each backup. */
export const SMALL_BYTES = 64 * 1024 * 1024;
/** So many starts in a row may end before the rest was read; the next one reads it first. */
const MOST_OWED = 3;
/** Of each large table the rows that were written last: what a power cut could have spoilt. */
const NEWEST_ROWS = 100;

/** Whether reading all of a file takes longer than a start may. */
export function isLarge(path: string): boolean {
  return existsSync(path) && statSync(path).size > SMALL_BYTES;
}

/** Whether something speaks against going on before all of it was read. */
export function isSuspect(database: Database): boolean {
  const record = integrityRecord(database);
  return record.damage() !== null || record.owed() >= MOST_OWED;
}

/**
 * Checks the most important parts first: the file's length, every small table with its indices, the newest rows of the
 * large ones, and all that is open.
 * @returns what is wrong, in SQLite's words; null when nothing is
 * @throws what SQLite says of a page that cannot be read
 */
export function findStartupDamage(database: Database): string | null {
  const short = shortBy(database);
  if (short !== null) return short;
  const schema = database.prepare<[], Entry>("SELECT type, name, sql FROM sqlite_schema").all();
  const tables = schema.filter(({ type, sql }) => type === "table" && !sql?.startsWith("CREATE VIRTUAL"));
  for (const { name } of tables) {
    const found = lookAt(database, name);
    if (found !== null) return found;
  }
  const names = new Set(schema.map(({ name }) => name));
  for (const sql of OPEN) if (isKnown(sql, names)) readThrough(database, sql);
  return null;
}

interface Entry {
  type: string;
  name: string;
  sql: string | null;
}

function lookAt(database: Database, table: string): string | null {
  // The full-text index keeps its own tables: what is wrong with them spoils no payment.
  if (table.startsWith("payment_text")) return null;
  const newest = LARGE[table];
  if (newest === undefined) return answerOf(database.pragma(`quick_check(${table})`));
  readThrough(database, `SELECT * FROM ${table} ORDER BY ${newest} DESC LIMIT ${NEWEST_ROWS}`);
  return null;
}

/** The tables that grow with every payment, and what their newest rows are found by. */
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

/** What the till continues by itself after a start: unsettled operations, and payments that are not over. */
const OPEN = [
  "SELECT * FROM operation INDEXED BY operation_unsettled WHERE settled_at IS NULL",
  "SELECT * FROM operation INDEXED BY operation_due WHERE settled_at IS NULL",
  "SELECT * FROM payment JOIN operation USING (pos_tid) WHERE phase IN ('draft','queued','waiting','authorised','partly_captured','attention')",
  "SELECT * FROM payment INDEXED BY payment_late WHERE late IS NOT NULL",
  "SELECT * FROM payment INDEXED BY payment_reserved WHERE reserved > 0",
  "SELECT * FROM payment INDEXED BY payment_unlisted WHERE unlisted = 1",
];

/** An older till's database has yet to be brought up to date: it may lack a table or an index. */
function isKnown(sql: string, names: ReadonlySet<string>): boolean {
  return [...sql.matchAll(/(?:FROM|JOIN|INDEXED BY) (\w+)/g)].every(([, name = ""]) => names.has(name));
}

function readThrough(database: Database, sql: string): void {
  for (const _row of database.prepare(sql).raw().iterate());
}

/** A file that was cut off reads as zeros. While there is a log, what is missing may be in that. */
function shortBy(database: Database): string | null {
  const log = `${database.name}-wal`;
  if (existsSync(log) && statSync(log).size > 0) return null;
  const [pages, size] = ["page_count", "page_size"].map((name) => Number(database.pragma(name, { simple: true })));
  const missing = (pages ?? 0) * (size ?? 0) - statSync(database.name).size;
  return missing > 0 ? `${missing} bytes of it are missing at its end` : null;
}

/** What `quick_check` or `integrity_check` answered; null: nothing is wrong. */
export function answerOf(answer: unknown): string | null {
  const lines = (answer as Record<string, unknown>[]).flatMap((row) => Object.values(row).map(String));
  return lines.length === 1 && lines[0] === "ok" ? null : lines.join("; ");
}
