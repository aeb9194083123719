/**
 * The life of a payment as a pure function: from what was asked, what the service says and what the till has done,
 * to the one word (`phase`), the amounts, and what may happen next. Specification sections 2.3 and 3; G9 to G12.
 *
 * Two rules carry the rest. Money has moved when the service says so, never because the till asked for it. And a
 * service that contradicts the till's own record stops everything automatic: an operator looks.
 */
import type { Phase } from "../../contract/phases.ts";
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { LateMoney, OperationKind, PaymentStep } from "../../contract/views.ts";
import { doneAfterRefusal } from "./done-after-refusal.ts";
import type { Facts, OperationFact } from "./facts.ts";
import { areAsked, capturedBy, capturesOf, confirming, unlisted } from "./listing.ts";
import { hasTwice, type OutcomeMovement, sum } from "./outcome.ts";

/** A sum as its two parts, in minor units. */
type Parts = { amount: number; additionalAmount: number };

/** What the till does by itself, once, without being asked. */
export type FollowUp = { kind: "capture"; amount: number; additionalAmount: number } | { kind: "release" | "abort" };

export interface Amounts {
  authorisedLeft: number;
  authorisedAdditionalLeft: number;
  captured: { amount: number; additionalAmount: number };
  refunded: { amount: number; additionalAmount: number };
  /** Captured, less refunded, less refunds under way */
  refundable: { amount: number; additionalAmount: number };
  /** Authorised, less captures under way: what a capture may ask for */
  capturable: { amount: number; additionalAmount: number };
}

export interface Assessment extends Amounts {
  phase: Phase;
  attention: Reason | null;
  steps: PaymentStep[];
  followUp: FollowUp | null;
  late: LateMoney["because"] | null;
  /** Whether the till itself gives back what was approved after a cancel */
  undoing: boolean;
}

const REQUEST_EXPIRED = 5011;
const AUTHORISATION_EXPIRED = 5012;
const ABORTED_OR_RELEASED = 4019;

/** Everything that follows from the facts. */
export function assess(facts: Facts): Assessment {
  const amounts = amountsOf(facts);
  const attention = reasonToLook(facts);
  const contradicted = contradiction(facts) !== null;
  const phase = attention === null ? quietPhase(facts, amounts) : "attention";
  const late = contradicted ? null : lateBecause(facts, amounts);
  return {
    ...amounts,
    phase,
    attention: attention ?? (late === null ? restOfSale(facts, amounts) : null),
    late,
    undoing: phase === "authorised" && late === null && isUndone(facts, amounts),
    steps: contradicted ? [] : stepsOf(facts, phase, amounts, late),
    followUp: contradicted || late !== null || facts.isUnproven ? null : followUpOf(facts, amounts),
  };
}

/** The amounts as the service's outcome and the operations under way leave them. */
export function amountsOf({ outcome, operations }: Facts): Amounts {
  const captured = capturedBy(outcome);
  const refunded = {
    amount: sum(outcome?.refunds ?? [], "amount"),
    additionalAmount: sum(outcome?.refunds ?? [], "additionalAmount"),
  };
  const authorised = outcome?.status === "auth";
  // The smaller of what the service says is left and what its own sums leave: never more than either allows.
  const authorisedLeft = authorised ? Math.max(0, Math.min(outcome.authAmount, outcome.amount - captured.amount)) : 0;
  const authorisedAdditionalLeft = authorised
    ? Math.max(0, Math.min(outcome.authAdditionalAmount, outcome.additionalAmount - captured.additionalAmount))
    : 0;
  const under = (kind: "capture" | "refund", listed: readonly OutcomeMovement[]) =>
    pending(
      unlisted(
        operations.filter((operation) => operation.kind === kind),
        listed,
      ),
    );
  return {
    authorisedLeft,
    authorisedAdditionalLeft,
    captured,
    refunded,
    refundable: leftOf(captured, plus(refunded, under("refund", outcome?.refunds ?? []))),
    capturable: leftOf(
      { amount: authorisedLeft, additionalAmount: authorisedAdditionalLeft },
      under("capture", capturesOf(outcome)),
    ),
  };
}

/**
 * Where the service's word and the till's record cannot both be right. @returns a sentence with both versions, or null
 */
