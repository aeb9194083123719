import { businessDayOf, type ShopTime, shiftDay, startOfDay } from "../../contract/accounting/reports-time.ts";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import { PHASES, type Phase } from "../../contract/values/phases.ts";
import { APPEARANCE } from "../kit/appearance.ts";
import type { Days, PaymentsFilter, PaymentsToOpen, StateFilter } from "./payments-filter.ts";

/**
 * Returns the filter of a figure. Today and whole days keep their name.
 * @param now ms since the epoch
 */
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

/** Returns the range in ms since the epoch, end exclusive; null: always. Weeks start on Monday. */
export function timesOfDays(days: Days, now: number, shop: ShopTime): { from: number; to: number } | null {
  if (days.kind === "times") return { from: Date.parse(days.from), to: Date.parse(days.to) };
  const span = spanOf(days, now, shop);
  return span && { from: startOfDay(span.first, shop), to: startOfDay(shiftDay(span.last, 1), shop) };
}

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

/**
 * Returns the query.
 * @param shop null: unknown, no restriction by day
 */
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

/** Returns the phases of a state; undefined for all. */
export function phasesOf(state: StateFilter): Phase[] | undefined {
  if (state === "all") return undefined;
  if (state === "refunded") return [...REFUNDED];
  return PHASES.filter((phase) => APPEARANCE[phase].tone === state);
}
