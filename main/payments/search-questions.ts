/** What a search asks the database: one question for each index that a reading of the query is answered from. Pure. */
import { OPEN_PHASES, PHASES, type Phase } from "../../contract/phases.ts";
import type { Term } from "./search-terms.ts";

/** Which payments: sequences between the two, both left out, and what narrows them. Times in ms since the epoch. */
export interface Window {
  /** A JSON array of those that alone are meant; null: all are */
  posTids: string | null;
  after: number;
  before: number;
  /** Null: whenever. The end is left out */
  times: Times | null;
  /** Only payments of which this was booked; null: whatever was */
  booked: Booked | null;
  /** Only what this person took, as `taken_by` has it; undefined: every person */
  takenBy: string | null | undefined;
}

export interface Times {
  from: number;
  to: number;
}

/** Bookings as reports count them: of one kind, in the till's currency. */
export interface Booked {
  kind: string;
  currency: string;
  times: Times | null;
  /** By the number that its Z has or will have; null: in any */
  period: number | null;
  /** Whose; undefined: not asked about */
  actor: string | null | undefined;
}

export interface Wanted extends Window {
  /** Null: all */
  phases: readonly Phase[] | null;
  limit: number;
}

export type Values = Record<string, string | number | null>;

export interface Question {
  sql: string;
  values: Values;
}

/** What a term asks the database: where the index has the phases too, once for each of them. */
export function questionsOf(term: Term, wanted: Wanted): Question[] {
  const { phases } = wanted;
  switch (term.kind) {
    case "sequences": {
      const narrowed = {
        ...wanted,
        after: Math.max(wanted.after, term.from - 1),
        before: Math.min(wanted.before, term.to + 1),
      };
      if (wanted.takenBy !== undefined)
        return (phases ?? PHASES).map((phase) => ask(narrowed, PERSON, { phase, takenBy: wanted.takenBy ?? null }));
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
const PERSON = ["INDEXED BY payment_by_person", "taken_by IS @takenBy AND phase = @phase"];
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
export function amongPhases(phases: readonly Phase[] | null): string[] {
  return phases === null ? [] : [`+phase IN (${phases.map((phase) => `'${phase}'`).join(", ")})`];
}

const AMONG = "sequence IN (SELECT sequence FROM payment WHERE pos_tid IN (SELECT value FROM json_each(@posTids)))";

/** What narrows every question alike, beside the sequences, as conditions and the values that they name. */
export function narrowing({ posTids, times, booked, takenBy }: Omit<Window, "after" | "before">): {
  conditions: string[];
  values: Values;
} {
  const conditions = [
    ...(posTids === null ? [] : [AMONG]),
    ...(times === null ? [] : ["+created_at >= @from AND +created_at < @to"]),
    ...(takenBy === undefined ? [] : ["+taken_by IS @takenBy"]),
    ...(booked === null
      ? []
      : [
          `sequence IN (SELECT sequence FROM payment WHERE pos_tid IN (SELECT pos_tid ${bookings(booked)} AND ${MORE}))`,
        ]),
  ];
  const own: Values = { posTids, ...times, ...(takenBy === undefined ? {} : { takenBy }) };
  return { conditions, values: { ...own, ...(booked === null ? {} : bookedValues(booked)) } };
}

/** A booking that counts: the others are corrections by which something is taken back. */
export const MORE = "amount + additional_amount > 0";

/** `FROM booking … WHERE …`. The bookings of a period follow one another: from the end of the Z before to its own. */
export function bookings({ times, period, actor }: Booked): string {
  const conditions = [
    "kind = @kind AND currency = @currency",
    ...(times === null ? [] : ["at >= @bookedFrom AND at < @bookedTo"]),
    ...(period === null ? [] : [PERIOD]),
    ...(actor === undefined ? [] : ["actor IS @actor"]),
  ];
  const index = period === null ? "INDEXED BY booking_by_time" : "NOT INDEXED";
  return `FROM booking ${index} WHERE ${conditions.join(" AND ")}`;
}

const PERIOD = `booking.sequence > (SELECT coalesce(max(through), 0) FROM z_report WHERE number < @period)
  AND booking.sequence <= coalesce((SELECT through FROM z_report WHERE number = @period), ${Number.MAX_SAFE_INTEGER})
  AND period = @period`;

/** What {@link bookings} names. */
export function bookedValues({ kind, currency, times, period, actor = null }: Booked): Values {
  return { kind, currency, period, actor, bookedFrom: times?.from ?? null, bookedTo: times?.to ?? null };
}

/** @param own conditions, the first of which may name the index instead */
function ask(wanted: Wanted, own: readonly string[], values: Values = {}): Question {
  const { after, before, limit } = wanted;
  const [index = "", ...rest] = own[0]?.startsWith("INDEXED BY") ? own : ["", ...own];
  const narrowed = narrowing(wanted);
  const conditions = [...rest, "sequence > @after AND sequence < @before", ...narrowed.conditions];
  return {
    sql: `SELECT pos_tid, sequence FROM payment ${index} WHERE ${conditions.join(" AND ")} ORDER BY sequence DESC LIMIT @limit`,
    values: { ...narrowed.values, ...values, after, before, limit },
  };
}

/** The full-text index knows sequences alone, and gives the newest first. */
function askText(wanted: Wanted, match: string): Question {
  const { after, before, phases, limit } = wanted;
  const narrowed = narrowing(wanted);
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

/** The sequences with these last digits, of those that there are: a thousand of a million. */
function endingWith({ value, digits }: { value: number; digits: number }, { after, before }: Window): number[] {
  const step = 10 ** digits;
  const first = value + Math.max(0, Math.ceil((after + 1 - value) / step)) * step;
  return Array.from({ length: Math.max(0, Math.ceil((before - first) / step)) }, (_, at) => first + at * step);
}
