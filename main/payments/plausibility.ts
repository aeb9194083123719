/**
 * Plausibility of outcomes: pure. docs/reliability.md, "Plausible first". An implausible outcome is quarantined and
 * polled again (`store.ts`). If the service repeats it, it is applied or shown to an operator.
 */
import type { Facts } from "./facts.ts";
import { areExplained, areRequested, capturesOf, listedOf } from "./listing.ts";
import { hasTwice, type Outcome, type OutcomeMovement, sum } from "./outcome.ts";

export type Doubt =
  // On its own
  | "another_payment"
  | "another_amount"
  | "listed_twice"
  | "over_amount"
  | "over_captured"
  | "wrong_rest"
  | "failed_with_captures"
  | "fee_over_amount"
  | "paid_without_capture"
  // Compared with the till's operations
  | "unasked"
  // Compared with the earlier outcome
  | "gone"
  | "moved_back";

export type Verdict =
  /** `ask`: the order of the outcomes is unclear; apply the latest and poll again */
  { is: "news"; ask: boolean } | { is: "same" } | { is: "old"; ask: boolean } | { is: "doubtful"; because: Doubt };

/** Repeats (within five seconds) after which an implausible outcome is believed. */
export const BELIEVED_AFTER_REPEATS = 2;

/** Differing implausible responses after which an operator has to decide. */
export const MAX_IMPLAUSIBLE_RESPONSES = 5;

export type Known = Pick<Facts, "intent" | "outcome" | "operations" | "hasLostOperations"> & {
  /** The service's id; null before it is known */
  tid: string | null;
};

/**
 * Compares an outcome with the known facts.
 * @param ordered true when it answers a poll sent after everything known; callbacks come in any order (G19)
 */
export function assessOutcome(heard: Outcome, known: Known, ordered: boolean): Verdict {
  const before = known.outcome;
  if (before !== null && isIdentical(heard, before)) return { is: "same" };
  const byItself = intrinsicDoubt(heard, known);
  if (byItself !== null) return { is: "doubtful", because: byItself };
  if (before === null && known.hasLostOperations) return { is: "news", ask: false };
  // A contradictory earlier outcome is no basis for comparison.
  if (before === null || intrinsicDoubt(before, known) !== null) return newsUnless(unrequestedDoubt(heard, known));
  const back = regressionOf(heard, before, ordered);
  if (back !== null) {
    if (ordered || isNewer(heard, before)) return { is: "doubtful", because: back };
    return { is: "old", ask: !isNewer(before, heard) };
  }
  const unasked = unrequestedDoubt(heard, known);
  if (unasked !== null) return { is: "doubtful", because: unasked };
  // An older date can belong to a delayed response, so the service is polled once more.
  if (ordered || progresses(heard, before) || isNewer(heard, before))
    return { is: "news", ask: isNewer(before, heard) };
  return isNewer(before, heard) ? { is: "old", ask: heard.status !== before.status } : { is: "news", ask: true };
}

/** True when two outcomes are identical, dates included. */
export function isIdentical(one: Outcome, other: Outcome): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function insists(one: Outcome, other: Outcome): boolean {
  const dateless = (outcome: Outcome): Outcome => ({ ...outcome, modifiedAt: 0, expiresAt: null });
  return isIdentical(dateless(one), dateless(other));
}

function newsUnless(because: Doubt | null): Verdict {
  return because === null ? { is: "news", ask: false } : { is: "doubtful", because };
}

/**
 * Limit in minor units by which fees may exceed the amount. A fixed fee or a permission fee can exceed a small amount.
 */
export const MAX_FIXED_FEES = 10_000;

