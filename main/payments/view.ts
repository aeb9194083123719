import { isVendOpen, type VendView } from "../../contract/kiosk/vend.ts";
import type { Movement, Operation, OperationState, Payment, PaymentStep } from "../../contract/payments/views.ts";
import { inEnglishOrNull } from "../../contract/reasons/reasons.ts";
import { MASKED_CUSTOMER } from "../../contract/values/identifiers.ts";
import type { Phase } from "../../contract/values/phases.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import type { Facts } from "./facts.ts";
import { type Amounts, type Assessment, amountsOf, assess } from "./lifecycle.ts";
import { unconfirmedOperations } from "./listing.ts";
import type { HeldOutcome, MovementRow, PaymentRow } from "./payment-row.ts";
import { BELIEVED_AFTER_REPEATS, MAX_IMPLAUSIBLE_RESPONSES } from "./plausibility.ts";
import type { OperationRow, StoredState } from "./queue/operation.ts";

const SHOWN_STATE: Record<StoredState, OperationState> = {
  ready: "queued",
  sending: "sending",
  unknown: "queued",
  done: "done",
  refused: "refused",
  parked: "attention",
};

/** Returns the facts of a stored payment. */
export function factsOf(row: PaymentRow, operations: readonly OperationRow[]): Facts {
  return {
    intent: {
      posTid: row.posTid,
      action: row.action,
      currency: row.currency,
      amount: row.amount,
      additionalAmount: row.additionalAmount,
      additionalEdit: row.additionalEdit,
    },
    outcome: row.outcome,
    wasAuthorised: row.wasAuthorised,
    wasEnded: row.wasEnded,
    isUnknownAtService: row.isUnknownAtService,
    isUnreadable: row.isUnreadable,
    isAnsweredForOtherPayment: row.held?.because === "another_payment" && row.held.repeats >= BELIEVED_AFTER_REPEATS,
    isInconsistent: (row.held?.answers ?? 0) >= MAX_IMPLAUSIBLE_RESPONSES,
    hasCashierLeft: row.leftAt !== null,
    isAttached: row.attachedAt !== null,
    isCustomerNamed: row.customer !== null,
    isCodeMissing: lacksCode(row, operations),
    hasLostOperations: row.hasLostOperations,
    isDamaged: row.isDamaged,
    isUnproven: row.isUnproven,
    operations,
  };
}

/** True when the service answered a request without a customer and gave no claim link. */
function lacksCode({ qr, customer, recoveredAt }: PaymentRow, operations: readonly OperationRow[]): boolean {
  const create = operations.find(({ kind }) => kind === "create");
  return recoveredAt === null && qr === null && customer === null && (create === undefined || create.state === "done");
}

/** Phases in which no customer was asked. */
const WITHOUT_CUSTOMER: ReadonlySet<Phase> = new Set<Phase>(["draft", "aborted", "expired"]);

/** Builds the view of a payment that windows and programs receive. */
export function paymentView(
  row: PaymentRow,
  operations: readonly OperationRow[],
  movements: readonly MovementRow[],
  { vend, permission, revision }: Pick<Payment, "vend" | "permission" | "revision">,
): Payment {
  const assessment = assess(factsOf(row, operations));
  const unconfirmed = new Set(unconfirmedOperations(operations, row.outcome));
  const operationViews = operations.map((operation) => operationView(operation, unconfirmed.has(operation)));
  return {
    posTid: row.posTid,
    number: row.number,
    reference: row.reference,
    register: row.register,
    ...(row.recoveredAt !== null && { recovered: true }),
    tid: row.tid,
    action: row.action,
    currency: row.currency,
    amount: row.amount,
    additionalAmount: row.outcome?.additionalAmount ?? row.additionalAmount,
    additionalEdit: row.additionalEdit,
    text: row.text,
    wordsIn: row.matchWordsLanguage,
    lines: row.lines,
    status: row.outcome?.status ?? null,
    statusCode: row.outcome?.statusCode ?? null,
    statusName: row.statusName,
    customer: row.customer === MASKED_CUSTOMER ? null : row.customer,
    qr: assessment.phase === "draft" ? row.qr : null,
    expiresAt: isoOrNull(row.outcome?.expiresAt ?? null),
    codeUntil: assessment.phase === "draft" && row.qr !== null ? isoOrNull(row.codeUntil) : null,
    codeRanOut: row.codeEndedAt !== null,
    codeMissing: lacksCode(row, operations) && WITHOUT_CUSTOMER.has(assessment.phase),
    createdAt: iso(row.createdAt),
    modifiedAt: iso(row.modifiedAt),
    revision,
    captures: movements.filter((movement) => movement.kind === "capture").map(movementView),
    refunds: movements.filter((movement) => movement.kind === "refund").map(movementView),
    operations: operationViews,
    abortRequested: operations.some((operation) => operation.kind === "abort" && operation.state !== "refused"),
    checkingSince: checkingSince(operationViews, row.held),
    undoing: assessment.isReleasingUnwanted,
    asked: requestState(operations),
    late: assessment.late === null ? null : { because: assessment.late, since: iso(row.lateSince ?? row.modifiedAt) },
    vend,
    permission,
    arrivals: row.arrivals,
    ...shownAmounts(assessment),
    steps: assessment.steps.filter((step) => !isVendStep(step, vend, assessment)),
  };
}

