/**
 * The lifecycle of a payment as a pure function: from the request, the service's outcome and the till's operations to
 * the phase, the amounts and the next steps. Specification sections 2.3 and 3; G9 to G12.
 *
 * Two rules apply throughout. Money has moved only when the service says so. When the service contradicts the till's
 * record, everything automatic stops until an operator decides.
 */

import type { LateMoney, OperationKind, PaymentStep } from "../../contract/payments/views.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { Phase } from "../../contract/values/phases.ts";
import { doneAfterRefusal } from "./done-after-refusal.ts";
import type { Facts, OperationFact } from "./facts.ts";
import { areRequested, capturedAmounts, capturesOf, unconfirmedOperations, unlistedOperations } from "./listing.ts";
import { hasDuplicateIds, type OutcomeMovement, sum } from "./outcome.ts";

type Parts = { amount: number; additionalAmount: number };

export type FollowUp = { kind: "capture"; amount: number; additionalAmount: number } | { kind: "release" | "abort" };

export interface Amounts {
  authorisedLeft: number;
  authorisedAdditionalLeft: number;
  captured: { amount: number; additionalAmount: number };
  refunded: { amount: number; additionalAmount: number };
  /** Captured minus refunded and pending refunds */
  refundable: { amount: number; additionalAmount: number };
  /** Authorised minus pending captures */
  capturable: { amount: number; additionalAmount: number };
}

export interface Assessment extends Amounts {
  phase: Phase;
  attention: Reason | null;
  steps: PaymentStep[];
  followUp: FollowUp | null;
  late: LateMoney["because"] | null;
  /** True when the till releases an approval that came after an abort */
  isReleasingUnwanted: boolean;
}

const REQUEST_EXPIRED = 5011;
const AUTHORISATION_EXPIRED = 5012;
const ABORTED_OR_RELEASED = 4019;

/** Computes a payment's phase, amounts, allowed steps and next automatic step. */
export function assess(facts: Facts): Assessment {
  const amounts = amountsOf(facts);
  const attention = attentionReason(facts);
  const isContradicted = contradiction(facts) !== null;
  const phase = attention === null ? normalPhase(facts, amounts) : "attention";
  const late = isContradicted ? null : lateBecause(facts, amounts);
  return {
    ...amounts,
    phase,
    attention: attention ?? (late === null ? uncapturedRestReason(facts, amounts) : null),
    late,
    isReleasingUnwanted: phase === "authorised" && late === null && isApprovalUnwanted(facts, amounts),
    steps: isContradicted ? [] : stepsOf(facts, phase, amounts, late),
    followUp: isContradicted || late !== null || facts.isUnproven ? null : followUpOf(facts, amounts),
  };
}

/** Returns a payment's amounts. Accepted operations count before the outcome lists them. */
export function amountsOf({ outcome, operations }: Facts): Amounts {
  const captured = capturedAmounts(outcome);
  const refunded = {
    amount: sum(outcome?.refunds ?? [], "amount"),
    additionalAmount: sum(outcome?.refunds ?? [], "additionalAmount"),
  };
  const isAuthorised = outcome?.status === "auth";
  // The lower of the service's remaining amount and the amount minus captures.
  const authorisedLeft = isAuthorised ? Math.max(0, Math.min(outcome.authAmount, outcome.amount - captured.amount)) : 0;
  const authorisedAdditionalLeft = isAuthorised
    ? Math.max(0, Math.min(outcome.authAdditionalAmount, outcome.additionalAmount - captured.additionalAmount))
    : 0;
  const pendingOf = (kind: "capture" | "refund", listed: readonly OutcomeMovement[]) =>
    pending(
      unlistedOperations(
        operations.filter((operation) => operation.kind === kind),
        listed,
      ),
    );
  return {
    authorisedLeft,
    authorisedAdditionalLeft,
    captured,
    refunded,
    refundable: remainderOf(captured, addParts(refunded, pendingOf("refund", outcome?.refunds ?? []))),
    capturable: remainderOf(
      { amount: authorisedLeft, additionalAmount: authorisedAdditionalLeft },
      pendingOf("capture", capturesOf(outcome)),
    ),
  };
}

