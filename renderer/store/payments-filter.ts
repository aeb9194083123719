/** Which payments the list shows: what the chips above it say, and what main is asked with. Pure. */
import type { CommandInput } from "../../contract/commands.ts";
import { PHASES, type Phase } from "../../contract/phases.ts";
import type { Outcome } from "../../contract/reports.ts";
import { businessDayOf, type ShopTime, shiftDay, startOfDay } from "../../contract/reports-time.ts";
import { APPEARANCE, type Tone } from "../kit/appearance.ts";

/** What payments are now; `refunded`, in part or in full, is one of the things that make them paid or closed. */
export type StateFilter = "all" | Tone | "refunded";

/** Business days by the shop's cut-off: those that move on with the clock by name, others by their first and last. */
export type Days =
  | { kind: "all" | "today" | "yesterday" | "week" }
  /** `2026-11-20`, both included */
  | { kind: "days"; first: string; last: string }
  /** What a report covers, to the millisecond. ISO 8601; the end is left out */
  | { kind: "times"; from: string; to: string };

export interface PaymentsFilter {
  query: string;
  days: Days;
  state: StateFilter;
  /** What happened in those days, as reports count it; null: the payments that began in them */
  booked: Outcome | null;
  /** With `booked`: the period that it was booked in, by the number of its Z; null: in any */
  period: number | null;
  /** Whose work; null: not asked about. Its name is null where there was no signed-in user */
  person: { name: string | null } | null;
}

/**
 * What a figure elsewhere asks for when it is opened. `outcome`: what happened between `from` and `to` (ISO 8601, the end
 * left out), or in a period, so that as many payments are listed as the figure counts. `state`: what payments are now,
 * of those that began then. `person`: null for what no known person did.
 */
export interface PaymentsToOpen {
  from?: string | undefined;
  to?: string | undefined;
  period?: number | undefined;
  outcome?: Outcome | undefined;
  state?: StateFilter | undefined;
  person?: string | null | undefined;
}

export const TODAYS_PAYMENTS: PaymentsFilter = {
  query: "",
  days: { kind: "today" },
  state: "all",
  booked: null,
  period: null,
  person: null,
};

export const ALL_PAYMENTS: PaymentsFilter = { ...TODAYS_PAYMENTS, days: { kind: "all" } };

/** The filter behind a figure. Days that are today's, or whole days, are named so. @param now ms since the epoch */
export function filterOf(asked: PaymentsToOpen, now: number, shop: ShopTime): PaymentsFilter {
  const { from, to, period = null, outcome = null, state = "all", person } = asked;
  const days: Days = from === undefined && to === undefined ? { kind: "all" } : namedDays(from, to, now, shop);
  return { query: "", days, state, booked: outcome, period, person: person === undefined ? null : { name: person } };
}

function namedDays(from: string | undefined, to: string | undefined, now: number, shop: ShopTime): Days {
  const start = from === undefined ? 0 : Date.parse(from);
  const end = to === undefined ? now + 1 : Date.parse(to);
  const named = (["today", "yesterday", "week"] as const).find((kind) => {
    const times = timesOfDays({ kind }, now, shop);
    return times !== null && times.from === start && times.to === end;
  });
  if (named) return { kind: named };
  const [first, last] = [businessDayOf(start, shop), businessDayOf(end - 1, shop)];
  const isWhole = startOfDay(first, shop) === start && startOfDay(shiftDay(last, 1), shop) === end;
  if (isWhole) return { kind: "days", first, last };
  return { kind: "times", from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

/** From when until when, in ms since the epoch, the end left out; null: always. A week begins on its Monday. */
export function timesOfDays(days: Days, now: number, shop: ShopTime): { from: number; to: number } | null {
  if (days.kind === "times") return { from: Date.parse(days.from), to: Date.parse(days.to) };
  const span = spanOf(days, now, shop);
  return span && { from: startOfDay(span.first, shop), to: startOfDay(shiftDay(span.last, 1), shop) };
}

/** The business days of a choice that has any: the first and the last. */
export function spanOf(days: Days, now: number, shop: ShopTime): { first: string; last: string } | null {
  const today = businessDayOf(now, shop);
  switch (days.kind) {
    case "today":
      return { first: today, last: today };
    case "yesterday":
      return { first: shiftDay(today, -1), last: shiftDay(today, -1) };
    case "week":
      return { first: shiftDay(today, -daysSinceMonday(today)), last: today };
    case "days":
      return { first: days.first, last: days.last };
    default:
      return null;
  }
}

function daysSinceMonday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** What main is asked. @param shop null: it is not known yet, and all days are meant */
export function criteriaOf(filter: PaymentsFilter, now: number, shop: ShopTime | null): CommandInput<"payment.totals"> {
  const query = filter.query.trim();
  const times = shop && timesOfDays(filter.days, now, shop);
  const { booked, period, person } = filter;
  return {
    query: query === "" ? undefined : query,
    phases: booked === null ? phasesOf(filter.state) : undefined,
    from: times ? new Date(times.from).toISOString() : undefined,
    to: times ? new Date(times.to).toISOString() : undefined,
    booked: booked ?? undefined,
    period: booked === null ? undefined : (period ?? undefined),
    person: person?.name,
  };
}

const REFUNDED: readonly Phase[] = ["partly_refunded", "refunded"];

/** The phases behind a state; undefined for all. */
export function phasesOf(state: StateFilter): Phase[] | undefined {
  if (state === "all") return undefined;
  if (state === "refunded") return [...REFUNDED];
  return PHASES.filter((phase) => APPEARANCE[phase].tone === state);
}

/** Whether anything but the days narrows it. */
export function isNarrowed({ query, state, booked, person }: PaymentsFilter): boolean {
  return query.trim() !== "" || state !== "all" || booked !== null || person !== null;
}
