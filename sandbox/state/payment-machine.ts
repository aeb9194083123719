/** State machine of payment requests by G8 to G12. Pure: no database, clock or customer. */
import type { PAYMENT_EVENTS, PaymentStatus } from "../../contract/wire/wire.ts";

/** A capture; a null id is a single-step capture (G12). Amounts in minor units. */
export interface Movement {
  readonly id: string | null;
  readonly amount: number;
  readonly additionalAmount: number;
}

export interface Sums {
  readonly amount: number;
  readonly additionalAmount: number;
}

export interface Refund extends Movement {
  readonly text: string | null;
}

/** State of a payment. Times in ms since the epoch. */
export interface PaymentState {
  readonly action: "AUTH" | "SALE";
  readonly amount: number;
  readonly additionalAmount: number;
  readonly additionalEdit: boolean;
  readonly status: PaymentStatus;
  readonly statusCode: number;
  readonly modifiedAt: number;
  /** Expiry of the status; null if final. */
  readonly expiresAt: number | null;
  readonly captures: readonly Movement[];
  readonly refunds: readonly Refund[];
}

export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** Result of a step: the new state and its event (section 6 has none for refunds), or an error. */
export type Step =
  | { ok: true; payment: PaymentState; event: PaymentEvent | null }
  | { ok: false; field: string; because: string };

/** The whole remaining amount, or a part under the client's id (G8). */
export type Portion = "rest" | { id: string; amount: number; additionalAmount: number };

export const CODES = {
  pending: 1003,
  ok: 2000,
  auth: 3008,
  abortedByMerchant: 4019,
  rejectedByCustomer: 5006,
  insufficientFunds: 5007,
  amountLimit: 5008,
  dayLimit: 5009,
  requestExpired: 5011,
  authorisationExpired: 5012,
  limit: 5101,
} as const;

/** Reason why the bank declines on approval (G10). */
export type Refusal = "insufficientFunds" | "amountLimit" | "dayLimit" | "limit";

/** Lifetime of an authorisation (section 3). */
export const AUTHORISATION_MS = 3 * 24 * 3600 * 1000;

export function captured(payment: PaymentState): Sums {
  return sum(payment.captures);
}

export function refunded(payment: PaymentState): Sums {
  return sum(payment.refunds);
}

/** Returns the amount that can be captured: 0 without an authorisation (2.3). */
export function authorisedLeft(payment: PaymentState): Sums {
  if (payment.status !== "auth") return { amount: 0, additionalAmount: 0 };
  return subtractSums({ amount: payment.amount, additionalAmount: payment.additionalAmount }, captured(payment));
}

/** Returns the held amount: reserved, plus captured and not refunded. */
export function heldAmount(payment: PaymentState): number {
  const left = authorisedLeft(payment);
  const capturedLeft = subtractSums(captured(payment), refunded(payment));
  return left.amount + left.additionalAmount + capturedLeft.amount + capturedLeft.additionalAmount;
}

/**
 * Approves the payment for the customer.
 * @param additionalAmount the chosen tip; null keeps the request's
 * @param refusal why the payment is declined, or null
 * @param capturesItself whether the service captures a SALE (the alternative reading of G9)
 */
export function approve(
  payment: PaymentState,
  now: number,
  additionalAmount: number | null,
  refusal: Refusal | null,
  capturesItself: boolean,
): Step {
  if (payment.status !== "pending") return wrongState(payment, "approved");
  const tip = additionalAmount ?? payment.additionalAmount;
  if (!Number.isSafeInteger(tip) || tip < 0 || !Number.isSafeInteger(tip + payment.amount)) {
    return { ok: false, field: "additionalAmount", because: "must be an amount in minor units" };
  }
  if (tip !== payment.additionalAmount && !payment.additionalEdit) {
    return { ok: false, field: "additionalAmount", because: "cannot be changed for this payment" };
  }
  const withTip = { ...payment, additionalAmount: tip };
  if (refusal) return ended(withTip, now, "fail", CODES[refusal], "payment_aborted_by_customer");
  if (payment.action === "SALE" && capturesItself) {
    const fullCapture = { id: null, amount: withTip.amount, additionalAmount: tip };
    return ended({ ...withTip, captures: [fullCapture] }, now, "ok", CODES.ok, "payment_authorized");
  }
  const authorised = {
    status: "auth",
    statusCode: CODES.auth,
    modifiedAt: now,
    expiresAt: now + AUTHORISATION_MS,
  } as const;
  return { ok: true, payment: { ...withTip, ...authorised }, event: "payment_authorized" };
}

export function reject(payment: PaymentState, now: number): Step {
  if (payment.status !== "pending") return wrongState(payment, "rejected");
  return ended(payment, now, "fail", CODES.rejectedByCustomer, "payment_aborted_by_customer");
}

export function abort(payment: PaymentState, now: number): Step {
  if (payment.status !== "pending") return wrongState(payment, "aborted");
  return ended(payment, now, "fail", CODES.abortedByMerchant, "payment_aborted_by_merchant");
}

