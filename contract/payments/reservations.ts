/** Money at risk: open reservations, bulk actions, and the automatic rule. */
import type { TillError } from "../calls/errors.ts";
import type { Payment } from "./views.ts";

export const BULK_STEPS = ["capture", "release", "reauthorise"] as const;
export type BulkStep = (typeof BULK_STEPS)[number];

/** Maximum number of reservations per bulk request, so that it fits a bridge request. */
export const MAX_BULK_RESERVATIONS = 200;

/** A reservation with less time left ends soon: one working day remains. */
export const EXPIRING_SOON_MS = 24 * 3_600_000;

/** Authorisations last 3 days (specification, section 8). A longer lead would renew without end. */
export const MAX_BEFORE_HOURS = 48;

/** Automatic action on reservations that are about to expire; off by default. */
export interface ReservationRule {
  enabled: boolean;
  /** Hours before expiry, at most {@link MAX_BEFORE_HOURS} */
  beforeHours: number;
  /** Reservations younger than this are renewed. Hours since approval by the service's clock; 0: never */
  renewUntilHours: number;
  atEnd: "capture" | "release" | "nothing";
}

export const DEFAULT_RULE: ReservationRule = { enabled: false, beforeHours: 12, renewUntilHours: 0, atEnd: "nothing" };

/** Uncaptured money in any phase, earliest expiry first. Minor units, additional amounts included. */
export interface Reservations {
  items: Payment[];
  /** In the till's currency; equals `reserved` in a report of the same moment */
  total: number;
  soon: { count: number; amount: number };
}

/** Result of one payment in a bulk action: its new state, or why nothing was requested. */
export interface BulkOutcome {
  posTid: string;
  error: TillError | null;
}
