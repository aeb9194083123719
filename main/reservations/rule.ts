/** The till's rule for reservations that are about to end: pure. */
import type { BulkStep, ReservationRule } from "../../contract/reservations.ts";
import type { PaymentStep } from "../../contract/views.ts";

const HOUR_MS = 3_600_000;
/** When a renewal did not come about, the last step waits until this shortly before the end: a person may come first. */
export const LAST_CHANCE_MS = 2 * HOUR_MS;

export interface Reservation {
  /** When the payment was begun, and when its authorisation ends: ms since the epoch by the service's clock */
  createdAt: number;
  expiresAt: number | null;
  /** What may be done with it now */
  steps: readonly PaymentStep[];
  /** What the rule has done about this very authorisation already */
  fired: readonly BulkStep[];
}

/**
 * Decides what the till does about one reservation now.
 * @param now ms since the epoch by the service's clock
 * @returns the step to take once, or null: nothing yet, or nothing any more
 */
export function ruleStep(rule: ReservationRule, reservation: Reservation, now: number): BulkStep | null {
  const { createdAt, expiresAt, steps, fired } = reservation;
  if (!rule.enabled || expiresAt === null) return null;
  const left = expiresAt - now;
  if (left <= 0 || left > rule.beforeHours * HOUR_MS) return null;
  const young = now - createdAt < rule.renewUntilHours * HOUR_MS;
  if (young && !fired.includes("reauthorise")) return steps.includes("reauthorise") ? "reauthorise" : null;
  if (young && left > LAST_CHANCE_MS) return null;
  if (rule.atEnd === "nothing" || fired.includes(rule.atEnd)) return null;
  return steps.includes(rule.atEnd) ? rule.atEnd : null;
}