function intrinsicDoubt(outcome: Outcome, { intent, operations, tid, hasLostOperations }: Known): Doubt | null {
  const { captures, capturesOmitted, refunds, status } = outcome;
  if (outcome.posTid !== intent.posTid || (tid !== null && outcome.tid !== tid)) return "another_payment";
  if (outcome.currency !== intent.currency) return "another_payment";
  const additionalDiffers = !intent.additionalEdit && outcome.additionalAmount !== intent.additionalAmount;
  if (outcome.amount !== intent.amount || additionalDiffers) return "another_amount";
  if (hasTwice(captures) || hasTwice(refunds)) return "listed_twice";
  const captured = { amount: sum(captures, "amount"), additionalAmount: sum(captures, "additionalAmount") };
  if (captured.amount > outcome.amount || captured.additionalAmount > outcome.additionalAmount) return "over_amount";
  if (outcome.transactionFee + outcome.interchangeFee > outcome.amount + outcome.additionalAmount + MAX_FIXED_FEES)
    return "fee_over_amount";
  if (status === "fail" && !hasLostOperations && !areRequested(captures, operations)) return "failed_with_captures";
  if (status === "ok" && captures.length === 0 && !capturesOmitted) return "paid_without_capture";
  if (totalOf(refunds) > totalOf(captures)) return "over_captured";
  // The amount still available is the amount minus captures (2.3).
  const rest =
    outcome.authAmount === outcome.amount - captured.amount &&
    outcome.authAdditionalAmount === outcome.additionalAmount - captured.additionalAmount;
  return status === "auth" && !rest && !capturesOmitted ? "wrong_rest" : null;
}

/** Detects a new movement that this till did not request: made elsewhere, or false. */
function unrequestedDoubt(heard: Outcome, { intent, outcome, operations }: Known): Doubt | null {
  for (const kind of ["capture", "refund"] as const) {
    const own = operations.filter((operation) => operation.kind === kind);
    const before = listedOf(outcome, kind);
    const knownIds = new Set(before.map(({ id }) => id));
    const fresh = listedOf(heard, kind).filter(({ id }) => id === null || !knownIds.has(id));
    const named = fresh.filter(({ id }) => id !== null);
    // A movement can receive its id later (G12); the sum then stays the same.
    const sums = [totalOf(listedOf(heard, kind)), totalOf(before)] as const;
    // A service may capture a whole SALE automatically, under an id of its own (G9).
    const whole = kind === "capture" && sums[0] === heard.amount + heard.additionalAmount;
    const itself = whole && intent.action === "SALE" && own.length === 0;
    const grown = sums[0] > sums[1] && !itself;
    if (grown && !named.every(({ id }) => own.some((operation) => operation.id === id))) return "unasked";
    if (
      grown &&
      !areExplained(
        fresh.filter(({ id }) => id === null),
        before,
        own,
      )
    )
      return "unasked";
  }
  return null;
}

/** Detects a regression: a movement that disappeared, or a status that went back (G11). */
function regressionOf(heard: Outcome, before: Outcome, ordered: boolean): "gone" | "moved_back" | null {
  for (const kind of ["capture", "refund"] as const) {
    const [now, then] = [listedOf(heard, kind), listedOf(before, kind)];
    const kept = then.every(
      (movement) =>
        movement.id === null ||
        now.some(({ id, ...other }) => id === movement.id && totalOf([{ id, ...other }]) === totalOf([movement])),
    );
    if (!kept || totalOf(now) < totalOf(then)) return "gone";
  }
  if (STEPS[heard.status] < STEPS[before.status]) return "moved_back";
  // An approval may follow a premature failure, if it is newer or answers a later poll.
  const revived = before.status === "fail" && heard.status !== "fail";
  return revived && !ordered && !isNewer(heard, before) ? "moved_back" : null;
}

const STEPS = { pending: 0, auth: 1, fail: 1, ok: 2 } as const;

/** True when the outcome is further along: status moves one way, and movements are only added (G11). */
function progresses(heard: Outcome, before: Outcome): boolean {
  if (heard.status === "fail" && before.status === "auth") return !isNewer(before, heard);
  const moved = (outcome: Outcome) => totalOf(capturesOf(outcome)) + totalOf(outcome.refunds);
  return STEPS[heard.status] > STEPS[before.status] || moved(heard) > moved(before);
}

/** Dates are only a hint: they have whole seconds and can be missing. */
function isNewer(one: Outcome, other: Outcome): boolean {
  return one.modifiedAt > 0 && other.modifiedAt > 0 && one.modifiedAt > other.modifiedAt;
}

function totalOf(movements: readonly OutcomeMovement[]): number {
  return sum(movements, "amount") + sum(movements, "additionalAmount");
}
