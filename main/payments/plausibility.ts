/**
 * Plausibility of outcomes: pure. docs/reliability.md, "Plausible first". What cannot be is
 * held back and asked for again (`store.ts`); what the service insists on is then believed, or shown to an operator.
 */
import type { Facts } from "./facts.ts";
import { areAsked, areOurs, capturesOf, listedOf } from "./listing.ts";
import { hasTwice, type Outcome, type OutcomeMovement, sum } from "./outcome.ts";

/** Why an outcome is not believed at once. */
export type Doubt =
  // By itself
  | "another_payment"
  | "another_amount"
  | "listed_twice"
  | "over_amount"
  | "over_captured"
  | "wrong_rest"
  | "failed_with_captures"
  | "fee_over_amount"
  | "paid_without_capture"
  // Against what the till asked for
  | "unasked"
  // Against what the service said before
  | "gone"
  | "moved_back";

/** What is to be done about an outcome that was heard. */
export type Verdict =
  /** `ask`: among equals the last that was heard wins, and the service is asked whether it was the last that it said */
  | { is: "news"; ask: boolean }
  | { is: "same" }
  /** It was said before what is known */
  | { is: "old"; ask: boolean }
  | { is: "doubtful"; because: Doubt };

/** So often what cannot be right is asked for again (within five seconds) before it is believed. */
export const INSISTS_AFTER = 2;

/** And after so many answers that cannot be right, each in another way, an operator is told. */
export const UNSTEADY_AFTER = 5;

/** What an outcome is weighed against. */
export type Known = Pick<Facts, "intent" | "outcome" | "operations" | "hasLostOperations"> & {
  /** The service's id of the payment, once it gave one */
  tid: string | null;
};

/**
 * Weighs an outcome against what is known.
 * @param ordered whether it answers a question that was asked after everything that is known was said and done; a
 *   callback comes in any order (G19)
 */
export function weigh(heard: Outcome, known: Known, ordered: boolean): Verdict {
  const before = known.outcome;
  if (before !== null && saysTheSame(heard, before)) return { is: "same" };
  const byItself = doubtByItself(heard, known);
  if (byItself !== null) return { is: "doubtful", because: byItself };
  // What the service says first is then all that is known.
  if (before === null && known.hasLostOperations) return { is: "news", ask: false };
  // What was contradictory has nothing to say against what is not.
  if (before === null || doubtByItself(before, known) !== null) return newsUnless(unaskedDoubt(heard, known));
  const back = regress(heard, before, ordered);
  if (back !== null) {
    if (ordered || isNewer(heard, before)) return { is: "doubtful", because: back };
    return { is: "old", ask: !isNewer(before, heard) };
  }
  const unasked = unaskedDoubt(heard, known);
  if (unasked !== null) return { is: "doubtful", because: unasked };
  // A date that goes back may belong to an answer that was overtaken on its way: the service is asked once more.
  if (ordered || progresses(heard, before) || isNewer(heard, before))
    return { is: "news", ask: isNewer(before, heard) };
  return isNewer(before, heard) ? { is: "old", ask: heard.status !== before.status } : { is: "news", ask: true };
}

/** Whether two outcomes say the same of a payment, date and all. */
export function saysTheSame(one: Outcome, other: Outcome): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the service says again what it said, whatever dates it puts to it. */
export function insists(one: Outcome, other: Outcome): boolean {
  const dateless = (outcome: Outcome): Outcome => ({ ...outcome, modifiedAt: 0, expiresAt: null });
  return saysTheSame(dateless(one), dateless(other));
}

function newsUnless(because: Doubt | null): Verdict {
  return because === null ? { is: "news", ask: false } : { is: "doubtful", because };
}

/** A fee may be more than a small amount: a fixed one, and one for a permission. So much more, in minor units, it is not. */
export const MOST_FIXED_FEES = 10_000;

