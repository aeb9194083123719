import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import type { JournalEntry } from "../../contract/journal/events.ts";
import type { Payment, PaymentStep } from "../../contract/payments/views.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import { canonicalBody } from "./bodies.ts";
import { extendCode } from "./code-expiry.ts";
import { type Amounts, amountsOf } from "./lifecycle.ts";
import type { PaymentChange, PaymentRow } from "./payment-row.ts";
import type { OperationRow } from "./queue/operation.ts";
import type { Operations } from "./queue/operations.ts";
import {
  type CustomerIdentity,
  identityOf,
  type PaymentPorts,
  refusalOf,
  requestPayment,
  resolveCustomer,
} from "./start.ts";
import { operationOf } from "./store.ts";
import { capturableOf, factsOf } from "./view.ts";

export type PaymentCommands = ReturnType<typeof paymentCommands>;

/** Creates the payment commands. Schemas and roles are checked before. */
export function paymentCommands(ports: PaymentPorts) {
  const { store } = ports;
  return {
    get: ({ posTid }: { posTid: string }) => withPayment(ports, posTid, () => done(store.view(posTid))),
    identify: ({ posTid, customer }: CommandInput<"payment.identify">) =>
      withStep(ports, posTid, "identify", (row) => {
        const refusal = refusalOf(ports, row.amount + row.additionalAmount, posTid);
        if (refusal) return refusal;
        const identity = resolveCustomer(ports.terminal.permissions, customer);
        if (!identity.ok) return identity;
        identify(ports, row, identity.value);
        return done(store.view(posTid));
      }),
    /** @param captureId the capture's id at the service; random by default */
    capture: ({ captureId, ...input }: CommandInput<"payment.capture"> & { captureId?: string }) =>
      withStep(ports, input.posTid, "capture", (row) => {
        const { vend } = store.view(row.posTid);
        const maxAmounts = capturableOf(row, store.operations.ofPayment(row.posTid), vend);
        return requestMovement(ports, row, "capture", { ...input, id: captureId, maxAmounts });
      }),
    refund: (input: CommandInput<"payment.refund">) => refund(ports, input),
    release: ({ posTid }: { posTid: string }) =>
      withStep(ports, posTid, "release", (row) => requestStep(ports, row, "release")),
    reauthorise: ({ posTid }: { posTid: string }) =>
      withStep(ports, posTid, "reauthorise", (row) => requestStep(ports, row, "reauth")),
    abort: ({ posTid }: { posTid: string }) => withStep(ports, posTid, "abort", (row) => abort(ports, row)),
    leave: ({ posTid }: { posTid: string }) =>
      withStep(ports, posTid, "leave", () =>
        recordDecision(ports, { event: "payment.left", posTid }, (now) => ({ leftAt: now })),
      ),
    extend: ({ posTid }: { posTid: string }) =>
      withPayment(ports, posTid, () => {
        const { codeUntil, codeRanOut, abortRequested } = store.view(posTid);
        if (codeUntil === null || codeRanOut || abortRequested) return failed("illegal_state", { posTid });
        extendCode(store, posTid, ports.terminal.codeLifetimeMs);
        return done(store.view(posTid));
      }),
    attach: ({ posTid, note: text }: CommandInput<"payment.attach">) =>
      withStep(ports, posTid, "attach", () => {
        const entry = { event: "payment.attached", posTid, data: { note: text ?? null } } as const;
        const attached = recordDecision(ports, entry, (now) => ({ attachedAt: now }));
        ports.wake();
        return attached;
      }),
    inbox: (): Result<{ items: Payment[] }> =>
      done({ items: store.rows.inbox().map(({ posTid }) => store.view(posTid)) }),
    /** Requests payment from the customer who scanned the code. @returns false if the payment waits for no scan */
    requestFromScan(posTid: string, scanToken: string): boolean {
      const row = store.rows.find(posTid);
      if (!row || !store.view(posTid).steps.includes("identify")) return false;
      store.commit(posTid, (now) => {
        store.journal.append({ event: "payment.scanned", posTid }, now);
        requestPayment(ports, row, identityOf(scanToken), now);
      });
      ports.wake();
      return true;
    },
  };
}

/** Stores an operator's decision that moves no money. */
function recordDecision(
  { store, actor }: PaymentPorts,
  entry: JournalEntry<"payment.left" | "payment.attached">,
  changeAt: (now: number) => PaymentChange,
): Result<Payment> {
  const { posTid } = entry;
  store.commit(posTid, (now) => {
    store.rows.change(posTid, changeAt(now), now);
    store.journal.append({ ...entry, actor: actor() }, now);
  });
  return done(store.view(posTid));
}

