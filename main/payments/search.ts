import type { CommandInput } from "../../contract/commands.ts";
import { done, failed, type Result, wrongField } from "../../contract/errors.ts";
import { isPresent, OPEN_PHASES, PHASES, type Phase } from "../../contract/phases.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { PaymentPage } from "../../contract/views.ts";
import type { Database } from "../storage/database/database.ts";
import { type SearchPlace, type Term, termsOf } from "./search-terms.ts";
import type { PaymentStore } from "./store.ts";

const DEFAULT_LIMIT = 50;
/** More than ever wait for their customers. */
const AT_MOST = 1_000_000;

export interface ListPorts {
  database: Database;
  store: PaymentStore;
  currency: string;
  /** Of the payments that wait for their customer, the only ones that the acting user may see; null: all of them */
  only?: ((posTid: string) => boolean) | null;
}

/**
 * Lists payments, newest first. The query finds a number by its beginning or its last digits, a reference, an amount as
 * people write it, the end of a phone number, or words of the text ({@link termsOf}); each from an index of its own, so
 * that a million payments are as quick as a hundred.
 * @returns a page and the cursor of the next, which stays right while new payments are made
 */
export function listPayments(ports: ListPorts, input: CommandInput<"payment.list">): Result<PaymentPage> {
  const { database, store, currency, only = null } = ports;
  const phases = only === null ? (input.phases ?? null) : (input.phases ?? PHASES).filter(isPresent);
  if (phases?.length === 0) return done({ items: [], next: null });
  // Where most are left out a page of the others may hold none: all are looked at.
  const limit = only === null ? (input.limit ?? input.posTids?.length ?? DEFAULT_LIMIT) : AT_MOST;
  const cursor = input.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(input.cursor);
  if (cursor === null) {
    return failed("invalid_input", { fields: [wrongField("cursor", reasonFor("field_cursor"))] });
  }
  const search = openSearch(database);
  const window = search.window(input, cursor);
  const query = input.query?.trim() ?? "";
  const terms = query === "" ? [EVERYTHING] : termsOf(query, search.place(currency));
  const rows = terms
    .flatMap((term) => search.find(term, { ...window, phases, limit: limit + 1 }))
    .filter(({ pos_tid: posTid }) => only?.(posTid) ?? true);
  const found = [...new Map(rows.map((row) => [row.sequence, row])).values()];
  found.sort((one, other) => other.sequence - one.sequence);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return done({
    items: page.map((row) => store.view(row.pos_tid)),
    next: found.length > limit && last ? `before-${last.sequence}` : null,
  });
}

function readCursor(cursor: string): number | null {
  const sequence = /^before-(\d{1,15})$/.exec(cursor)?.[1];
  return sequence === undefined ? null : Number(sequence);
}

const EVERYTHING: Term = { kind: "sequences", from: 0, to: Number.MAX_SAFE_INTEGER };

/** Where to look: sequences between the two, both left out, and moments. Times in ms since the epoch. */
interface Window {
  /** A JSON array of those that alone are meant; null: all are */
  posTids: string | null;
  after: number;
  before: number;
  /** Null: whenever. The end is left out */
  times: { from: number; to: number } | null;
}

interface Wanted extends Window {
  /** Null: all */
  phases: readonly Phase[] | null;
  limit: number;
}

interface Found {
  pos_tid: string;
  sequence: number;
}

interface Search {
  window(range: { from?: string; to?: string; posTids?: string[] }, cursor: number): Window;
  place(currency: string): SearchPlace;
  /** The newest payments that one reading of the query finds, newest first */
  find(term: Term, wanted: Wanted): Found[];
}

type Values = Record<string, string | number | null>;

const searches = new WeakMap<Database, Search>();