/**
 * True if the vend, not the operator, decides this step: every money step while items may drop, then only the capture.
 */
function isVendStep(step: PaymentStep, vend: VendView | null, amounts: Amounts): boolean {
  if (isVendOpen(vend)) return VEND_STEPS.has(step);
  return (step === "capture" || step === "reauthorise") && withinPayable(amounts, vend).amount === 0 && vend !== null;
}

/** Returns the amount that can be captured: never for items that did not drop. */
export function capturableOf(
  row: PaymentRow,
  operations: readonly OperationRow[],
  vend: VendView | null,
): Amounts["capturable"] {
  return withinPayable(amountsOf(factsOf(row, operations)), vend);
}

function withinPayable(amounts: Amounts, vend: VendView | null): Amounts["capturable"] {
  const { authorisedLeft, capturable, captured } = amounts;
  if (vend === null) return capturable;
  const used = captured.amount + authorisedLeft - capturable.amount;
  return { amount: Math.min(capturable.amount, Math.max(0, (vend.payable ?? 0) - used)), additionalAmount: 0 };
}

const VEND_STEPS: ReadonlySet<PaymentStep> = new Set<PaymentStep>(["capture", "release", "reauthorise", "attach"]);

/** Removes what a customer at a locked till must not see: what was sold, and references to find it elsewhere. */
export function customerView(payment: Payment): Payment {
  return {
    ...payment,
    text: null,
    reference: null,
    tid: null,
    lines: [],
    vend: payment.vend && customerVendView(payment.vend),
    permission: null,
    refunds: payment.refunds.map((refund) => ({ ...refund, text: null })),
    operations: payment.operations.map((operation) => ({ ...operation, reason: null })),
  };
}

/** Keeps the items that the customer waits for, without prices or the machine's ids. */
function customerVendView(vend: VendView): VendView {
  const items = vend.items.map((item) => ({ ...item, unitAmount: 0, vatRate: 0 }));
  return { ...vend, id: "", items };
}

/**
 * Returns the view of an operation.
 * @param isConfirming true while the outcome does not show an accepted operation
 */
export function operationView(row: OperationRow, isConfirming = false): Operation {
  const waits = row.state === "ready" || row.state === "unknown";
  return {
    id: row.id,
    posTid: row.posTid,
    kind: row.kind,
    state: isConfirming ? "sending" : SHOWN_STATE[row.state],
    amount: row.amount,
    additionalAmount: row.additionalAmount,
    reason: row.reason,
    attempts: row.attempts,
    nextAttemptAt: waits ? iso(row.dueAt) : null,
    lastError: inEnglishOrNull(row.lastError),
    lastErrorReason: row.lastError,
    createdAt: iso(row.createdAt),
    settledAt: isoOrNull(isConfirming ? null : row.settledAt),
    unknownSince: isoOrNull(isConfirming ? row.settledAt : row.settledAt === null ? row.unknownSince : null),
  };
}

function shownAmounts(assessment: Assessment) {
  const { captured, refunded, refundable } = assessment;
  return {
    phase: assessment.phase,
    attention: inEnglishOrNull(assessment.attention),
    attentionReason: assessment.attention,
    authorisedLeft: assessment.authorisedLeft,
    authorisedAdditionalLeft: assessment.authorisedAdditionalLeft,
    capturedTotal: captured.amount + captured.additionalAmount,
    refundedTotal: refunded.amount + refunded.additionalAmount,
    refundable: refundable.amount + refundable.additionalAmount,
    refundableAmount: refundable.amount,
    refundableAdditional: refundable.additionalAmount,
  };
}

function movementView(movement: MovementRow): Movement {
  return {
    id: movement.id,
    amount: movement.amount,
    additionalAmount: movement.additionalAmount,
    at: iso(movement.seenAt),
    text: movement.text,
  };
}

function requestState(operations: readonly OperationRow[]): Payment["asked"] {
  const create = operations.find((operation) => operation.kind === "create");
  if (create?.state === "done") return "yes";
  return create && (create.unknownSince !== null || create.state === "sending") ? "unknown" : "no";
}

function checkingSince(operations: readonly Operation[], held: HeldOutcome | null): string | null {
  const since = operations.flatMap(({ unknownSince }) => (unknownSince === null ? [] : [unknownSince]));
  const all = held === null ? since : [...since, iso(held.since)];
  return all.toSorted()[0] ?? null;
}
