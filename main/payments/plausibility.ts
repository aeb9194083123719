/**
 * Plausibility of outcomes: pure. docs/reliability.md, "Plausible first". An implausible outcome is quarantined and
 * polled again (`store.ts`). If the service repeats it, it is applied or shown to an operator.
 */
import type { Facts } from "./facts.ts";
import { areExplained, areRequested, capturesOf, listedMovements } from "./listing.ts";
import { hasDuplicateIds, type Outcome, type OutcomeMovement, sum } from "./outcome.ts";

export type Implausibility =
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

/** `shouldPoll`: the order of the outcomes is unclear, so the service is polled again. */
export type Verdict =
  | { is: "news"; shouldPoll: boolean }
  | { is: "same" }
  | { is: "old"; shouldPoll: boolean }
  | { is: "doubtful"; because: Implausibility };

/** Repeats (within five seconds) after which an implausible outcome is believed. */
export const BELIEVED_AFTER_REPEATS = 2;

/** Differing implausible responses after which an operator has to decide. */
export const MAX_IMPLAUSIBLE_RESPONSES = 5;

export type KnownFacts = Pick<Facts, "intent" | "outcome" | "operations" | "hasLostOperations"> & {
  /** The service's id; null before it is known */
  tid: string | null;
};

/**
 * Compares an outcome with the known facts.
 * @param ordered true if it answers a poll that was sent after the latest known change; callbacks come in any order (G19)
 */
export function assessOutcome(received: Outcome, facts: KnownFacts, ordered: boolean): Verdict {
  const previous = facts.outcome;
  if (previous !== null && isIdentical(received, previous)) return { is: "same" };
  const problem = intrinsicProblem(received, facts);
  if (problem !== null) return { is: "doubtful", because: problem };
  if (previous === null && facts.hasLostOperations) return { is: "news", shouldPoll: false };
  // A contradictory earlier outcome is no basis for comparison.
  if (previous === null || intrinsicProblem(previous, facts) !== null)
    return newsOrDoubtful(unrequestedMovement(received, facts));
  const regression = regressionOf(received, previous, ordered);
  if (regression !== null) {
    if (ordered || isNewer(received, previous)) return { is: "doubtful", because: regression };
    return { is: "old", shouldPoll: !isNewer(previous, received) };
  }
  const unrequested = unrequestedMovement(received, facts);
  if (unrequested !== null) return { is: "doubtful", because: unrequested };
  // An older date can belong to a delayed response, so the service is polled once more.
  if (ordered || isProgress(received, previous) || isNewer(received, previous))
    return { is: "news", shouldPoll: isNewer(previous, received) };
  return isNewer(previous, received)
    ? { is: "old", shouldPoll: received.status !== previous.status }
    : { is: "news", shouldPoll: true };
}

/** True when two outcomes are identical, dates included. */
export function isIdentical(left: Outcome, right: Outcome): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** True when two outcomes differ only in their dates. */
export function isRepeat(left: Outcome, right: Outcome): boolean {
  const dateless = (outcome: Outcome): Outcome => ({ ...outcome, modifiedAt: 0, expiresAt: null });
  return isIdentical(dateless(left), dateless(right));
}

function newsOrDoubtful(because: Implausibility | null): Verdict {
  return because === null ? { is: "news", shouldPoll: false } : { is: "doubtful", because };
}

/**
 * Limit in minor units by which fees may exceed the amount. A fixed fee or a permission fee can exceed a small amount.
 */
export const MAX_FIXED_FEES = 10_000;

function intrinsicProblem(
  outcome: Outcome,
  { intent, operations, tid, hasLostOperations }: KnownFacts,
): Implausibility | null {
  const { captures, capturesOmitted, refunds, status } = outcome;
  if (outcome.posTid !== intent.posTid || (tid !== null && outcome.tid !== tid)) return "another_payment";
  if (outcome.currency !== intent.currency) return "another_payment";
  const additionalDiffers = !intent.additionalEdit && outcome.additionalAmount !== intent.additionalAmount;
  if (outcome.amount !== intent.amount || additionalDiffers) return "another_amount";
  if (hasDuplicateIds(captures) || hasDuplicateIds(refunds)) return "listed_twice";
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
function unrequestedMovement(received: Outcome, { intent, outcome, operations }: KnownFacts): Implausibility | null {
  for (const kind of ["capture", "refund"] as const) {
    const ownOperations = operations.filter((operation) => operation.kind === kind);
    const listedBefore = listedMovements(outcome, kind);
    const knownIds = new Set(listedBefore.map(({ id }) => id));
    const added = listedMovements(received, kind).filter(({ id }) => id === null || !knownIds.has(id));
    const addedWithId = added.filter(({ id }) => id !== null);
    // A movement can receive its id later (G12); the sum then stays the same.
    const sums = [totalOf(listedMovements(received, kind)), totalOf(listedBefore)] as const;
    // A service may capture a whole SALE automatically, under an id of its own (G9).
    const isFullCapture = kind === "capture" && sums[0] === received.amount + received.additionalAmount;
    const isServiceCapture = isFullCapture && intent.action === "SALE" && ownOperations.length === 0;
    const hasIncreased = sums[0] > sums[1] && !isServiceCapture;
    if (hasIncreased && !addedWithId.every(({ id }) => ownOperations.some((operation) => operation.id === id)))
      return "unasked";
    if (
      hasIncreased &&
      !areExplained(
        added.filter(({ id }) => id === null),
        listedBefore,
        ownOperations,
      )
    )
      return "unasked";
  }
  return null;
}

/** Detects a regression: a movement that disappeared, or a status that went back (G11). */
function regressionOf(received: Outcome, previous: Outcome, ordered: boolean): "gone" | "moved_back" | null {
  for (const kind of ["capture", "refund"] as const) {
    const [current, earlier] = [listedMovements(received, kind), listedMovements(previous, kind)];
    const isPreserved = earlier.every(
      (movement) =>
        movement.id === null ||
        current.some(({ id, ...other }) => id === movement.id && totalOf([{ id, ...other }]) === totalOf([movement])),
    );
    if (!isPreserved || totalOf(current) < totalOf(earlier)) return "gone";
  }
  if (STEPS[received.status] < STEPS[previous.status]) return "moved_back";
  // An approval may follow a premature failure, if it is newer or answers a later poll.
  const isReopened = previous.status === "fail" && received.status !== "fail";
  return isReopened && !ordered && !isNewer(received, previous) ? "moved_back" : null;
}

const STEPS = { pending: 0, auth: 1, fail: 1, ok: 2 } as const;

/** True when the outcome is further along: status moves one way, and movements are only added (G11). */
function isProgress(received: Outcome, previous: Outcome): boolean {
  if (received.status === "fail" && previous.status === "auth") return !isNewer(previous, received);
  const totalMoved = (outcome: Outcome) => totalOf(capturesOf(outcome)) + totalOf(outcome.refunds);
  return STEPS[received.status] > STEPS[previous.status] || totalMoved(received) > totalMoved(previous);
}

/** Dates are only a hint: they have whole seconds and can be missing. */
function isNewer(left: Outcome, right: Outcome): boolean {
  return left.modifiedAt > 0 && right.modifiedAt > 0 && left.modifiedAt > right.modifiedAt;
}

function totalOf(movements: readonly OutcomeMovement[]): number {
  return sum(movements, "amount") + sum(movements, "additionalAmount");
}