function identify(ports: PaymentPorts, row: PaymentRow, identity: CustomerIdentity): void {
  ports.store.commit(row.posTid, (now) => {
    const data = { customer: identity.customer };
    ports.store.journal.append({ event: "payment.identified", posTid: row.posTid, actor: ports.actor(), data }, now);
    requestPayment(ports, row, identity, now);
  });
  ports.wake();
}

function refund(ports: PaymentPorts, input: CommandInput<"payment.refund">): Result<Payment> {
  const { store } = ports;
  if (!ports.terminal.canRefund()) {
    return failed("not_allowed", {
      posTid: input.posTid,
      because: reasonFor("payment_secret_refund"),
    });
  }
  const existingRefund = input.refundId === undefined ? null : store.operations.find(input.refundId);
  if (existingRefund) return repeatRefund(ports, existingRefund, input);
  return withStep(ports, input.posTid, "refund", (row) => {
    if (ports.terminal.refundKey.lacksPin())
      return failed("not_allowed", { posTid: row.posTid, because: reasonFor("payment_refund_pin") });
    const { captured, refundable } = amountsOf(factsOf(row, ports.store.operations.ofPayment(row.posTid)));
    const limitFailureOf = (requested: Sums) =>
      refundLimitFailure(ports, row, total(captured) - total(refundable), requested);
    return requestMovement(ports, row, "refund", {
      ...input,
      id: input.refundId,
      maxAmounts: refundable,
      limitFailureOf,
    });
  });
}

/** Idempotent by refund id: the same data returns the existing payment; different data returns `conflict`. */
function repeatRefund(
  ports: PaymentPorts,
  original: OperationRow,
  input: CommandInput<"payment.refund">,
): Result<Payment> {
  const { posTid } = input;
  const requested = original.posTid === posTid ? originalAmounts(ports, original, input) : null;
  const isSame =
    original.kind === "refund" &&
    original.amount === requested?.amount &&
    original.additionalAmount === requested?.additionalAmount;
  if (isSame) return done(ports.store.view(posTid));
  return failed("conflict", {
    posTid,
    because: reasonFor("payment_refund_repeated"),
  });
}

/** Returns the amounts of a repeated refund. Without amounts it means all that was refundable before the first one. */
function originalAmounts(
  { store }: PaymentPorts,
  original: OperationRow,
  { posTid, amount, additionalAmount }: CommandInput<"payment.refund">,
) {
  if (amount !== undefined || additionalAmount !== undefined)
    return { amount: amount ?? 0, additionalAmount: additionalAmount ?? 0 };
  const row = store.rows.find(posTid);
  if (row === null) return null;
  const refundable = amountsOf(factsOf(row, store.operations.ofPayment(posTid))).refundable;
  if (original.state === "refused") return refundable;
  const { amount: originalAmount, additionalAmount: originalAdditional } = original;
  return refundable.amount === 0 && refundable.additionalAmount === 0
    ? { amount: originalAmount, additionalAmount: originalAdditional }
    : {
        amount: refundable.amount + (originalAmount ?? 0),
        additionalAmount: refundable.additionalAmount + (originalAdditional ?? 0),
      };
}

/**
 * Checks the acting user's refund limit, which applies to the whole payment. Earlier and pending refunds count too, or
 * a second request or a colleague would bypass it. A user who approves by PIN has their own role's limit.
 */
function refundLimitFailure(
  ports: PaymentPorts,
  { posTid, currency }: PaymentRow,
  alreadyRefunded: number,
  requested: Sums,
) {
  const limit = ports.refundLimit();
  const sum = alreadyRefunded + total(requested);
  if (limit === null || sum <= limit) return null;
  const needs = ports.roleForRefund(sum);
  const remaining = Math.max(0, limit - alreadyRefunded);
  const refunded = { amount: alreadyRefunded, currency };
  const approver = needs === "owner" ? "owner" : "manager";
  return failed("limit", {
    posTid,
    needs,
    fields: [
      invalidField(
        "amount",
        reasonFor("field_at_most_left", { left: { amount: remaining, currency }, given: refunded }),
      ),
    ],
    because: reasonFor(`payment_refund_limit_${approver}`, { most: { amount: limit, currency }, given: refunded }),
  });
}

type Sums = Amounts["refundable"];

function total({ amount, additionalAmount }: Sums): number {
  return amount + additionalAmount;
}

interface MoveInput {
  amount?: number;
  additionalAmount?: number;
  reason?: string;
  /** Id at the service; random by default */
  id?: string | undefined;
  maxAmounts: Sums;
  limitFailureOf?: (requested: Sums) => Result<Payment> | null;
}