export function contradiction(facts: Facts): Reason | null {
  const { intent, outcome } = facts;
  if (facts.isDamaged) return reasonFor("payment_damaged");
  if (facts.disowned) return reasonFor("payment_disowned");
  if (facts.unreadable) return reasonFor("payment_unreadable");
  if (facts.mistaken) return reasonFor("payment_other_answer");
  if (facts.unsteady) return reasonFor("payment_changing_answers");
  if (outcome === null) return null;
  const money = (amount: number) => ({ amount, currency: intent.currency });
  const captured = capturedBy(outcome);
  const refunded = {
    amount: sum(outcome.refunds, "amount"),
    additionalAmount: sum(outcome.refunds, "additionalAmount"),
  };
  if (outcome.posTid !== intent.posTid) return reasonFor("payment_other_answer");
  if (outcome.currency !== intent.currency) {
    return reasonFor("payment_other_currency", { asked: intent.currency, said: outcome.currency });
  }
  if (outcome.amount !== intent.amount) {
    return reasonFor("payment_other_amount", { asked: money(intent.amount), said: money(outcome.amount) });
  }
  if (!intent.additionalEdit && outcome.additionalAmount !== intent.additionalAmount) {
    return reasonFor("payment_other_additional", {
      asked: money(intent.additionalAmount),
      said: money(outcome.additionalAmount),
    });
  }
  if (captured.amount > outcome.amount || captured.additionalAmount > outcome.additionalAmount) {
    return reasonFor("payment_captured_over", {
      captured: money(captured.amount),
      additionalCaptured: money(captured.additionalAmount),
      amount: money(outcome.amount),
      additional: money(outcome.additionalAmount),
    });
  }
  if (refunded.amount + refunded.additionalAmount > captured.amount + captured.additionalAmount) {
    return reasonFor("payment_refunded_over");
  }
  if (outcome.status === "fail" && !facts.hasLostOperations && !areAsked(outcome.captures, facts.operations)) {
    return reasonFor("payment_failed_captured");
  }
  if (hasTwice(outcome.captures) || hasTwice(outcome.refunds)) {
    return reasonFor("payment_listed_twice");
  }
  return null;
}

function reasonToLook(facts: Facts): Reason | null {
  const { operations, outcome } = facts;
  const parked = operations.find((operation) => operation.state === "parked");
  const create = operations.find((operation) => operation.kind === "create");
  const abortDone = operations.some((operation) => operation.kind === "abort" && operation.state === "done");
  const refusedCreate = create?.state === "refused" && outcome === null && !abortDone ? create : null;
  const refusedCapture =
    facts.intent.action === "SALE" && outcome?.status === "auth"
      ? operations.findLast((operation) => operation.kind === "capture")
      : undefined;
  if (contradiction(facts) !== null) return contradiction(facts);
  if (parked) return parked.lastError ?? reasonFor("payment_not_settled", { kind: reasonFor(`kind_${parked.kind}`) });
  const [afterAll] = doneAfterRefusal(operations, outcome);
  if (afterAll) return afterAll.because;
  if (refusedCreate) return refusedCreate.lastError ?? reasonFor("payment_request_refused");
  if (refusedCapture?.state === "refused") return refusedCapture.lastError ?? reasonFor("payment_capture_refused");
  return null;
}

/**
 * Warns of what is reserved of a sale and the till does not capture: the rest of one that was captured in part by hand,
 * and all of one from an unauthenticated file. Nothing else would take it before it lapses. The phase stays as it is.
 */
function restOfSale(
  { intent, isUnproven, outcome, operations }: Facts,
  { captured, capturable }: Amounts,
): Reason | null {
  const isOpen = intent.action === "SALE" && outcome?.status === "auth" && (isUnproven || total(captured) > 0);
  const isReleased = operations.some(({ kind, state }) => kind === "release" && state !== "refused");
  if (!isOpen || isReleased || total(capturable) === 0) return null;
  const rest = { amount: total(capturable), currency: intent.currency };
  return reasonFor(total(captured) > 0 ? "payment_sale_rest_reserved" : "payment_unproven_reserved", { rest });
}

