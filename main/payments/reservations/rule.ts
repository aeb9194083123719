/** The till's rule for reservations that are about to end: pure. */
import { type BulkStep, MAX_BEFORE_HOURS, type ReservationRule } from "../../../contract/reservations.ts";
import type { PaymentStep } from "../../../contract/views.ts";

const HOUR_MS = 3_600_000;

/** Of an authorisation's life the till acts in the last two thirds at most, however short a service makes it. */
const ACTS_IN = 2 / 3;

/** The rest of an authorisation in which what could not be renewed is captured, where the rule captures in the end. */
export const LAST_CHANCE_MS = 2 * HOUR_MS;

/** Times in ms since the epoch by the service's clock. */
export interface Reservation {
  /** When the service was first seen to hold the money */
  since: number;
  /** When its present authorisation began, as far as the till knows: then, or at the rule's last renewal */
  authorisedAt: number;
  expiresAt: number | null;
  /** What may be done with it now */
  steps: readonly PaymentStep[];
  /**
   * Whether a capture, release … of it is under way (`live`), or waits for operator action (`parked`); `again`: that is the
   * rule's own capture alone, and it may be sent once more
   */
  open: "none" | "live" | "parked" | "again";
  /** What the rule has done about this very authorisation already */
  fired: readonly BulkStep[];
}

/** What the rule does: a step, or `again`: its own capture, which the service refused, is sent once more as it was. */
export type RuleStep = BulkStep | "again";

/**
 * Decides what the till does about one reservation now. Until it is as old as the rule says it is renewed, once in each
 * authorisation, and never released. Where that came to nothing, what is to be captured in the end is captured while it
 * still can be: it ends now, too. Beside what waits for operator action nothing is
 * captured or released: it is renewed, so that there is still something to decide about. Its own capture that waits there
 * the rule may try again, also before the next window: every hour less is one in which nothing is taken.
 * @param now ms since the epoch by the service's clock
 * @returns the step to take once, or null: nothing yet, or nothing any more
 */
export function ruleStep(rule: ReservationRule, reservation: Reservation, now: number): RuleStep | null {
  const { expiresAt, open } = reservation;
  if (!rule.enabled || expiresAt === null || expiresAt <= now) return null;
  const isTime = expiresAt - now <= windowOf(rule, reservation, expiresAt);
  const step = isTime ? stepInTime(rule, reservation, { now, left: expiresAt - now }) : null;
  return step ?? (open === "again" && rule.atEnd === "capture" ? "again" : null);
}

/** What is to be done about one whose time has come. */
function stepInTime(
  rule: ReservationRule,
  { since, steps, fired, open }: Reservation,
  { now, left }: { now: number; left: number },
): BulkStep | null {
  const once = (step: BulkStep) => (steps.includes(step) && !fired.includes(step) ? step : null);
  if (now - since < rule.renewUntilHours * HOUR_MS) {
    const isLastChance = rule.atEnd === "capture" && open === "none" && left <= LAST_CHANCE_MS;
    return once("reauthorise") ?? (isLastChance ? once("capture") : null);
  }
  if (rule.atEnd === "nothing") return null;
  if (open === "parked" || open === "again") return once("reauthorise");
  return open === "live" ? null : once(rule.atEnd);
}

/** How long before its end the till acts: never at the beginning of an authorisation, or each renewal called for the next. */
function windowOf({ beforeHours }: ReservationRule, { authorisedAt }: Reservation, expiresAt: number): number {
  return Math.min(Math.min(beforeHours, MAX_BEFORE_HOURS) * HOUR_MS, (expiresAt - authorisedAt) * ACTS_IN);
}
