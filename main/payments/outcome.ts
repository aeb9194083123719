import { maskCustomer } from "../../contract/values/identifiers.ts";
import {
  PAYMENT_STATUSES,
  type PaymentOutcome,
  type PaymentStatus,
  type PermissionOutcome,
  parseDateTime,
  STATUS_CODES,
} from "../../contract/wire/wire.ts";

/** Where an outcome came from: a callback, a poll, or the answer to an operation. */
export type Source = "callback" | "poll" | "answer";

export interface OutcomeMovement {
  id: string | null;
  amount: number;
  additionalAmount: number;
  text: string | null;
}

/**
 * The service's outcome of a payment (section 2.3), with defaults for missing fields. Access tokens, the upload address
 * and the customer's full identifier are removed, since they must not be stored.
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
  /** The response had no list of captures, which does not mean that there are none (2.3) */
  capturesOmitted?: true | undefined;
  refunds: OutcomeMovement[];
  refundsOmitted?: true | undefined;
  /** The amount still available was missing and is derived */
  restOmitted?: true | undefined;
  /** Masked; null while a claim link is unclaimed */
  customer: string | null;
  credit: boolean | null;
  interchangeFee: number;
  /** Includes the fee for a permission requested with the payment (2.4) */
  transactionFee: number;
  /** The permission's part of the fee; undefined when the response has no permission */
  permissionFee?: number | undefined;
  modifiedAt: number;
  expiresAt: number | null;
}

/** Reads the service's outcome. @returns null for an unknown status: the response is ignored and polled again */
export function readOutcome(wire: PaymentOutcome): Outcome | null {
  const status = wire.status ?? statusOfCode(wire.status_code ?? null);
  if (status === null) return null;
  const captures = (wire.captures ?? []).map(readMovement);
  const additionalAmount = wire.additional_amount ?? 0;
  return withGrant(wire.permissions ?? null, {
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
    capturesOmitted: wire.captures == null ? true : undefined,
    refunds: (wire.refunds ?? []).map(readMovement),
    refundsOmitted: wire.refunds == null ? true : undefined,
    restOmitted: wire.auth_amount == null ? true : undefined,
    customer: wire.customer ? maskCustomer(wire.customer) : null,
    credit: wire.credit ?? null,
    interchangeFee: wire.interchange_fee ?? 0,
    transactionFee: (wire.transaction_fee ?? 0) + (permissionFee(wire) ?? 0),
    permissionFee: permissionFee(wire),
    modifiedAt: parseDateTime(wire.date_modified ?? "") ?? 0,
    expiresAt: parseDateTime(wire.date_expires ?? ""),
  });
}

/** Permissions that came with outcomes, kept apart so that their tokens are never stored, compared or logged. */
const grants = new WeakMap<Outcome, PermissionOutcome>();

/** Attaches a permission to an outcome, outside its stored fields. */
export function withGrant(grant: PermissionOutcome | null, outcome: Outcome): Outcome {
  if (grant !== null) grants.set(outcome, grant);
  return outcome;
}

/** Returns the permission that came with an outcome (2.3, 2.4), or null. It contains secrets, for `customers/` only. */
export function grantOf(outcome: Outcome): PermissionOutcome | null {
  return grants.get(outcome) ?? null;
}

/** Fees in another currency are settled separately and count as 0. */
function permissionFee({ permissions, currency }: PaymentOutcome): number | undefined {
  if (permissions?.transaction_fee == null) return undefined;
  return (permissions.currency ?? currency) === currency ? permissions.transaction_fee : 0;
}

export function sum(movements: readonly OutcomeMovement[], part: "amount" | "additionalAmount"): number {
  return movements.reduce((total, movement) => total + movement[part], 0);
}

/** True when two movements have the same id. */
export function hasDuplicateIds(movements: readonly OutcomeMovement[]): boolean {
  if (movements.length < 2) return false;
  const ids = movements.flatMap(({ id }) => (id === null ? [] : [id]));
  return new Set(ids).size < ids.length;
}

function statusOfCode(code: number | null): PaymentStatus | null {
  if (code === null) return null;
  const statusName = STATUS_CODES[code]?.status;
  return PAYMENT_STATUSES.find((status) => status === statusName) ?? null;
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
