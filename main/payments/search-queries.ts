/** The SQL of a search: one query for each index that can answer a reading of the search text. */
import { OPEN_PHASES, PHASES, type Phase } from "../../contract/values/phases.ts";
import type { Term } from "./search-terms.ts";

/** Limits of a search. `after` and `before` are exclusive sequences; times in ms since the epoch. */
export interface SearchWindow {
  /** JSON array of allowed payments; null for all */
  posTids: string | null;
  after: number;
  before: number;
  /** null for any time. The end is exclusive */
  times: Times | null;
  /** Restricts to payments with a matching booking; null: no restriction */
  booked: Booked | null;
  /** Only payments with this `taken_by`; undefined for all */
  takenBy: string | null | undefined;
}

export interface Times {
  from: number;
  to: number;
}

/** Bookings of one kind in the till's currency, as reports count them. */
export interface Booked {
  kind: string;
  currency: string;
  times: Times | null;
  /** Number of their Z report, also of the open period; null for any */
  period: number | null;
  actor: string | null | undefined;
}

export interface QueryFilter extends SearchWindow {
  phases: readonly Phase[] | null;
  limit: number;
}

export type Values = Record<string, string | number | null>;

export interface SearchQuery {
  sql: string;
  values: Values;
}

/** Returns the queries that together find the payments of one reading, newest first. */
export function queriesOf(term: Term, filter: QueryFilter): SearchQuery[] {
  const { phases } = filter;
  switch (term.kind) {
    case "sequences": {
      const narrowed = {
        ...filter,
        after: Math.max(filter.after, term.from - 1),
        before: Math.min(filter.before, term.to + 1),
      };
      if (filter.takenBy !== undefined)
        return (phases ?? PHASES).map((phase) =>
          buildQuery(narrowed, BY_PERSON, { phase, takenBy: filter.takenBy ?? null }),
        );
      return phases === null
        ? [buildQuery(narrowed, [])]
        : phases.map((phase) => buildQuery(narrowed, BY_PHASE, { phase }));
    }
    case "ending": {
      const endings = JSON.stringify(endingWith(term, filter));
      return [
        buildQuery(filter, ["sequence IN (SELECT value FROM json_each(@endings))", ...amongPhases(phases)], {
          endings,
        }),
      ];
    }
    case "beginning": {
      const { sequence, text } = term;
      const condition = "sequence = @sequence AND substr(pos_tid, 1, length(@text)) = @text";
      return [buildQuery(filter, [condition, ...amongPhases(phases)], { sequence, text })];
    }
    case "reference":
      return BY_REFERENCE.map((condition) =>
        buildQuery(filter, [condition, ...amongPhases(phases)], { text: term.text }),
      );
    case "amount":
      return (phases ?? PHASES).flatMap((phase) =>
        [...BY_AMOUNT, ...(isOpen(phase) ? [BY_TOTAL] : [])].map((conditions) =>
          buildQuery(filter, conditions, { amount: term.amount, phase }),
        ),
      );
    case "customer":
      return [buildQuery(filter, [...BY_CUSTOMER, ...amongPhases(phases)], { customer: term.customer })];
    case "text":
      return [buildTextQuery(filter, term.match)];
  }
}

/** Named indexes: without statistics SQLite may choose a much slower one that is already ordered. */
const BY_PHASE = ["INDEXED BY payment_by_phase", "phase = @phase"];
const BY_PERSON = ["INDEXED BY payment_by_person", "taken_by IS @takenBy AND phase = @phase"];
const BY_AMOUNT = [
  ["INDEXED BY payment_by_amount", "amount = @amount", "phase = @phase"],
  [
    "INDEXED BY payment_by_captured",
    "captured_total = @amount AND captured_total > 0 AND captured_total <> amount",
    "phase = @phase",
  ],
];
/** The total on the phone of an open payment's customer. Checked row by row, since few payments are open. */
const BY_TOTAL = [
  "INDEXED BY payment_by_phase",
  "phase = @phase",
  "amount + coalesce(json_extract(outcome, '$.additionalAmount'), additional_amount) = @amount",
];

function isOpen(phase: Phase): boolean {
  return (OPEN_PHASES as readonly Phase[]).includes(phase);
}

/** Must match the partial index `payment_by_customer`, which excludes customers known only by a token. */
const BY_CUSTOMER = ["INDEXED BY payment_by_customer", "customer = @customer AND customer <> '•••'"];
const BY_REFERENCE = ["number = upper(@text)", "pos_tid = @text", "pos_tid = upper(@text)", "tid = @text"];

