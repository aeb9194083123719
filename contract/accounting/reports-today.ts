/**
 * The current business day, compared with the same weekday last week. Amounts in minor units, times ISO 8601 in UTC.
 */
import type { Reserved } from "./reports-totals.ts";

export interface Today {
  businessDay: string;
  from: string;
  to: string;
  asOf: string;
  currency: string;
  sold: number;
  net: number;
  count: number;
  /** `sold` / `count`, rounded half up; null: no payments */
  average: number | null;
  tips: number;
  /** Of all payments answered by the customer or the bank */
  declined: { count: number; outOf: number };
  refunds: { count: number; amount: number };
  reserved: Reserved;
  /** Reservations that expire within 24 hours */
  soon: Reserved;
  /** Payments of any day that need a person */
  attention: number;
  lapsed: Lapsed;
  lastWeek: LastWeek;
  /** Oldest first; null for an hour that the other day lacks (clock change) */
  hours: TodayHour[];
  persons: TodayPerson[];
  /** Items of payments first captured today, largest sum first, unnamed amounts last */
  products: TodayProduct[];
}

/** Reservations that expired without a capture. */
export interface Lapsed extends Reserved {
  /** Start of the business day or the last close, whichever is earlier, so that each is shown at least once */
  since: string;
  /** Latest first, at most {@link MAX_LAPSED} */
  items: { posTid: string; number: string; amount: number; at: string }[];
}

export const MAX_LAPSED = 20;

export const MAX_TODAY_PRODUCTS = 50;

export interface LastWeek {
  businessDay: string;
  /** False if this till was not in use that day */
  known: boolean;
  /** Captured minus refunded until the same time of that day */
  netByNow: number;
}

export interface TodayHour {
  hour: number;
  label: string;
  /** Null: no such hour. Future hours are 0. */
  captured: number | null;
  count: number | null;
  lastWeek: number | null;
}

export interface TodayPerson {
  person: string | null;
  /** Counted at the first capture today, so the sum is the day's */
  count: number;
  captured: number;
  refunded: number;
}

export interface TodayProduct {
  /** null: the item has no catalogue id */
  productId: string | null;
  /** From the catalogue, or as last sold; null: all unnamed amounts */
  name: string | null;
  /** For products sold by weight, the number of weighings */
  quantity: number;
  amount: number;
}

/**
 * Returns the change of today's net since last week as a share: 0.12 is 12 % more. Null without a comparable figure.
 */
export function changeSinceLastWeek({
  net,
  lastWeek,
}: Pick<Today, "net"> & { lastWeek: Pick<LastWeek, "known" | "netByNow"> }): number | null {
  const { known, netByNow } = lastWeek;
  return known && netByNow > 0 ? (net - netByNow) / netByNow : null;
}
