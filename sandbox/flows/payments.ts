/** Payment requests from creation to refund: stores the state machine's steps and sends events. */
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/values/identifiers.ts";
import type { PaymentRequestInput, PaymentRequestUpdate } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { conflict, invalid, missing } from "../problem.ts";
import { canonical } from "../state/canonical.ts";
import { changeBalance, checkFunds, findCustomer } from "../state/customers.ts";
import { inTransaction } from "../state/database.ts";
import * as machine from "../state/payment-machine.ts";
import {
  findPayment,
  findPaymentByPosTid,
  insertPayment,
  listExpiring,
  type Payment,
  savePayment,
  spentSince,
} from "../state/payments.ts";
import { findPermissionOfPayment, insertPermission, settlePermission } from "../state/permissions.ts";
import { findPos } from "../state/pos.ts";
import { readScopes } from "./claims.ts";
import { identifyCustomer } from "./identify.ts";
import { storeListedState } from "./listing.ts";
import { paymentOutcome, paymentOutcomeUrl } from "./outcome.ts";
import { type Answer, DEFAULT_EXPIRES_IN, settleAnswered } from "./permissions.ts";

const DAY_MS = 24 * 3600 * 1000;

/** Creates a payment request. The same ids and data return the existing request (G6). Returns its tid. */
export function createPayment(service: Service, merchantId: string, input: PaymentRequestInput): string {
  const tid = inTransaction(service.db, () => {
    const existing = findPaymentByPosTid(service.db, merchantId, input.pos_id, input.pos_tid);
    if (existing) return sameRequest(existing, input);
    checkCreate(service, merchantId, input);
    const now = service.clock.now();
    const expiresAt = now + (input.expires_in ?? DEFAULT_EXPIRES_IN) * 1000;
    const customer = input.customer === null ? null : identifyCustomer(service, merchantId, input.customer);
    const created = insertPayment(service.db, merchantId, input, customer, now, expiresAt);
    addPermission(service, merchantId, input, created, customer, expiresAt);
    return created;
  });
  scheduleExpiry(service, tid);
  service.changes.announce();
  return tid;
}

/** Applies a merchant's PUT (G8). Throws 404, 400 or 409. */
export function updatePayment(service: Service, merchantId: string, tid: string, update: PaymentRequestUpdate): void {
  const payment = findPayment(service.db, merchantId, tid);
  if (!payment) throw missing("payment request");
  const step = readAction(service, payment, update);
  apply(service, tid, step);
  storeListedState(service, payment);
}

/** Returns the state machine's step for an action. Throws 400 for an invalid portion. */
function readAction(
  { clock, dialect }: Service,
  payment: Payment,
  update: PaymentRequestUpdate,
): (state: Payment) => machine.Step {
  const now = clock.now();
  switch (update.action) {
    case "CAPTURE": {
      const portion = readPortion(payment, update, "capture_id", update.capture_id);
      return (state) => machine.capture(state, now, portion);
    }
    case "REFUND": {
      const portion = readPortion(payment, update, "refund_id", update.refund_id);
      return (state) => machine.refund(state, now, portion, update.text ?? null);
    }
    case "RELEASE":
      return (state) => machine.release(state, now, dialect.failsAfterPart());
    case "ABORT":
      return (state) => machine.abort(state, now);
    case "REAUTH":
      return (state) => machine.reauthorise(state, now);
  }
}

/**
 * Approves the payment for the customer.
 * @param additionalAmount the chosen tip in minor units; null keeps the request's
 * @param scopes the scopes to share; undefined for all
 */
export function approvePayment(
  service: Service,
  tid: string,
  phone: string,
  additionalAmount: number | null,
  scopes?: readonly string[],
): void {
  const now = service.clock.now();
  const decide = (payment: Payment) => {
    requireCustomer(payment, phone);
    const total = payment.amount + (additionalAmount ?? payment.additionalAmount);
    const refusal = judge(service, phone, total, now);
    return machine.approve(payment, now, additionalAmount, refusal, service.settings.saleCapturesItself);
  };
  apply(service, tid, decide, { scopes });
}

/** Rejects the payment for the customer. */
export function rejectPayment(service: Service, tid: string, phone: string): void {
  apply(service, tid, (payment) => {
    requireCustomer(payment, phone);
    return machine.reject(payment, service.clock.now());
  });
}

/** Assigns an open payment request to a customer (G5). Throws 409 if another customer has claimed it. */
export function claimPayment(service: Service, tid: string, phone: string): void {
  inTransaction(service.db, () => {
    const payment = findPayment(service.db, null, tid);
    if (!payment) throw missing("payment request");
    if (payment.customer !== null && payment.customer !== phone) throw conflict("Someone else has taken this request.");
    if (payment.status !== "pending") throw conflict("This request is not open any more.");
    savePayment(service.db, payment, { ...payment, customer: phone });
  });
  service.changes.announce();
}

export function scheduleExpiry(service: Service, tid: string): void {
  const payment = findPayment(service.db, null, tid);
  if (!payment || payment.expiresAt === null) return;
  // After a renewal, the earlier timer does nothing.
  const expire = (before: Payment) => machine.expire(before, service.clock.now(), service.dialect.failsAfterPart());
  service.clock.at(payment.expiresAt, () => apply(service, tid, expire));
}

export function resumePayments(service: Service): void {
  for (const { tid } of listExpiring(service.db)) scheduleExpiry(service, tid);
}

