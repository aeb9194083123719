/**
 * Pages through the journal, newest first. A search reads a bounded number of rows per call: a page may be short, and
 * its cursor continues the search.
 */

import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import { journalEvents } from "../../../contract/journal/events.ts";
import type { JournalLine, JournalNames, JournalPage } from "../../../contract/journal/journal.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { stripInvisible } from "../../../contract/values/plain-text.ts";
import { foldForSearch } from "../../../contract/values/search-folding.ts";
import type { Database } from "../database/database.ts";
import type { ChainRow } from "./chain.ts";
import { type JournalRow, readRow } from "./journal.ts";

const DEFAULT_LIMIT = 50;
/** Maximum number of rows that one page reads, about 50 ms of work. */
const MAX_ROWS = 40_000;

const PEOPLE_EVENTS = JSON.stringify(journalEvents(({ people }) => people));

type Search = CommandInput<"journal.list">;
type Values = Record<string, string | number>;

/** A position between two rows; the remaining rows come before it. */
interface Position {
  at: number;
  sequence: number;
}

export function journalBrowser(database: Database, maxRows = MAX_ROWS) {
  return {
    list: (search: Search): Result<JournalPage> => list(database, search, maxRows),
    names: (): Result<JournalNames> =>
      done({ events: distinct(database, "event"), people: distinct(database, "actor") }),
  };
}

function list(database: Database, search: Search, maxRows: number): Result<JournalPage> {
  const from = search.cursor === undefined ? null : readCursor(search.cursor);
  if (search.cursor !== undefined && from === null) {
    return failed("invalid_input", { fields: [invalidField("cursor", reasonFor("field_cursor"))] });
  }
  const limit = search.limit ?? DEFAULT_LIMIT;
  const plan = planOf(withPaymentId(database, search), from);
  const floor = floorOf(database, plan, maxRows);
  const rows = select(database, plan, floor, limit + 1);
  const items = rows.slice(0, limit).map((row) => lineOf(readRow(row)));
  const last = rows.length > limit ? rows[limit - 1] : floor;
  return done({
    items,
    next: last ? `${last.at}-${last.sequence}` : null,
    searchedTo: last ? new Date(last.at).toISOString() : null,
  });
}

export function lineOf({ sequence, at, event, posTid, actor, data, hash }: JournalRow): JournalLine {
  return { sequence, at: new Date(at).toISOString(), event, posTid, person: actor, values: data, hash };
}

/** The order of a search, its conditions on an index, and the conditions on each row. */
interface SearchPlan {
  order: string;
  indexConditions: string[];
  rowConditions: string[];
  values: Values;
}

/** Orders by time when the search has a time range, else by sequence: a wrong clock must not hide rows. */
function planOf(search: Search, from: Position | null): SearchPlan {
  const byTime = search.from !== undefined || search.to !== undefined;
  const exact = exactConditions(search);
  // One index drives the search: the time index, or the most selective of the others.
  const leading = byTime ? [] : exact.slice(0, 1);
  const indexed = leading.map(({ sql }) => sql);
  if (search.from) indexed.push("at >= @from");
  if (search.to) indexed.push("at < @to");
  if (from) indexed.push(byTime ? "(at, sequence) < (@fromAt, @fromSequence)" : "sequence < @fromSequence");
  const text = search.query?.trim() ?? "";
  const filters = exact.filter((condition) => !leading.includes(condition)).map(({ sql }) => sql);
  if (search.people) filters.push("event IN (SELECT value FROM json_each(@people))");
  if (text !== "") filters.push(TEXT);
  return {
    order: byTime ? "at DESC, sequence DESC" : "sequence DESC",
    indexConditions: indexed,
    rowConditions: filters,
    values: {
      ...Object.assign({}, ...exact.map(({ values }) => values)),
      ...(search.from && { from: Date.parse(search.from) }),
      ...(search.to && { to: Date.parse(search.to) }),
      ...(from && { fromAt: from.at, fromSequence: from.sequence }),
      ...(search.people && { people: PEOPLE_EVENTS }),
      ...(text !== "" && { text: `%${foldForSearch(text).replace(/[\\%_]/g, "\\$&")}%` }),
    },
  };
}