function quietPhase(facts: Facts, amounts: Amounts): Phase {
  const { outcome, operations } = facts;
  if (outcome === null) return phaseBeforeOutcome(facts);
  const captured = total(amounts.captured);
  const refunded = total(amounts.refunded);
  switch (outcome.status) {
    case "pending":
      return outcome.customer === null && !facts.customerNamed ? "draft" : "waiting";
    case "auth":
      if (captured === 0) return "authorised";
      return amounts.authorisedLeft + amounts.authorisedAdditionalLeft > 0
        ? "partly_captured"
        : phaseOfCaptured(captured, refunded);
    case "ok":
      return phaseOfCaptured(captured, refunded);
    case "fail":
      // Section 3 to the letter: what was captured stays captured, and the rest has ended (G11).
      if (captured > 0) return phaseOfCaptured(captured, refunded);
      return phaseOfFailure(outcome.statusCode, facts.authorisedSeen || operations.some(isReleaseDone));
  }
}

function phaseBeforeOutcome({ operations, customerNamed }: Facts): Phase {
  const create = operations.find((operation) => operation.kind === "create");
  const aborted = operations.some((operation) => operation.kind === "abort" && operation.state === "done");
  if (aborted && (create === undefined || create.state === "refused")) return "aborted";
  if (create === undefined) return "draft";
  if (create.state !== "done") return "queued";
  return customerNamed ? "waiting" : "draft";
}

function phaseOfCaptured(captured: number, refunded: number): Phase {
  if (refunded === 0) return "captured";
  return refunded >= captured ? "refunded" : "partly_refunded";
}

function phaseOfFailure(statusCode: number | null, authorised: boolean): Phase {
  switch (statusCode) {
    case ABORTED_OR_RELEASED:
      return authorised ? "released" : "aborted";
    case REQUEST_EXPIRED:
    case AUTHORISATION_EXPIRED:
      return "expired";
    default:
      // Rejected, no cover, over a limit, or a code of the service's own: not paid, and the code is shown.
      return "rejected";
  }
}

/** What may be done now, by an operator. */
function stepsOf(facts: Facts, phase: Phase, amounts: Amounts, late: LateMoney["because"] | null): PaymentStep[] {
  const { operations, outcome, intent } = facts;
  const live = (kind: OperationKind) => operations.some((operation) => operation.kind === kind && isLive(operation));
  const exists = (kind: OperationKind) => operations.some((operation) => operation.kind === kind);
  const steps: PaymentStep[] = [];
  // A release that went through is the end, also while the outcome that says so is still on its way.
  const released = operations.some((operation) => operation.kind === "release" && operation.state !== "refused");
  const authorised = outcome?.status === "auth" && !released && !live("abort");
  if (phase === "draft" && outcome === null && !exists("create")) steps.push("identify");
  if (abortable(facts, phase)) steps.push("abort");
  if (authorised && total(amounts.capturable) > 0) steps.push("capture");
  // While a capture of all of it is being confirmed there is nothing left to release.
  const taken = total(amounts.capturable) === 0 && confirming(operations, outcome).some(isCapture);
  if (authorised && !live("capture") && !taken) steps.push("release");
  const isReservation = intent.action === "AUTH" || total(amounts.captured) > 0;
  if (authorised && isReservation && !live("reauth")) steps.push("reauthorise");
  if (total(amounts.refundable) > 0) steps.push("refund");
  if (late !== null) steps.push("attach");
  if (leavable(facts)) steps.push("leave");
  return steps;
}

/** The cashier may go on while the service has yet to say whether the customer pays. */
function leavable({ operations, outcome, left }: Facts): boolean {
  const create = operations.find((operation) => operation.kind === "create");
  const mayStillBePaid = create !== undefined && create.state !== "refused";
  return !left && mayStillBePaid && (outcome === null || outcome.status === "pending");
}

function abortable({ operations, outcome }: Facts, phase: Phase): boolean {
  const create = operations.find((operation) => operation.kind === "create");
  const asked = operations.some((operation) => operation.kind === "abort" && operation.state !== "refused");
  if (asked) return false;
  const undecided = outcome === null || outcome.status === "pending";
  const stuck = create?.state === "refused" || create?.state === "parked";
  return undecided && (phase === "draft" || phase === "queued" || phase === "waiting" || stuck);
}

/**
 * The till's automatic step. A SALE captures itself (G9), once: not after an operation of that kind, whatever its
 * result, and not after a capture that the service lists, whose operation a restore may have lost. An authorisation
 * that got in before our abort is released. A request that no customer can reach is aborted (G5).
 */