/** Detects contradictions between the outcome and the till's record. @returns a reason with both versions, or null */
export function contradiction(facts: Facts): Reason | null {
  const { intent, outcome } = facts;
  if (facts.isDamaged) return reasonFor("payment_damaged");
  if (facts.isUnknownAtService) return reasonFor("payment_disowned");
  if (facts.isUnreadable) return reasonFor("payment_unreadable");
  if (facts.isAnsweredForOtherPayment) return reasonFor("payment_other_answer");
  if (facts.isInconsistent) return reasonFor("payment_changing_answers");
  if (outcome === null) return null;
  const money = (amount: number) => ({ amount, currency: intent.currency });
  const captured = capturedAmounts(outcome);
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
  if (outcome.status === "fail" && !facts.hasLostOperations && !areRequested(outcome.captures, facts.operations)) {
    return reasonFor("payment_failed_captured");
  }
  if (hasDuplicateIds(outcome.captures) || hasDuplicateIds(outcome.refunds)) {
    return reasonFor("payment_listed_twice");
  }
  return null;
}

function attentionReason(facts: Facts): Reason | null {
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
  const [doneDespiteRefusal] = doneAfterRefusal(operations, outcome);
  if (doneDespiteRefusal) return doneDespiteRefusal.because;
  if (refusedCreate) return refusedCreate.lastError ?? reasonFor("payment_request_refused");
  if (refusedCapture?.state === "refused") return refusedCapture.lastError ?? reasonFor("payment_capture_refused");
  return null;
}

/**
 * Warns of a sale's reserved money that the till does not capture automatically: the rest after a manual part capture,
 * or all of a payment from an unauthenticated file. Does not change the phase.
 */
function uncapturedRestReason(
  { intent, isUnproven, outcome, operations }: Facts,
  { captured, capturable }: Amounts,
): Reason | null {
  const isOpen = intent.action === "SALE" && outcome?.status === "auth" && (isUnproven || total(captured) > 0);
  const isReleased = operations.some(({ kind, state }) => kind === "release" && state !== "refused");
  if (!isOpen || isReleased || total(capturable) === 0) return null;
  const rest = { amount: total(capturable), currency: intent.currency };
  return reasonFor(total(captured) > 0 ? "payment_sale_rest_reserved" : "payment_unproven_reserved", { rest });
}

function normalPhase(facts: Facts, amounts: Amounts): Phase {
  const { outcome, operations } = facts;
  if (outcome === null) return phaseBeforeOutcome(facts);
  const captured = total(amounts.captured);
  const refunded = total(amounts.refunded);
  switch (outcome.status) {
    case "pending":
      return outcome.customer === null && !facts.isCustomerNamed ? "draft" : "waiting";
    case "auth":
      if (captured === 0) return "authorised";
      return amounts.authorisedLeft + amounts.authorisedAdditionalLeft > 0
        ? "partly_captured"
        : phaseOfCaptured(captured, refunded);
    case "ok":
      return phaseOfCaptured(captured, refunded);
    case "fail":
      // Captured money stays captured after a failure (section 3, G11).
      if (captured > 0) return phaseOfCaptured(captured, refunded);
      return phaseOfFailure(outcome.statusCode, facts.wasAuthorised || operations.some(isReleaseDone));
  }
}

function phaseBeforeOutcome({ operations, isCustomerNamed }: Facts): Phase {
  const create = operations.find((operation) => operation.kind === "create");
  const isAborted = operations.some((operation) => operation.kind === "abort" && operation.state === "done");
  if (isAborted && (create === undefined || create.state === "refused")) return "aborted";
  if (create === undefined) return "draft";
  if (create.state !== "done") return "queued";
  return isCustomerNamed ? "waiting" : "draft";
}

