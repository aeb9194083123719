/** Today: how the business day goes, against the same weekday of last week. Amounts in minor units, times ISO 8601 in UTC. */
import type { Reserved } from "./reports-totals.ts";

/** The business day so far, against the same weekday of last week. */
export interface Today {
  businessDay: string;
  from: string;
  to: string;
  /** Until when figures are in it: now */
  asOf: string;
  currency: string;
  /** Captured */
  sold: number;
  /** `sold` less what was refunded */
  net: number;
  /** Payments captured */
  count: number;
  /** `sold` / `count`, rounded half up; null without a payment */
  average: number | null;
  tips: number;
  /** Of the payments that a customer or their bank answered */
  declined: { count: number; outOf: number };
  refunds: { count: number; amount: number };
  reserved: Reserved;
  /** Of those: what ends within 24 hours */
  soon: Reserved;
  /** Payments that a person must look at, of whatever day */
  attention: number;
  lapsed: Lapsed;
  lastWeek: LastWeek;
  /** Oldest first; hours that only one of the two days has (clocks changed) have null for the other */
  hours: TodayHour[];
  /** Who made today's sales and refunds, the most captured first */
  persons: TodayPerson[];
  /** What was sold in the payments first captured today: the largest sums first, and what was keyed in without a name last */
  products: TodayProduct[];
}

/** Reservations that ended by themselves: money that was approved and never captured. */
export interface Lapsed extends Reserved {
  /** The start of the business day, or the last close where that is earlier: so each is seen at least once */
  since: string;
  /** The latest first, at most {@link MOST_LAPSED} */
  items: { posTid: string; number: string; amount: number; at: string }[];
}

/** So many of them are named. */
export const MOST_LAPSED = 20;

/** So many products are listed. */
export const MOST_PRODUCTS = 50;

/** The same weekday of last week. */
export interface LastWeek {
  businessDay: string;
  /** Whether this till was in use that day: without it zeros say nothing */
  known: boolean;
  /** Captured until the same time of that day, less what was refunded until then */
  netByNow: number;
}

export interface TodayHour {
  hour: number;
  label: string;
  /** Null: this day has no such hour. Hours to come are 0. */
  captured: number | null;
  count: number | null;
  lastWeek: number | null;
}

export interface TodayPerson {
  /** The name that the journal has; null: no signed-in user */
  person: string | null;
  /** Payments captured, each at its first capture today: their sum is the day's */
  count: number;
  captured: number;
  refunded: number;
}

export interface TodayProduct {
  /** The catalogue's id of it; null: the sale gave a name alone, or none */
  productId: string | null;
  /** As the catalogue has it; of what is no longer in it, as it was sold last; null: all that was keyed in without one */
  name: string | null;
  /** How many; of what is weighed, how many times */
  quantity: number;
  /** What was charged for it: less what was taken off */
  amount: number;
}

/**
 * How today's net differs from last week's by now, as a share of that: 0.12 is 12 % more.
 * @returns null where there is nothing to compare with: no last week, or nothing sold in it by now
 */
export function changeSinceLastWeek({
  net,
  lastWeek,
}: Pick<Today, "net"> & { lastWeek: Pick<LastWeek, "known" | "netByNow"> }): number | null {
  const { known, netByNow } = lastWeek;
  return known && netByNow > 0 ? (net - netByNow) / netByNow : null;
}