function followUpOf(facts: Facts, amounts: Amounts): FollowUp | null {
  const { intent, outcome, operations, attached } = facts;
  if (isUnreachable(facts)) return { kind: "abort" };
  if (outcome?.status !== "auth") return null;
  const abort = attached ? undefined : operations.find(isAbort);
  const released = operations.some((operation) => operation.kind === "release");
  const captured = operations.some(isCapture) || total(amounts.captured) > 0;
  if (abort) {
    const settled = abort.state === "done" || abort.state === "refused";
    return settled && !released && !captured ? { kind: "release" } : null;
  }
  if (intent.action !== "SALE" || released || captured || total(amounts.capturable) === 0) return null;
  return { kind: "capture", ...amounts.capturable };
}

/** The service has the request, gave no code for it, and was not asked to abort it. */
function isUnreachable({ codeMissing, outcome, operations }: Facts): boolean {
  const exists = (kind: OperationKind) => operations.some((operation) => operation.kind === kind);
  return codeMissing && exists("create") && !exists("abort") && (outcome === null || outcome.status === "pending");
}

/** It was cancelled, that was not revoked since, and nothing was captured: an approval of it is not wanted. */
function isUndone({ operations, attached }: Facts, amounts: Amounts): boolean {
  return !attached && operations.some(isAbort) && !operations.some(isCapture) && total(amounts.captured) === 0;
}

/**
 * Whether the customer's money came after the till had given the payment up, and an operator has yet to decide about it:
 * then nothing automatic moves it, and the day is not closed over it.
 */
function lateBecause(
  { outcome, operations, endedSeen, isUnproven, left, attached }: Facts,
  amounts: Amounts,
): LateMoney["because"] | null {
  if (attached || outcome === null) return null;
  const authorised = outcome.status === "auth" && amounts.authorisedLeft + amounts.authorisedAdditionalLeft > 0;
  const kept = total(amounts.captured) > total(amounts.refunded);
  if (!authorised && !kept) return null;
  if (operations.some(isAbort)) {
    // An authorisation that beat our abort is released by the till itself; only if that is refused an operator decides.
    const stuck = operations.findLast((operation) => operation.kind === "release")?.state === "refused";
    return kept || stuck || isUnproven ? "after_abort" : null;
  }
  // A refused creation was shown as a payment that does not happen.
  const refused = operations.some((operation) => operation.kind === "create" && operation.state === "refused");
  if (endedSeen || refused) return "after_end";
  return left ? "moved_on" : null;
}

/** Whether an operation may still have an effect at the service. */
export function isLive(operation: Pick<OperationFact, "state">): boolean {
  return operation.state !== "done" && operation.state !== "refused";
}

/** A cancel was asked for and not revoked. */
function isAbort(operation: OperationFact): boolean {
  return operation.kind === "abort" && !operation.givenUp;
}

function isCapture(operation: OperationFact): boolean {
  return operation.kind === "capture";
}

function isReleaseDone(operation: OperationFact): boolean {
  return operation.kind === "release" && operation.state === "done";
}

/** What operations still ask for: done ones count until the outcome lists them, so that nothing is spent twice. */
function pending(operations: readonly OperationFact[]): { amount: number; additionalAmount: number } {
  const counting = operations.filter((operation) => operation.state !== "refused");
  return {
    amount: counting.reduce((sumSoFar, operation) => sumSoFar + (operation.amount ?? 0), 0),
    additionalAmount: counting.reduce((sumSoFar, operation) => sumSoFar + (operation.additionalAmount ?? 0), 0),
  };
}

/**
 * What is left of each part, and of both together: a service may split a sum otherwise than the till asked, and what is
 * too much in one part is then missing in the other. One of them is 0 then, so the cap is the other's.
 */
function leftOf(whole: Parts, spent: Parts): Parts {
  const most = Math.max(0, total(whole) - total(spent));
  return {
    amount: Math.min(most, Math.max(0, whole.amount - spent.amount)),
    additionalAmount: Math.min(most, Math.max(0, whole.additionalAmount - spent.additionalAmount)),
  };
}

function plus(one: Parts, other: Parts): Parts {
  return {
    amount: one.amount + other.amount,
    additionalAmount: one.additionalAmount + other.additionalAmount,
  };
}

function total(parts: Parts): number {
  return parts.amount + parts.additionalAmount;
}