/** Why an outcome cannot be right, whatever was said before. */
function doubtByItself(outcome: Outcome, { intent, operations, tid, hasLostOperations }: Known): Doubt | null {
  const { captures, capturesOmitted, refunds, status } = outcome;
  if (outcome.posTid !== intent.posTid || (tid !== null && outcome.tid !== tid)) return "another_payment";
  if (outcome.currency !== intent.currency) return "another_payment";
  const additionalDiffers = !intent.additionalEdit && outcome.additionalAmount !== intent.additionalAmount;
  if (outcome.amount !== intent.amount || additionalDiffers) return "another_amount";
  if (hasTwice(captures) || hasTwice(refunds)) return "listed_twice";
  const captured = { amount: sum(captures, "amount"), additionalAmount: sum(captures, "additionalAmount") };
  if (captured.amount > outcome.amount || captured.additionalAmount > outcome.additionalAmount) return "over_amount";
  if (outcome.transactionFee + outcome.interchangeFee > outcome.amount + outcome.additionalAmount + MOST_FIXED_FEES)
    return "fee_over_amount";
  if (status === "fail" && !hasLostOperations && !areAsked(captures, operations)) return "failed_with_captures";
  if (status === "ok" && captures.length === 0 && !capturesOmitted) return "paid_without_capture";
  if (totalOf(refunds) > totalOf(captures)) return "over_captured";
  // 2.3: what is still available is the amount less what was captured.
  const rest =
    outcome.authAmount === outcome.amount - captured.amount &&
    outcome.authAdditionalAmount === outcome.additionalAmount - captured.additionalAmount;
  return status === "auth" && !rest && !capturesOmitted ? "wrong_rest" : null;
}

/** A new movement that was not asked for at this till: made elsewhere, or false. */
function unaskedDoubt(heard: Outcome, { intent, outcome, operations }: Known): Doubt | null {
  for (const kind of ["capture", "refund"] as const) {
    const own = operations.filter((operation) => operation.kind === kind);
    const before = listedOf(outcome, kind);
    const knownIds = new Set(before.map(({ id }) => id));
    const fresh = listedOf(heard, kind).filter(({ id }) => id === null || !knownIds.has(id));
    const named = fresh.filter(({ id }) => id !== null);
    // Money that was listed in one step may be given its id later (G12): the sum then stays.
    const sums = [totalOf(listedOf(heard, kind)), totalOf(before)] as const;
    // G9: a service may capture a SALE by itself, all of it and under no id of ours.
    const whole = kind === "capture" && sums[0] === heard.amount + heard.additionalAmount;
    const itself = whole && intent.action === "SALE" && own.length === 0;
    const grown = sums[0] > sums[1] && !itself;
    if (grown && !named.every(({ id }) => own.some((operation) => operation.id === id))) return "unasked";
    if (
      grown &&
      !areOurs(
        fresh.filter(({ id }) => id === null),
        before,
        own,
      )
    )
      return "unasked";
  }
  return null;
}

/** Whether an outcome takes back what the service said before: a movement that is gone, or a status that went back (G11). */
function regress(heard: Outcome, before: Outcome, ordered: boolean): "gone" | "moved_back" | null {
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
  // An approval may follow a failure that was said too early: by the service's own time, or when it was asked.
  const revived = before.status === "fail" && heard.status !== "fail";
  return revived && !ordered && !isNewer(heard, before) ? "moved_back" : null;
}

const STEPS = { pending: 0, auth: 1, fail: 1, ok: 2 } as const;

/** Whether an outcome says more than the one before: status moves one way, and movements are only ever added (G11). */
function progresses(heard: Outcome, before: Outcome): boolean {
  if (heard.status === "fail" && before.status === "auth") return !isNewer(before, heard);
  const moved = (outcome: Outcome) => totalOf(capturesOf(outcome)) + totalOf(outcome.refunds);
  return STEPS[heard.status] > STEPS[before.status] || moved(heard) > moved(before);
}

/** The service's date is a hint: it repeats seconds, and may be left out. */
function isNewer(one: Outcome, other: Outcome): boolean {
  return one.modifiedAt > 0 && other.modifiedAt > 0 && one.modifiedAt > other.modifiedAt;
}

function totalOf(movements: readonly OutcomeMovement[]): number {
  return sum(movements, "amount") + sum(movements, "additionalAmount");
}