/** Condition checked row by row: the plus keeps SQLite from using the index by phase. */
export function amongPhases(phases: readonly Phase[] | null): string[] {
  return phases === null ? [] : [`+phase IN (${phases.map((phase) => `'${phase}'`).join(", ")})`];
}

const BY_POS_TIDS =
  "sequence IN (SELECT sequence FROM payment WHERE pos_tid IN (SELECT value FROM json_each(@posTids)))";

export function narrowing({ posTids, times, booked, takenBy }: Omit<SearchWindow, "after" | "before">): {
  conditions: string[];
  values: Values;
} {
  const conditions = [
    ...(posTids === null ? [] : [BY_POS_TIDS]),
    ...(times === null ? [] : ["+created_at >= @from AND +created_at < @to"]),
    ...(takenBy === undefined ? [] : ["+taken_by IS @takenBy"]),
    ...(booked === null
      ? []
      : [
          `sequence IN (SELECT sequence FROM payment WHERE pos_tid IN (SELECT pos_tid ${bookings(booked)} AND ${IS_POSITIVE}))`,
        ]),
  ];
  const filterValues: Values = { posTids, ...times, ...(takenBy === undefined ? {} : { takenBy }) };
  return { conditions, values: { ...filterValues, ...(booked === null ? {} : bookedValues(booked)) } };
}

/** Excludes corrections, which undo bookings. */
export const IS_POSITIVE = "amount + additional_amount > 0";

/** Returns `FROM booking … WHERE …`. The bookings of a period are consecutive. */
export function bookings({ times, period, actor }: Booked): string {
  const conditions = [
    "kind = @kind AND currency = @currency",
    ...(times === null ? [] : ["at >= @bookedFrom AND at < @bookedTo"]),
    ...(period === null ? [] : [IN_PERIOD]),
    ...(actor === undefined ? [] : ["actor IS @actor"]),
  ];
  const index = period === null ? "INDEXED BY booking_by_time" : "NOT INDEXED";
  return `FROM booking ${index} WHERE ${conditions.join(" AND ")}`;
}

const IN_PERIOD = `booking.sequence > (SELECT coalesce(max(through), 0) FROM z_report WHERE number < @period)
  AND booking.sequence <= coalesce((SELECT through FROM z_report WHERE number = @period), ${Number.MAX_SAFE_INTEGER})
  AND period = @period`;

export function bookedValues({ kind, currency, times, period, actor = null }: Booked): Values {
  return { kind, currency, period, actor, bookedFrom: times?.from ?? null, bookedTo: times?.to ?? null };
}

/** @param indexAndConditions conditions; the first may name the index instead */
function buildQuery(filter: QueryFilter, indexAndConditions: readonly string[], values: Values = {}): SearchQuery {
  const { after, before, limit } = filter;
  const [index = "", ...rest] = indexAndConditions[0]?.startsWith("INDEXED BY")
    ? indexAndConditions
    : ["", ...indexAndConditions];
  const narrowed = narrowing(filter);
  const conditions = [...rest, "sequence > @after AND sequence < @before", ...narrowed.conditions];
  return {
    sql: `SELECT pos_tid, sequence FROM payment ${index} WHERE ${conditions.join(" AND ")} ORDER BY sequence DESC LIMIT @limit`,
    values: { ...narrowed.values, ...values, after, before, limit },
  };
}

/** Searches the full-text index, which stores only sequences. */
function buildTextQuery(filter: QueryFilter, match: string): SearchQuery {
  const { after, before, phases, limit } = filter;
  const narrowed = narrowing(filter);
  const conditions = [
    "payment_text MATCH @match AND payment_text.rowid > @after AND payment_text.rowid < @before",
    ...amongPhases(phases),
    ...narrowed.conditions,
  ];
  return {
    sql: `SELECT pos_tid, sequence FROM payment_text CROSS JOIN payment ON payment.sequence = payment_text.rowid
      WHERE ${conditions.join(" AND ")} ORDER BY payment_text.rowid DESC LIMIT @limit`,
    values: { match, ...narrowed.values, after, before, limit },
  };
}

/** Returns all sequences in the window with these last digits. */
function endingWith({ value, digits }: { value: number; digits: number }, { after, before }: SearchWindow): number[] {
  const step = 10 ** digits;
  const first = value + Math.max(0, Math.ceil((after + 1 - value) / step)) * step;
  return Array.from({ length: Math.max(0, Math.ceil((before - first) / step)) }, (_, index) => first + index * step);
}