/** Applies one step in one transaction with the customer's balance, the permission and the callback. */
function apply(
  service: Service,
  tid: string,
  decide: (payment: Payment) => machine.Step,
  sharing: Exclude<Answer, "decline"> = {},
): void {
  const { callback, changed } = inTransaction(service.db, () => {
    const previous = findPayment(service.db, null, tid);
    if (!previous) throw missing("payment request");
    const step = decide(previous);
    if (!step.ok) throw conflict("The payment request does not allow this.", { [step.field]: step.because });
    if (step.payment === previous) return { callback: null, changed: false };
    const after = follow(service, previous, step.payment);
    savePayment(service.db, previous, after);
    settleCombined(service, after, step.event, sharing);
    return { callback: step.event && record(service, after, step.event), changed: true };
  });
  if (!changed) return;
  scheduleExpiry(service, tid);
  void service.callbacks.launch(callback);
  service.changes.announce();
}

/** Applies side effects of a new state: payment details and the customer's balance. */
function follow(service: Service, before: Payment, state: machine.PaymentState): Payment {
  const accepted = before.status === "pending" && state.status !== "fail";
  const customer = before.customer === null ? undefined : findCustomer(service.db, before.customer);
  const after: Payment = {
    ...before,
    ...state,
    acceptedAt: accepted ? state.modifiedAt : before.acceptedAt,
    credit: accepted ? before.request.allow_credit && customer?.credit === 1 : before.credit,
  };
  if (customer) changeBalance(service.db, customer.phone, machine.heldAmount(before) - machine.heldAmount(after));
  return after;
}

function judge(service: Service, phone: string, total: number, now: number): machine.Refusal | null {
  const customer = findCustomer(service.db, phone);
  if (!customer) throw missing("customer");
  const spent = spentSince(service.db, phone, now - (now % DAY_MS), now - 30 * DAY_MS);
  return checkFunds(customer, total, spent);
}

/** Settles a combined permission request together with its payment (2.3). */
function settleCombined(
  service: Service,
  payment: Payment,
  event: machine.PaymentEvent | null,
  sharing: Exclude<Answer, "decline">,
): void {
  const permission = findPermissionOfPayment(service.db, payment.tid);
  if (permission?.status !== "pending") return;
  if (payment.status === "pending") return;
  const answered = event === "payment_authorized" || event === "payment_aborted_by_customer";
  if (answered && payment.customer !== null) {
    settleAnswered(service, permission, payment.customer, event === "payment_authorized" ? sharing : "decline");
  } else settlePermission(service.db, permission.rid, "fail", false, null);
}

function record(service: Service, payment: Payment, event: machine.PaymentEvent): string | null {
  return service.callbacks.record({
    merchantId: payment.merchantId,
    target: payment.request.callback_uri ?? null,
    event,
    uri: paymentOutcomeUrl(service, payment.tid),
    object: paymentOutcome(service, payment),
  });
}

function requireCustomer(payment: Payment, phone: string): void {
  if (payment.customer !== phone) throw missing("payment request for this customer");
}

function sameRequest(before: Payment, input: PaymentRequestInput): string {
  if (canonical(before.request) === canonical(input)) return before.tid;
  throw conflict("A payment request with these ids and different data exists.", {
    pos_tid: "was used before at this POS with other data",
  });
}

function checkCreate(service: Service, merchantId: string, input: PaymentRequestInput): void {
  const wrong: Record<string, string> = {};
  if (!findPos(service.db, merchantId, input.pos_id)) wrong.pos_id = "is not a POS of this merchant";
  else if (service.dialect.isFamily && !isIdentifier(input.pos_id))
    wrong.pos_id = "expected 64 letters, digits, _ . - at the most: a payment cannot carry this id";
  if (input.currency !== service.settings.currency) wrong.currency = `expected ${service.settings.currency}`;
  if (!Number.isSafeInteger(input.amount + (input.additional_amount ?? 0))) wrong.amount = "is too large";
  if (input.customer === null && !service.settings.claimLinks) wrong.customer = "is required: there are no claim links";
  const scopes = readScopes(input.required_scope ?? "");
  if (!scopes.ok) wrong.required_scope = scopes.because;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

/** Restriction of `pos_tid` (section 8); family services apply it to a payment's `pos_id` too. */
function isIdentifier(text: string): boolean {
  return text.length <= MAX_TID_LENGTH && ID_PATTERN.test(text);
}

function addPermission(
  service: Service,
  merchantId: string,
  input: PaymentRequestInput,
  tid: string,
  customer: string | null,
  expiresAt: number,
): void {
  if (input.required_scope === null || input.required_scope === undefined) return;
  const scopes = readScopes(input.required_scope);
  const created = {
    merchantId,
    posId: input.pos_id,
    posTid: input.pos_tid,
    paymentTid: tid,
    customer,
    scope: scopes.ok ? scopes.scopes.join(" ") : "",
    text: input.required_scope_text ?? null,
    callbackUri: null,
    request: null,
  };
  insertPermission(service.db, created, service.clock.now(), expiresAt);
}

/** Parses a portion: all of its fields, or none (G8). */
function readPortion(
  payment: Payment,
  update: { currency?: string | undefined; amount?: number | undefined; additional_amount?: number | undefined },
  idField: "capture_id" | "refund_id",
  id: string | undefined,
): machine.Portion {
  const { currency, amount } = update;
  if ([currency, amount, update.additional_amount, id].every((part) => part === undefined)) return "rest";
  const wrong: Record<string, string> = {};
  if (amount === undefined) wrong.amount = "is required for a part; leave all of them out for the rest";
  if (currency !== payment.currency) wrong.currency = `expected ${payment.currency}`;
  if (id === undefined) wrong[idField] = "is required for a part; leave all of them out for the rest";
  if (amount === undefined || id === undefined || wrong.currency !== undefined) throw invalid(wrong);
  return { id, amount, additionalAmount: update.additional_amount ?? 0 };
}