/** Captures a part or the rest. Idempotent by id and amounts. */
export function capture(payment: PaymentState, now: number, portion: Portion): Step {
  const left = authorisedLeft(payment);
  const repeat = repeated(payment, payment.captures, portion, left, "capture_id");
  if (repeat) return repeat;
  if (payment.status !== "auth") return wrongState(payment, "captured");
  const newCapture = portion === "rest" ? { id: null, ...left } : portion;
  const excess = amountProblem(newCapture, left, "left of the authorisation");
  if (excess) return excess;
  const next = { ...payment, captures: [...payment.captures, newCapture], modifiedAt: now };
  const leftAfter = authorisedLeft(next);
  if (leftAfter.amount === 0 && leftAfter.additionalAmount === 0)
    return ended(next, now, "ok", CODES.ok, "payment_captured");
  return { ok: true, payment: next, event: "payment_captured" };
}

/**
 * Releases the amount that is not captured.
 * @param failsAfterPart whether the payment then is `fail` (section 3, literally) instead of `ok` (G11)
 */
export function release(payment: PaymentState, now: number, failsAfterPart: boolean): Step {
  if (payment.status !== "auth") return wrongState(payment, "released");
  return closed(payment, now, failsAfterPart, [CODES.abortedByMerchant, "payment_auth_released"]);
}

/** Renews an authorisation for 3 days from now. */
export function reauthorise(payment: PaymentState, now: number): Step {
  if (payment.status !== "auth") return wrongState(payment, "renewed");
  const renewed = { ...payment, modifiedAt: now, expiresAt: now + AUTHORISATION_MS };
  return { ok: true, payment: renewed, event: "payment_authorization_renewed" };
}

/** Refunds captured money in any status; the status does not change (G11). */
export function refund(payment: PaymentState, now: number, portion: Portion, text: string | null): Step {
  const left = subtractSums(captured(payment), refunded(payment));
  const repeat = repeated(payment, payment.refunds, portion, left, "refund_id");
  if (repeat) return repeat;
  if (payment.captures.length === 0) return wrongState(payment, "refunded");
  const requested = portion === "rest" ? { id: null, ...left } : portion;
  const excess = amountProblem(requested, left, "captured and not refunded");
  if (excess) return excess;
  const refunds = [...payment.refunds, { ...requested, text }];
  return { ok: true, payment: { ...payment, refunds, modifiedAt: now }, event: null };
}

/**
 * Ends an expired status. Other payments do not change.
 * @param failsAfterPart see {@link release}
 */
export function expire(payment: PaymentState, now: number, failsAfterPart: boolean): Step {
  if (payment.expiresAt === null || payment.expiresAt > now) return { ok: true, payment, event: null };
  if (payment.status === "pending") {
    return ended(payment, payment.expiresAt, "fail", CODES.requestExpired, "payment_request_expired");
  }
  return closed(payment, payment.expiresAt, failsAfterPart, [
    CODES.authorisationExpired,
    "payment_authorization_expired",
  ]);
}

function closed(
  payment: PaymentState,
  now: number,
  failsAfterPart: boolean,
  [failCode, event]: [code: number, event: PaymentEvent],
): Step {
  return payment.captures.length > 0 && !failsAfterPart
    ? ended(payment, now, "ok", CODES.ok, event)
    : ended(payment, now, "fail", failCode, event);
}

function ended(payment: PaymentState, now: number, status: "ok" | "fail", code: number, event: PaymentEvent): Step {
  return { ok: true, payment: { ...payment, status, statusCode: code, modifiedAt: now, expiresAt: null }, event };
}

function repeated(
  payment: PaymentState,
  done: readonly Movement[],
  portion: Portion,
  left: Sums,
  field: string,
): Step | null {
  const earlier = done.find(({ id }) => id === (portion === "rest" ? null : portion.id));
  if (!earlier) return null;
  // A repeat of "rest" is a duplicate only while nothing is left; otherwise the amount would differ.
  const same =
    portion === "rest"
      ? left.amount === 0 && left.additionalAmount === 0
      : earlier.amount === portion.amount && earlier.additionalAmount === portion.additionalAmount;
  return same
    ? { ok: true, payment, event: null }
    : { ok: false, field, because: "was used before with other amounts" };
}

function amountProblem(requested: Movement, left: Sums, label: string): Step | null {
  if (requested.amount > left.amount)
    return { ok: false, field: "amount", because: `at most ${left.amount} is ${label}` };
  if (requested.additionalAmount > left.additionalAmount) {
    return { ok: false, field: "additional_amount", because: `at most ${left.additionalAmount} is ${label}` };
  }
  const nothing = requested.amount === 0 && requested.additionalAmount === 0;
  return nothing ? { ok: false, field: "amount", because: `nothing is asked for, or nothing is ${label}` } : null;
}

function wrongState(payment: PaymentState, participle: string): Step {
  const because = `a payment of status ${payment.status} (${payment.statusCode}) cannot be ${participle}`;
  return { ok: false, field: "action", because };
}

function sum(movements: readonly Movement[]): Sums {
  const total = { amount: 0, additionalAmount: 0 };
  for (const { amount, additionalAmount } of movements) {
    total.amount += amount;
    total.additionalAmount += additionalAmount;
  }
  return total;
}

function subtractSums(left: Sums, right: Sums): Sums {
  return { amount: left.amount - right.amount, additionalAmount: left.additionalAmount - right.additionalAmount };
}