/** LIKE folds case only for ASCII. Case folding is called only for rows with other characters. */
const TEXT = ["event", "pos_tid", "actor", "data"]
  .map((column) => {
    const isLike = (text: string) => `${text} LIKE @text ESCAPE '\\'`;
    return `${isLike(column)} OR (${column} GLOB '*[^ -~]*' AND ${isLike(`fold_for_search(${column})`)})`;
  })
  .join(" OR ");

function exactConditions({ posTid, person, event }: Search): { sql: string; values: Values }[] {
  return [
    ...(posTid === undefined ? [] : [{ sql: "pos_tid = @posTid", values: { posTid } }]),
    ...(person === undefined ? [] : [{ sql: "actor = @person", values: { person } }]),
    ...(event === undefined ? [] : [{ sql: "event = @event", values: { event } }]),
  ];
}

/** Returns the last row this call reads; null when it reads all that remain. */
function floorOf(
  database: Database,
  { order, indexConditions: indexed, values }: SearchPlan,
  maxRows: number,
): Position | null {
  const sql = `SELECT at, sequence FROM journal ${whereClause(indexed)} ORDER BY ${order} LIMIT 1 OFFSET ${maxRows - 1}`;
  return database.prepare<[Values], Position>(sql).get(values) ?? null;
}

function select(database: Database, plan: SearchPlan, floor: Position | null, limit: number): ChainRow[] {
  const { order, indexConditions: indexed, rowConditions: filters, values } = plan;
  const above = order.startsWith("at") ? "(at, sequence) >= (@floorAt, @floorSequence)" : "sequence >= @floorSequence";
  const conditions = [...indexed, ...(floor ? [above] : []), ...filters.map((sql) => `+(${sql})`)];
  return database
    .prepare<[Values], ChainRow>(`SELECT * FROM journal ${whereClause(conditions)} ORDER BY ${order} LIMIT ${limit}`)
    .all({ ...values, ...(floor && { floorAt: floor.at, floorSequence: floor.sequence }) });
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : `WHERE ${conditions.map((sql) => `(${sql})`).join(" AND ")}`;
}

/** Replaces a payment's number in the query by its id, which has an index. */
function withPaymentId(database: Database, search: Search): Search {
  const query = stripInvisible(search.query ?? "").trim();
  if (query === "" || search.posTid !== undefined) return search;
  const paymentRow = database
    .prepare<[string, string, string], { pos_tid: string }>(
      "SELECT pos_tid FROM payment WHERE number = ? UNION SELECT pos_tid FROM payment WHERE pos_tid = ? UNION SELECT pos_tid FROM payment WHERE tid = ?",
    )
    .get(query.toUpperCase(), query, query);
  return paymentRow ? { ...search, query: undefined, posTid: paymentRow.pos_tid } : search;
}

function readCursor(cursor: string): Position | null {
  const [, at, sequence] = /^(-?\d{1,16})-(\d{1,16})$/.exec(cursor) ?? [];
  return at === undefined || sequence === undefined ? null : { at: Number(at), sequence: Number(sequence) };
}

/** Returns the distinct values of an indexed column by skipping through the index. */
function distinct(database: Database, column: "event" | "actor"): string[] {
  return database
    .prepare<[], { value: string }>(
      `WITH RECURSIVE hop (value) AS (
         SELECT min(${column}) FROM journal WHERE ${column} IS NOT NULL
         UNION ALL
         SELECT (SELECT min(${column}) FROM journal WHERE ${column} > hop.value) FROM hop WHERE hop.value IS NOT NULL)
       SELECT value FROM hop WHERE value IS NOT NULL`,
    )
    .all()
    .map(({ value }) => value);
}
