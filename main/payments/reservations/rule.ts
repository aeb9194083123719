/** The till's rule for expiring reservations. Pure functions. */
import { type BulkStep, MAX_BEFORE_HOURS, type ReservationRule } from "../../../contract/payments/reservations.ts";
import type { PaymentStep } from "../../../contract/payments/views.ts";

const HOUR_MS = 3_600_000;

/** Part of an authorisation's lifetime, at its end, in which the till may act. */
const WINDOW_FRACTION = 2 / 3;

/** Time before expiry when a reservation that could not be renewed is captured, if the rule ends in a capture. */
export const LAST_CHANCE_MS = 2 * HOUR_MS;

/** Times in ms since the epoch by the service's clock. */
export interface Reservation {
  since: number;
  /** When the current authorisation began: `since`, or the rule's last renewal */
  authorisedAt: number;
  expiresAt: number | null;
  steps: readonly PaymentStep[];
  /**
   * State of the unsettled operation: in progress (`live`), waiting for an operator (`parked`), or the rule's own capture to
   * retry
   */
  open: "none" | "live" | "parked" | "retry";
  fired: readonly BulkStep[];
}

/** The rule's action; `retry` repeats its own refused capture. */
export type RuleStep = BulkStep | "retry";

/**
 * Returns the rule's action for one reservation. Until `renewUntilHours` it is renewed once per authorisation, and
 * never released. If a renewal fails, a rule that ends in a capture captures before expiry. While an operation is
 * parked, the reservation is only renewed. The rule's own parked capture is retried at any time.
 * @param now ms since the epoch by the service's clock
 */
export function ruleStep(rule: ReservationRule, reservation: Reservation, now: number): RuleStep | null {
  const { expiresAt, open } = reservation;
  if (!rule.enabled || expiresAt === null || expiresAt <= now) return null;
  const isTime = expiresAt - now <= windowOf(rule, reservation, expiresAt);
  const step = isTime ? stepInTime(rule, reservation, { now, leftMs: expiresAt - now }) : null;
  return step ?? (open === "retry" && rule.atEnd === "capture" ? "retry" : null);
}

function stepInTime(
  rule: ReservationRule,
  { since, steps, fired, open }: Reservation,
  { now, leftMs }: { now: number; leftMs: number },
): BulkStep | null {
  const stepOnce = (step: BulkStep) => (steps.includes(step) && !fired.includes(step) ? step : null);
  if (now - since < rule.renewUntilHours * HOUR_MS) {
    const isLastChance = rule.atEnd === "capture" && open === "none" && leftMs <= LAST_CHANCE_MS;
    return stepOnce("reauthorise") ?? (isLastChance ? stepOnce("capture") : null);
  }
  if (rule.atEnd === "nothing") return null;
  if (open === "parked" || open === "retry") return stepOnce("reauthorise");
  return open === "live" ? null : stepOnce(rule.atEnd);
}

/** Returns how long before expiry the till acts. Acting at the start would make each renewal trigger the next. */
function windowOf({ beforeHours }: ReservationRule, { authorisedAt }: Reservation, expiresAt: number): number {
  return Math.min(Math.min(beforeHours, MAX_BEFORE_HOURS) * HOUR_MS, (expiresAt - authorisedAt) * WINDOW_FRACTION);
}
