import type { Outcome } from "../../contract/accounting/reports.ts";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import type { PaymentPage } from "../../contract/payments/views.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { OPEN_PHASES } from "../../contract/values/phases.ts";
import type { Visibility } from "../bridge/locked-events.ts";
import type { Database } from "../storage/database/database.ts";
import { type QueryFilter, queriesOf, type SearchWindow, type Times, type Values } from "./search-queries.ts";
import { type SearchContext, type Term, termsOf } from "./search-terms.ts";
import type { PaymentStore } from "./store.ts";
import { spanOf } from "./time-span.ts";
import { customerView } from "./view.ts";

const DEFAULT_LIMIT = 50;
const MAX_RESULTS = 1_000_000;

export interface ListPorts {
  database: Database;
  store: PaymentStore;
  currency: string;
  /** Filters the open payments that the acting user may see; null for all payments */
  isVisible?: ((posTid: string) => boolean) | null;
}

/**
 * Lists payments, newest first. The search text matches a number by its beginning or last digits, a reference, an
 * amount, the end of a phone number, or words of the text ({@link termsOf}). Each reading uses an index.
 * @returns a page with the cursor of the next; new payments do not move the cursor
 */
export function listPayments(ports: ListPorts, input: CommandInput<"payment.list">): Result<PaymentPage> {
  const { database, store, currency, isVisible = null } = ports;
  const phases =
    isVisible === null ? (input.phases ?? null) : OPEN_PHASES.filter((phase) => input.phases?.includes(phase) ?? true);
  if (phases?.length === 0) return done({ items: [], next: null });
  // A filtered page could be empty, so all payments are read.
  const limit = isVisible === null ? (input.limit ?? input.posTids?.length ?? DEFAULT_LIMIT) : MAX_RESULTS;
  const cursor = input.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(input.cursor);
  if (cursor === null) {
    return failed("invalid_input", { fields: [invalidField("cursor", reasonFor("field_cursor"))] });
  }
  const search = openSearch(database);
  const attempted = input.attempt === undefined ? null : [store.rows.findByAttempt(input.attempt)?.posTid ?? ""];
  const window = search.window({ ...input, posTids: attempted ?? input.posTids }, currency, cursor);
  const query = input.query?.trim() ?? "";
  const terms = query === "" ? [EVERYTHING] : termsOf(query, search.context(currency));
  const rows = terms
    .flatMap((term) => search.find(term, { ...window, phases, limit: limit + 1 }))
    .filter(({ pos_tid: posTid }) => isVisible?.(posTid) ?? true);
  const matches = [...new Map(rows.map((row) => [row.sequence, row])).values()];
  matches.sort((left, right) => right.sequence - left.sequence);
  const page = matches.slice(0, limit);
  const last = page.at(-1);
  return done({
    items: store.views(page.map((row) => row.pos_tid)),
    next: matches.length > limit && last ? `before-${last.sequence}` : null,
  });
}

/** Lists payments as the acting user may see them: while the till is locked, those on the screen as their customers do. */
export function listSeenPayments(
  ports: ListPorts,
  input: CommandInput<"payment.list">,
  seen: Pick<Visibility, "isLocked" | "isOnScreen">,
): Result<PaymentPage> {
  if (!seen.isLocked()) return listPayments(ports, input);
  const page = listPayments({ ...ports, isVisible: seen.isOnScreen }, input);
  return page.ok ? done({ ...page.value, items: page.value.items.map(customerView) }) : page;
}

function readCursor(cursor: string): number | null {
  const sequence = /^before-(\d{1,15})$/.exec(cursor)?.[1];
  return sequence === undefined ? null : Number(sequence);
}

export const EVERYTHING: Term = { kind: "sequences", from: 0, to: Number.MAX_SAFE_INTEGER };

interface FoundRow {
  pos_tid: string;
  sequence: number;
}

type SearchFilter = Pick<CommandInput<"payment.totals">, "from" | "to" | "posTids" | "booked" | "period" | "person">;

export interface Search {
  window(filter: SearchFilter, currency: string, cursor: number): SearchWindow;
  context(currency: string): SearchContext;
  /** Returns the newest payments for one reading of the search text, newest first */
  find(term: Term, filter: QueryFilter): FoundRow[];
}

const searches = new WeakMap<Database, Search>();

export function openSearch(database: Database): Search {
  const cached = searches.get(database);
  if (cached) return cached;
  const rows = preparedQuery<FoundRow>(database);
  const newest = database.prepare<[], { number: string; sequence: number }>(
    "SELECT number, sequence FROM payment ORDER BY sequence DESC LIMIT 1",
  );
  const span = spanOf(database);
  const search: Search = {
    window(filter, currency, cursor) {
      const { booked, posTids, person } = filter;
      const times = timesOf(filter);
      const end = (newest.get()?.sequence ?? 0) + 1;
      const startTimes = booked === undefined ? times : null;
      const { after, before } = startTimes ? span(startTimes) : { after: -1, before: end };
      const kind = booked && BOOKING_OF[booked];
      return {
        after,
        before: Math.min(before, cursor, end),
        times: startTimes,
        posTids: posTids ? JSON.stringify(posTids) : null,
        booked: kind ? { kind, currency, times, period: filter.period ?? null, actor: person } : null,
        takenBy: booked === undefined ? person : undefined,
      };
    },
    context(currency) {
      const last = newest.get();
      return { currency, prefix: last?.number.split("-")[0] ?? null, highest: last?.sequence ?? 0 };
    },
    find: (term, filter) => queriesOf(term, filter).flatMap(({ sql, values }) => rows(sql, values)),
  };
  searches.set(database, search);
  return search;
}

export const BOOKING_OF = {
  captured: "capture",
  refunded: "refund",
  approved: "approved",
  released: "released",
  aborted: "aborted",
  rejected: "rejected",
  expired: "expired",
} as const satisfies Record<Outcome, string>;

function timesOf({ from, to }: SearchFilter): Times | null {
  if (!(from || to)) return null;
  return { from: from ? Date.parse(from) : 0, to: to ? Date.parse(to) : Number.MAX_SAFE_INTEGER };
}

const prepared = new WeakMap<Database, Map<string, (values: Values) => unknown[]>>();

/** Returns a query function that prepares each statement once per database. */
export function preparedQuery<Row>(database: Database): (sql: string, values: Values) => Row[] {
  const statements = prepared.get(database) ?? new Map<string, (values: Values) => unknown[]>();
  prepared.set(database, statements);
  return (sql, values) => {
    const run = statements.get(sql);
    if (run) return run(values) as Row[];
    const statement = database.prepare<[Values], Row>(sql);
    statements.set(sql, (nextValues) => statement.all(nextValues));
    return statement.all(values);
  };
}