/** The statements of a search, each prepared once for a database. */
function openSearch(database: Database): Search {
  const known = searches.get(database);
  if (known) return known;
  const all = statements<Found>(database);
  const newest = database.prepare<[], { number: string; sequence: number }>(
    "SELECT number, sequence FROM payment ORDER BY sequence DESC LIMIT 1",
  );
  const span = openSpan(database);
  const made: Search = {
    window({ from, to, posTids }, cursor) {
      const times = { from: from ? Date.parse(from) : 0, to: to ? Date.parse(to) : Number.MAX_SAFE_INTEGER };
      const end = (newest.get()?.sequence ?? 0) + 1;
      const { after, before } = from || to ? span(times) : { after: -1, before: end };
      return {
        after,
        before: Math.min(before, cursor, end),
        times: from || to ? times : null,
        posTids: posTids ? JSON.stringify(posTids) : null,
      };
    },
    place(currency) {
      const last = newest.get();
      return { currency, prefix: last?.number.split("-")[0] ?? null, highest: last?.sequence ?? 0 };
    },
    find: (term, wanted) => questionsOf(term, wanted).flatMap(({ sql, values }) => all(sql)(values)),
  };
  searches.set(database, made);
  return made;
}

function statements<Row>(database: Database): (sql: string) => (values: Values) => Row[] {
  const prepared = new Map<string, (values: Values) => Row[]>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare<[Values], Row>(sql);
    const ask = (values: Values) => statement.all(values);
    prepared.set(sql, ask);
    return ask;
  };
}

/**
 * Which sequences a stretch of time has. They follow the time but where the clock was set back, and then too
 * nothing may be left out: so all of the stretch is looked at, in an index that has both.
 */
function openSpan(database: Database): (times: { from: number; to: number }) => { after: number; before: number } {
  const ends = database.prepare<[], { first: number | null; last: number | null }>(
    "SELECT (SELECT min(created_at) FROM payment) AS first, (SELECT max(created_at) FROM payment) AS last",
  );
  const within = database.prepare<Values, { first: number | null; last: number | null }>(
    `SELECT min(sequence) AS first, max(sequence) AS last FROM payment INDEXED BY payment_by_time
     WHERE created_at >= @from AND created_at < @to`,
  );
  return ({ from, to }) => {
    const { first, last } = ends.get() ?? { first: null, last: null };
    if (first === null || last === null || (from <= first && to > last)) {
      return { after: -1, before: Number.MAX_SAFE_INTEGER };
    }
    const found = within.get({ from, to });
    return { after: (found?.first ?? 0) - 1, before: (found?.last ?? -1) + 1 };
  };
}

interface Question {
  sql: string;
  values: Values;
}

/** What a term asks the database: where the index has the phases too, once for each of them. */
function questionsOf(term: Term, wanted: Wanted): Question[] {
  const { phases } = wanted;
  switch (term.kind) {
    case "sequences": {
      const narrowed = {
        ...wanted,
        after: Math.max(wanted.after, term.from - 1),
        before: Math.min(wanted.before, term.to + 1),
      };
      return phases === null ? [ask(narrowed, [])] : phases.map((phase) => ask(narrowed, PHASE, { phase }));
    }
    case "ending": {
      const endings = JSON.stringify(endingWith(term, wanted));
      return [
        ask(wanted, ["sequence IN (SELECT value FROM json_each(@endings))", ...amongPhases(phases)], { endings }),
      ];
    }
    case "beginning": {
      const { sequence, text } = term;
      const own = "sequence = @own AND substr(pos_tid, 1, length(@text)) = @text";
      return [ask(wanted, [own, ...amongPhases(phases)], { own: sequence, text })];
    }
    case "reference":
      return REFERENCES.map((own) => ask(wanted, [own, ...amongPhases(phases)], { text: term.text }));
    case "amount":
      return (phases ?? PHASES).flatMap((phase) =>
        [...AMOUNTS, ...(isOpen(phase) ? [TOTAL] : [])].map((own) => ask(wanted, own, { amount: term.amount, phase })),
      );
    case "customer":
      return [ask(wanted, [...CUSTOMER, ...amongPhases(phases)], { customer: term.customer })];
    case "text":
      return [askText(wanted, term.match)];
  }
}

