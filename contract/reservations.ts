/** Money at risk: open reservations, what may be done with many of them at once, and the till's own rule for them. */
import type { TillError } from "./errors.ts";
import type { Payment } from "./views.ts";

export const BULK_STEPS = ["capture", "release", "reauthorise"] as const;
export type BulkStep = (typeof BULK_STEPS)[number];

/** As many reservations as one `reservation.bulk` takes: its ids fit a request to the bridge. */
export const MOST_AT_ONCE = 200;

/** A reservation with less left than this ends soon: there is one working day left to take it. */
export const SOON_MS = 24 * 3_600_000;

/** An authorisation lives 3 days (specification, section 8): a rule that acted all that time would renew without end. */
export const MAX_BEFORE_HOURS = 48;

/** What the till does by itself with a reservation that is about to end: nothing, unless the owner wants it. */
export interface ReservationRule {
  enabled: boolean;
  /** How long before a reservation ends the till acts, in hours: at most {@link MAX_BEFORE_HOURS} */
  beforeHours: number;
  /**
   * A reservation younger than this is renewed, and nothing else is done to it, in hours since it was approved, by the
   * service's clock; 0: never
   */
  renewUntilHours: number;
  /** What becomes of one that is renewed no more */
  atEnd: "capture" | "release" | "nothing";
}

export const DEFAULT_RULE: ReservationRule = { enabled: false, beforeHours: 12, renewUntilHours: 0, atEnd: "nothing" };

/**
 * Everything that is reserved and not captured, in any phase (`attention`: a capture waits for a person, say), the one
 * that ends first first. Amounts in minor units, additional amounts included.
 */
export interface Reservations {
  items: Payment[];
  /** In the till's currency: what a report of this moment has as `reserved` */
  total: number;
  /** Those that end within 24 hours */
  soon: { count: number; amount: number };
}

/** What came of one of many: its payment as it is now, or why nothing was asked of it. */
export interface BulkOutcome {
  posTid: string;
  error: TillError | null;
}

export interface ReservationValues {
  "reservation.list": Reservations;
  "reservation.bulk": { items: BulkOutcome[]; asked: number };
  "reservation.rule": ReservationRule;
  "reservation.setRule": ReservationRule;
}