/** Requests a capture or a refund: of everything left when no amount is given. */
function requestMovement(
  ports: PaymentPorts,
  row: PaymentRow,
  kind: "capture" | "refund",
  input: MoveInput,
): Result<Payment> {
  const isFull = input.amount === undefined && input.additionalAmount === undefined;
  const requested = isFull
    ? input.maxAmounts
    : { amount: input.amount ?? 0, additionalAmount: input.additionalAmount ?? 0 };
  const fields = (["amount", "additionalAmount"] as const)
    .filter((field) => requested[field] > input.maxAmounts[field])
    .map((field) =>
      invalidField(
        field,
        reasonFor(`field_at_most_${kind}`, { most: { amount: input.maxAmounts[field], currency: row.currency } }),
      ),
    );
  if (requested.amount + requested.additionalAmount === 0)
    fields.push(invalidField("amount", reasonFor("field_more_than_nothing")));
  if (fields.length > 0) return failed("invalid_input", { posTid: row.posTid, fields });
  return input.limitFailureOf?.(requested) ?? request(ports, row, kind, requested, input);
}

function requestStep(ports: PaymentPorts, row: PaymentRow, kind: "release" | "reauth" | "abort"): Result<Payment> {
  return request(ports, row, kind, null);
}

function request(
  ports: PaymentPorts,
  row: PaymentRow,
  kind: "capture" | "refund" | "release" | "reauth" | "abort",
  amounts: Sums | null,
  { reason, id = randomIdentifier(20) }: Pick<MoveInput, "reason" | "id"> = {},
): Result<Payment> {
  const { store } = ports;
  const { posTid, currency } = row;
  const body = canonicalBody({ kind, id, currency, ...amounts, text: reason });
  store.commit(posTid, (now) =>
    store.enqueue(
      { id, posTid, kind, body, ...amounts, reason },
      { actor: ports.actor(), approvedBy: ports.approver() },
      now,
    ),
  );
  if (kind === "refund") ports.terminal.refundKey.assignTo(id);
  ports.wake();
  return done(store.view(posTid));
}

/**
 * Aborts an unpaid request. A request that was certainly never sent ends locally. Otherwise the service is asked to
 * abort it and decides, since an approval may be on its way (G8 ABORT).
 */
function abort(ports: PaymentPorts, row: PaymentRow): Result<Payment> {
  const { store } = ports;
  const create = operationOf(store, row.posTid, "create");
  const isUnsent = row.tid === null && (create === undefined || create.state === "refused" || isNeverSent(create));
  if (!isUnsent) {
    // Retry a parked creation first, since only its result shows whether a payment exists.
    if (create?.state === "parked") store.commit(row.posTid, (now) => store.operations.makeDue(create.id, now));
    return requestStep(ports, row, "abort");
  }
  const { posTid, currency } = row;
  const id = randomIdentifier(20);
  store.commit(posTid, (now) => {
    if (create && create.state !== "refused")
      store.operations.withdraw(create.id, reasonFor("queue_cancelled_unsent"), now);
    store.enqueue(
      { id, posTid, kind: "abort", body: canonicalBody({ kind: "abort", id, currency }) },
      { actor: ports.actor() },
      now,
    );
    store.operations.settle(id, { state: "done" }, now);
    store.journal.append({ event: "payment.cancelled", posTid, actor: ports.actor() }, now);
  });
  return done(store.view(posTid));
}

function isNeverSent(operation: ReturnType<Operations["find"]>): boolean {
  return (
    operation !== null &&
    (operation.state === "ready" || operation.state === "parked") &&
    operation.unknownSince === null
  );
}

function withPayment(ports: PaymentPorts, posTid: string, act: (row: PaymentRow) => Result<Payment>): Result<Payment> {
  const row = ports.store.rows.find(posTid);
  return row ? act(row) : failed("not_found", { posTid });
}

function withStep(
  ports: PaymentPorts,
  posTid: string,
  step: PaymentStep,
  act: (row: PaymentRow) => Result<Payment>,
): Result<Payment> {
  return withPayment(ports, posTid, (row) => {
    if (ports.terminal.isBeingReconciled(posTid)) {
      return failed("conflict", { posTid, because: reasonFor("payment_being_checked") });
    }
    const { steps, phase } = ports.store.view(posTid);
    if (steps.includes(step)) return act(row);
    return failed("illegal_state", {
      posTid,
      because: reasonFor(`payment_step_${step}`, { phase: reasonFor(`phase_${phase}`) }),
    });
  });
}
