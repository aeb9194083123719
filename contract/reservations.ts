/** Money at risk: open reservations, what may be done with many of them at once, and the till's own rule for them. */
import type { TillError } from "./errors.ts";
import type { Payment } from "./views.ts";

export const BULK_STEPS = ["capture", "release", "reauthorise"] as const;
export type BulkStep = (typeof BULK_STEPS)[number];

/** What the till does by itself with a reservation that is about to end: nothing, unless the owner wants it. */
export interface ReservationRule {
  enabled: boolean;
  /** How long before a reservation ends the till acts, in hours */
  beforeHours: number;
  /** A reservation younger than this is renewed, in hours since the payment was begun; 0: never */
  renewUntilHours: number;
  /** What becomes of one that is renewed no more */
  atEnd: "capture" | "release" | "nothing";
}

export const DEFAULT_RULE: ReservationRule = { enabled: false, beforeHours: 12, renewUntilHours: 0, atEnd: "nothing" };

/** Open reservations, the one that ends first first. Amounts in minor units, additional amounts included. */
export interface Reservations {
  items: Payment[];
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