/** Each by its index, named: without statistics SQLite may take another that is in order, and much longer. */
const PHASE = ["INDEXED BY payment_by_phase", "phase = @phase"];
const AMOUNTS = [
  ["INDEXED BY payment_by_amount", "amount = @amount", "phase = @phase"],
  [
    "INDEXED BY payment_by_captured",
    "captured_total = @amount AND captured_total > 0 AND captured_total <> amount",
    "phase = @phase",
  ],
];
/**
 * What the customer's phone shows of a payment that is still open: with the additional amount, as the service last had
 * it. Looked at row by row: only as many are open as there are customers whose money is not taken yet.
 */
const TOTAL = [
  "INDEXED BY payment_by_phase",
  "phase = @phase",
  "amount + coalesce(json_extract(outcome, '$.additionalAmount'), additional_amount) = @amount",
];

function isOpen(phase: Phase): boolean {
  return (OPEN_PHASES as readonly Phase[]).includes(phase);
}

/** As the index has it: a customer of whom only a token is known is not searched for. */
const CUSTOMER = ["INDEXED BY payment_by_customer", "customer = @customer AND customer <> '•••'"];
const REFERENCES = ["number = upper(@text)", "pos_tid = @text", "pos_tid = upper(@text)", "tid = @text"];

/** Looked at row by row, where few rows are left: the plus keeps the index of phases out. */
function amongPhases(phases: readonly Phase[] | null): string[] {
  return phases === null ? [] : [`+phase IN (${phases.map((phase) => `'${phase}'`).join(", ")})`];
}

const AMONG = "sequence IN (SELECT sequence FROM payment WHERE pos_tid IN (SELECT value FROM json_each(@posTids)))";

/** @param own conditions, the first of which may name the index instead */
function ask({ after, before, times, posTids, limit }: Wanted, own: readonly string[], values: Values = {}): Question {
  const [index = "", ...rest] = own[0]?.startsWith("INDEXED BY") ? own : ["", ...own];
  const conditions = [
    ...rest,
    ...(posTids === null ? [] : [AMONG]),
    "sequence > @after AND sequence < @before",
    ...(times === null ? [] : ["+created_at >= @from AND +created_at < @to"]),
  ];
  return {
    sql: `SELECT pos_tid, sequence FROM payment ${index} WHERE ${conditions.join(" AND ")} ORDER BY sequence DESC LIMIT @limit`,
    values: { ...values, after, before, limit, posTids, ...times },
  };
}

/** The full-text index knows sequences alone, and gives the newest first. */
function askText({ after, before, times, posTids, phases, limit }: Wanted, match: string): Question {
  const conditions = [
    "payment_text MATCH @match AND payment_text.rowid > @after AND payment_text.rowid < @before",
    ...amongPhases(phases),
    ...(posTids === null ? [] : [AMONG]),
    ...(times === null ? [] : ["created_at >= @from AND created_at < @to"]),
  ];
  return {
    sql: `SELECT pos_tid, sequence FROM payment_text CROSS JOIN payment ON payment.sequence = payment_text.rowid
      WHERE ${conditions.join(" AND ")} ORDER BY payment_text.rowid DESC LIMIT @limit`,
    values: { match, after, before, limit, posTids, ...times },
  };
}

/** The sequences with these last digits, of those that there are: a thousand of a million. */
function endingWith({ value, digits }: { value: number; digits: number }, { after, before }: Window): number[] {
  const step = 10 ** digits;
  const first = value + Math.max(0, Math.ceil((after + 1 - value) / step)) * step;
  return Array.from({ length: Math.max(0, Math.ceil((before - first) / step)) }, (_, at) => first + at * step);
}
