import { maskCustomer } from "../../contract/identifiers.ts";
import {
  PAYMENT_STATUSES,
  type PaymentOutcome,
  type PaymentStatus,
  parseDateTime,
  STATUS_CODES,
} from "../../contract/wire.ts";

/** A capture or a refund as the service lists it (G12). */
export interface OutcomeMovement {
  id: string | null;
  amount: number;
  additionalAmount: number;
  text: string | null;
}

/**
 * What the service says of a payment (section 2.3), with every silence filled in and everything left out that must
 * not be kept: access tokens, the upload address, the customer's full identifier.
 */
export interface Outcome {
  tid: string;
  posTid: string;
  status: PaymentStatus;
  statusCode: number | null;
  currency: string;
  amount: number;
  additionalAmount: number;
  authAmount: number;
  authAdditionalAmount: number;
  captures: OutcomeMovement[];
  refunds: OutcomeMovement[];
  /** Masked; null while a claim link is unclaimed */
  customer: string | null;
  credit: boolean | null;
  interchangeFee: number;
  transactionFee: number;
  /** Milliseconds since the epoch, by the service's clock */
  modifiedAt: number;
  expiresAt: number | null;
}

/**
 * Reads the service's outcome. @returns null when it names no status that the till understands: such an answer is
 * no answer, and is asked for again.
 */
export function readOutcome(wire: PaymentOutcome): Outcome | null {
  const status = wire.status ?? statusOfCode(wire.status_code ?? null);
  if (status === null) return null;
  const captures = (wire.captures ?? []).map(readMovement);
  const additionalAmount = wire.additional_amount ?? 0;
  return {
    tid: wire.tid,
    posTid: wire.pos_tid,
    status,
    statusCode: wire.status_code ?? null,
    currency: wire.currency,
    amount: wire.amount,
    additionalAmount,
    authAmount: wire.auth_amount ?? Math.max(0, wire.amount - sum(captures, "amount")),
    authAdditionalAmount:
      wire.auth_additional_amount ?? Math.max(0, additionalAmount - sum(captures, "additionalAmount")),
    captures,
    refunds: (wire.refunds ?? []).map(readMovement),
    customer: wire.customer ? maskCustomer(wire.customer) : null,
    credit: wire.credit ?? null,
    interchangeFee: wire.interchange_fee ?? 0,
    transactionFee: wire.transaction_fee ?? 0,
    modifiedAt: parseDateTime(wire.date_modified ?? "") ?? 0,
    expiresAt: parseDateTime(wire.date_expires ?? ""),
  };
}

/**
 * Which of two outcomes of the same payment is the newer. Progress decides, since status moves one way (G11) and
 * captures and refunds are only ever added; only between an authorisation and a failure does the service's own time
 * decide, since an approval may yet follow a failure that was said too early. The order is total, so that no order of
 * arrival changes the end, and no wrong date can hide what comes after it.
 */
export function newerOutcome(a: Outcome, b: Outcome): Outcome {
  const order = compare(rank(a), rank(b));
  if (order !== 0) return order > 0 ? a : b;
  return JSON.stringify(a) >= JSON.stringify(b) ? a : b;
}

/** The sum of one part of captures or refunds, in minor units. */
export function sum(movements: readonly OutcomeMovement[], part: "amount" | "additionalAmount"): number {
  return movements.reduce((total, movement) => total + movement[part], 0);
}

function rank(outcome: Outcome): number[] {
  const moved = (list: OutcomeMovement[]) => sum(list, "amount") + sum(list, "additionalAmount");
  return [
    { pending: 0, auth: 1, fail: 1, ok: 2 }[outcome.status],
    outcome.refunds.length,
    moved(outcome.refunds),
    outcome.captures.length,
    moved(outcome.captures),
    outcome.modifiedAt,
    outcome.status === "fail" ? 1 : 0,
    outcome.expiresAt ?? 0,
  ];
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function statusOfCode(code: number | null): PaymentStatus | null {
  if (code === null) return null;
  const known = (STATUS_CODES as Record<number, { status: string } | undefined>)[code]?.status;
  return PAYMENT_STATUSES.find((status) => status === known) ?? null;
}

function readMovement(wire: {
  id?: string | null;
  amount: number;
  additional_amount?: number | null;
  text?: unknown;
}): OutcomeMovement {
  return {
    id: wire.id ?? null,
    amount: wire.amount,
    additionalAmount: wire.additional_amount ?? 0,
    text: typeof wire.text === "string" ? wire.text : null,
  };
}
