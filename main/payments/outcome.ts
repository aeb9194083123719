import { maskCustomer } from "../../contract/identifiers.ts";
import {
  PAYMENT_STATUSES,
  type PaymentOutcome,
  type PaymentStatus,
  type PermissionOutcome,
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
  /** The answer had no list of captures at all: it says nothing of them, neither that there are none (2.3) */
  capturesOmitted?: true | undefined;
  refunds: OutcomeMovement[];
  /** The same of refunds */
  refundsOmitted?: true | undefined;
  /** It did not say what is still available for capture: that is derived */
  restOmitted?: true | undefined;
  /** Masked; null while a claim link is unclaimed */
  customer: string | null;
  credit: boolean | null;
  interchangeFee: number;
  /** With what the service deducts for a permission that was asked for with the payment (2.4) */
  transactionFee: number;
  /** The part of it that is for the permission; not there where the answer says nothing of a permission */
  permissionFee?: number | undefined;
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

/**
 * What an outcome says of the permission that was asked for with the payment, token included: beside the outcome and not
 * in it, so that it is in nothing that is stored, compared, printed or logged of a payment.
 */
const grants = new WeakMap<Outcome, PermissionOutcome>();

/** See {@link grantOf}. */
export function withGrant(grant: PermissionOutcome | null, outcome: Outcome): Outcome {
  if (grant !== null) grants.set(outcome, grant);
  return outcome;
}

/** What came with an outcome of its permission (2.3, 2.4): secrets, for `customers/` alone; null: nothing. */
export function grantOf(outcome: Outcome): PermissionOutcome | null {
  return grants.get(outcome) ?? null;
}

/** One in another currency than the payment's cannot be added up: the service settles it apart. */
function permissionFee({ permissions, currency }: PaymentOutcome): number | undefined {
  if (permissions?.transaction_fee == null) return undefined;
  return (permissions.currency ?? currency) === currency ? permissions.transaction_fee : 0;
}

/** The sum of one part of captures or refunds, in minor units. */
export function sum(movements: readonly OutcomeMovement[], part: "amount" | "additionalAmount"): number {
  return movements.reduce((total, movement) => total + movement[part], 0);
}

/** Whether two movements of a list have the same id. */
export function hasTwice(movements: readonly OutcomeMovement[]): boolean {
  if (movements.length < 2) return false;
  const ids = movements.flatMap(({ id }) => (id === null ? [] : [id]));
  return new Set(ids).size < ids.length;
}

function statusOfCode(code: number | null): PaymentStatus | null {
  if (code === null) return null;
  const known = STATUS_CODES[code]?.status;
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