function phaseOfCaptured(captured: number, refunded: number): Phase {
  if (refunded === 0) return "captured";
  return refunded >= captured ? "refunded" : "partly_refunded";
}

function phaseOfFailure(statusCode: number | null, wasAuthorised: boolean): Phase {
  switch (statusCode) {
    case ABORTED_OR_RELEASED:
      return wasAuthorised ? "released" : "aborted";
    case REQUEST_EXPIRED:
    case AUTHORISATION_EXPIRED:
      return "expired";
    default:
      // Rejected, no cover, over a limit, or an unknown code: not paid. The code is shown.
      return "rejected";
  }
}

function stepsOf(facts: Facts, phase: Phase, amounts: Amounts, late: LateMoney["because"] | null): PaymentStep[] {
  const { operations, outcome, intent } = facts;
  const hasLiveOperation = (kind: OperationKind) =>
    operations.some((operation) => operation.kind === kind && isLive(operation));
  const hasOperation = (kind: OperationKind) => operations.some((operation) => operation.kind === kind);
  const steps: PaymentStep[] = [];
  // An accepted release is final, even before the outcome shows it.
  const isReleased = operations.some((operation) => operation.kind === "release" && operation.state !== "refused");
  const isAuthorised = outcome?.status === "auth" && !isReleased && !hasLiveOperation("abort");
  if (phase === "draft" && outcome === null && !hasOperation("create")) steps.push("identify");
  if (canAbort(facts, phase)) steps.push("abort");
  if (isAuthorised && total(amounts.capturable) > 0) steps.push("capture");
  // Nothing is left to release while a full capture is being confirmed.
  const isFullyCaptured = total(amounts.capturable) === 0 && unconfirmedOperations(operations, outcome).some(isCapture);
  if (isAuthorised && !hasLiveOperation("capture") && !isFullyCaptured) steps.push("release");
  const isReservation = intent.action === "AUTH" || total(amounts.captured) > 0;
  if (isAuthorised && isReservation && !hasLiveOperation("reauth")) steps.push("reauthorise");
  if (total(amounts.refundable) > 0) steps.push("refund");
  if (late !== null) steps.push("attach");
  if (canLeave(facts)) steps.push("leave");
  return steps;
}

/** True while the cashier can move on: the customer has not yet paid or declined. */
function canLeave({ operations, outcome, hasCashierLeft }: Facts): boolean {
  const create = operations.find((operation) => operation.kind === "create");
  const canStillBePaid = create !== undefined && create.state !== "refused";
  return !hasCashierLeft && canStillBePaid && (outcome === null || outcome.status === "pending");
}

function canAbort({ operations, outcome }: Facts, phase: Phase): boolean {
  const create = operations.find((operation) => operation.kind === "create");
  const isAbortRequested = operations.some((operation) => operation.kind === "abort" && operation.state !== "refused");
  if (isAbortRequested) return false;
  const isUndecided = outcome === null || outcome.status === "pending";
  const isCreateStuck = create?.state === "refused" || create?.state === "parked";
  return isUndecided && (phase === "draft" || phase === "queued" || phase === "waiting" || isCreateStuck);
}

/**
 * Returns the till's automatic step. A SALE is captured once (G9): not after any earlier capture operation, nor after a
 * listed capture whose operation a restore may have lost. An authorisation that beat the abort is released. An
 * unreachable request is aborted (G5).
 */
function followUpOf(facts: Facts, amounts: Amounts): FollowUp | null {
  const { intent, outcome, operations, isAttached } = facts;
  if (isUnreachable(facts)) return { kind: "abort" };
  if (outcome?.status !== "auth") return null;
  const abort = isAttached ? undefined : operations.find(isAbort);
  const hasRelease = operations.some((operation) => operation.kind === "release");
  const hasCapture = operations.some(isCapture) || total(amounts.captured) > 0;
  if (abort) {
    const isAbortSettled = abort.state === "done" || abort.state === "refused";
    return isAbortSettled && !hasRelease && !hasCapture ? { kind: "release" } : null;
  }
  if (intent.action !== "SALE" || hasRelease || hasCapture || total(amounts.capturable) === 0) return null;
  return { kind: "capture", ...amounts.capturable };
}

function isUnreachable({ isCodeMissing, outcome, operations }: Facts): boolean {
  const hasOperation = (kind: OperationKind) => operations.some((operation) => operation.kind === kind);
  return (
    isCodeMissing &&
    hasOperation("create") &&
    !hasOperation("abort") &&
    (outcome === null || outcome.status === "pending")
  );
}

/** True when the payment was aborted with nothing captured, so an approval is unwanted. */
function isApprovalUnwanted({ operations, isAttached }: Facts, amounts: Amounts): boolean {
  return !isAttached && operations.some(isAbort) && !operations.some(isCapture) && total(amounts.captured) === 0;
}

/** Returns why money counts as late: it arrived after the till gave the payment up. An operator must decide. */
function lateBecause(
  { outcome, operations, wasEnded, isUnproven, hasCashierLeft, isAttached }: Facts,
  amounts: Amounts,
): LateMoney["because"] | null {
  if (isAttached || outcome === null) return null;
  const isAuthorised = outcome.status === "auth" && amounts.authorisedLeft + amounts.authorisedAdditionalLeft > 0;
  const hasCapturedMoney = total(amounts.captured) > total(amounts.refunded);
  if (!isAuthorised && !hasCapturedMoney) return null;
  if (operations.some(isAbort)) {
    // The till releases an authorisation that beat the abort. If the release is refused, an operator decides.
    const isReleaseRefused = operations.findLast((operation) => operation.kind === "release")?.state === "refused";
    return hasCapturedMoney || isReleaseRefused || isUnproven ? "after_abort" : null;
  }
  // A payment whose creation was refused was shown as ended.
  const isCreateRefused = operations.some((operation) => operation.kind === "create" && operation.state === "refused");
  if (wasEnded || isCreateRefused) return "after_end";
  return hasCashierLeft ? "moved_on" : null;
}

/** True when an operation can still take effect at the service. */
export function isLive(operation: Pick<OperationFact, "state">): boolean {
  return operation.state !== "done" && operation.state !== "refused";
}

function isAbort(operation: OperationFact): boolean {
  return operation.kind === "abort" && !operation.givenUp;
}

function isCapture(operation: OperationFact): boolean {
  return operation.kind === "capture";
}

function isReleaseDone(operation: OperationFact): boolean {
  return operation.kind === "release" && operation.state === "done";
}

/** Sums the pending amounts. Accepted operations count until the outcome lists them, so that nothing is spent twice. */
function pending(operations: readonly OperationFact[]): { amount: number; additionalAmount: number } {
  const countedOperations = operations.filter((operation) => operation.state !== "refused");
  return {
    amount: countedOperations.reduce((sumSoFar, operation) => sumSoFar + (operation.amount ?? 0), 0),
    additionalAmount: countedOperations.reduce(
      (sumSoFar, operation) => sumSoFar + (operation.additionalAmount ?? 0),
      0,
    ),
  };
}

/** Returns the remainder of each part, capped by the total remainder: a service may split an amount differently. */
function remainderOf(available: Parts, used: Parts): Parts {
  const totalRemainder = Math.max(0, total(available) - total(used));
  return {
    amount: Math.min(totalRemainder, Math.max(0, available.amount - used.amount)),
    additionalAmount: Math.min(totalRemainder, Math.max(0, available.additionalAmount - used.additionalAmount)),
  };
}

function addParts(left: Parts, right: Parts): Parts {
  return {
    amount: left.amount + right.amount,
    additionalAmount: left.additionalAmount + right.additionalAmount,
  };
}

function total(parts: Parts): number {
  return parts.amount + parts.additionalAmount;
}
