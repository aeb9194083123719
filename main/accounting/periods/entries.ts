/**
 * Computes the bookings of a payment as differences from the service's latest outcome. A booking never changes. Pure.
 */
import type { Phase } from "../../../contract/values/phases.ts";
import type { Outcome } from "../../payments/outcome.ts";

/** `fee`: of a payment; `permission`: the cost of a permission requested separately. */
export type BookingKind =
  | "capture"
  | "refund"
  | "fee"
  | "approved"
  | "released"
  | "aborted"
  | "rejected"
  | "expired"
  | "permission";

/** A new booking. Amounts are in minor units, and negative when the service reduced an earlier amount. */
export interface Entry {
  kind: BookingKind;
  /** Id of the capture or refund; null for a single-step movement and for other kinds */
  id: string | null;
  amount: number;
  additionalAmount: number;
  transactionFee: number;
  interchangeFee: number;
  actor: string | null;
}

export type Booked = readonly Omit<Entry, "actor">[];

export interface Bookable {
  currency: string;
  posTid: string;
  phase: Phase;
  outcome: Outcome | null;
  /** True when any outcome ever had the status `auth` */
  wasAuthorised: boolean;
  amount: number;
  additionalAmount: number;
  captured: Amounts;
  refunded: Amounts;
  /** The uncaptured part of a reservation after a release */
  released: Amounts;
  /** Uncaptured part of a reservation that expired or ended at the service without a release by this till */
  lapsed: Amounts;
  /** True when the till cancelled because no customer scanned the code in time. Screens show this as expired. */
  codeRanOut: boolean;
  takenBy: string | null;
  /** Returns who requested an operation; undefined when this till did not request it */
  requesterOf(id: string): string | null | undefined;
  endedBy: string | null;
}

interface Amounts {
  amount: number;
  additionalAmount: number;
}

type Movement = Amounts & { id: string | null };

const END_KINDS = ["released", "aborted", "rejected", "expired"] as const satisfies readonly Phase[];

/** Returns the missing bookings in booking order. */
export function entriesFor(payment: Bookable, booked: Booked): Entry[] {
  const isOwnOutcome = !isForeignOutcome(payment);
  const entries = isOwnOutcome ? moneyEntries(payment, booked) : [];
  const end = endKindOf(payment);
  if (end === null && isOwnOutcome) entries.push(...restEntries(payment, booked));
  // Earlier versions booked an expired code as `aborted`.
  const isBooked = booked.some(({ kind }) => kind === end || (payment.codeRanOut && kind === "aborted"));
  if (end && !isBooked) {
    const requestedAmounts = { amount: payment.amount, additionalAmount: payment.additionalAmount };
    const actor = (end === "released" || end === "aborted" ? payment.endedBy : null) ?? payment.takenBy;
    entries.push({ ...NO_MONEY, ...requestedAmounts, kind: end, actor });
  }
  return entries;
}

function endKindOf({ phase, codeRanOut }: Bookable): (typeof END_KINDS)[number] | null {
  return phase === "aborted" && codeRanOut ? "expired" : (END_KINDS.find((end) => end === phase) ?? null);
}

/** Booked once and not reversed: the service may briefly deny a release, and the till then retries it. */
function restEntries({ released, lapsed, endedBy, takenBy }: Bookable, booked: Booked): Entry[] {
  if (booked.some(({ kind }) => kind === "released" || kind === "expired")) return [];
  if (!isZero(released)) return [{ ...NO_MONEY, ...released, kind: "released", actor: endedBy ?? takenBy }];
  return isZero(lapsed) ? [] : [{ ...NO_MONEY, ...lapsed, kind: "expired", actor: takenBy }];
}

function isForeignOutcome({ outcome, posTid, currency }: Bookable): boolean {
  return outcome === null || outcome.posTid !== posTid || outcome.currency !== currency;
}

/** A booking without money. */
export const NO_MONEY = { id: null, amount: 0, additionalAmount: 0, transactionFee: 0, interchangeFee: 0 } as const;

function moneyEntries(payment: Bookable, booked: Booked): Entry[] {
  const { outcome, takenBy, amount, additionalAmount } = payment;
  if (outcome === null) return [];
  const approved = payment.wasAuthorised || outcome.status === "auth" || outcome.status === "ok";
  const entries: Entry[] = [
    ...(approved && !booked.some(({ kind }) => kind === "approved")
      ? [{ ...NO_MONEY, kind: "approved" as const, amount, additionalAmount, actor: takenBy }]
      : []),
    ...movementEntries("capture", outcome.captures, payment.captured, payment, booked),
    ...movementEntries("refund", outcome.refunds, payment.refunded, payment, booked),
  ];
  return withFees(entries, outcome, payment, booked);
}

function movementEntries(
  kind: "capture" | "refund",
  listed: readonly Movement[],
  total: Amounts,
  payment: Bookable,
  booked: Booked,
): Entry[] {
  const earlier = booked.filter((entry) => entry.kind === kind);
  const increase = subtract(total, sumOf(earlier));
  if (isZero(increase)) return [];
  const ids = new Set([...listed, ...earlier].map(({ id }) => id).filter((id) => id !== null));
  const identified = [...ids].map((id) => ({
    id,
    ...subtract(
      sumOf(listed.filter((movement) => movement.id === id)),
      sumOf(earlier.filter((entry) => entry.id === id)),
    ),
  }));
  // Amounts without an id: a single-step movement (G12), or, when negative, one that received an id later.
  const unidentified = { id: null, ...subtract(increase, sumOf(identified)) };
  return offsetUnidentified(identified, unidentified)
    .filter((movement) => !isZero(movement))
    .map((movement) => ({ ...NO_MONEY, ...movement, kind, actor: actorOf(kind, movement.id, payment) }));
}

/** A movement booked without an id and now listed with one is the same money, so both cancel out. */
function offsetUnidentified(identified: readonly Movement[], unidentified: Movement): Movement[] {
  let { amount, additionalAmount } = unidentified;
  const remaining = identified.map((movement) => {
    const offsets = {
      amount: offsetPart(movement.amount, amount),
      additionalAmount: offsetPart(movement.additionalAmount, additionalAmount),
    };
    amount += offsets.amount;
    additionalAmount += offsets.additionalAmount;
    return { ...movement, ...subtract(movement, offsets) };
  });
  return [...remaining, { id: null, amount, additionalAmount }];
}

/** Returns the part of an increase that offsets a negative unidentified amount. */
function offsetPart(increase: number, unidentified: number): number {
  return increase > 0 && unidentified < 0 ? Math.min(increase, -unidentified) : 0;
}

function actorOf(kind: "capture" | "refund", id: string | null, { requesterOf, takenBy }: Bookable): string | null {
  const requester = id === null ? undefined : requesterOf(id);
  // The seller is the actor of an automatic capture. A refund that the till did not request has no actor.
  return requester ?? (kind === "capture" ? takenBy : null);
}

/** The service returns fees per payment. Their increase is booked with the first capture or refund of this batch. */
function withFees(entries: Entry[], outcome: Outcome, { takenBy }: Bookable, booked: Booked): Entry[] {
  const transactionFee = outcome.transactionFee - booked.reduce((sum, entry) => sum + entry.transactionFee, 0);
  const interchangeFee = outcome.interchangeFee - booked.reduce((sum, entry) => sum + entry.interchangeFee, 0);
  if (transactionFee === 0 && interchangeFee === 0) return entries;
  const feeEntryIndex = entries.findIndex(({ kind }) => kind === "capture" || kind === "refund");
  if (feeEntryIndex < 0)
    return [...entries, { ...NO_MONEY, kind: "fee", transactionFee, interchangeFee, actor: takenBy }];
  return entries.map((entry, at) => (at === feeEntryIndex ? { ...entry, transactionFee, interchangeFee } : entry));
}

function sumOf(parts: readonly Amounts[]): Amounts {
  return parts.reduce<Amounts>(
    (sum, part) => ({
      amount: sum.amount + part.amount,
      additionalAmount: sum.additionalAmount + part.additionalAmount,
    }),
    { amount: 0, additionalAmount: 0 },
  );
}

function subtract(one: Amounts, other: Amounts): Amounts {
  return { amount: one.amount - other.amount, additionalAmount: one.additionalAmount - other.additionalAmount };
}

function isZero({ amount, additionalAmount }: Amounts): boolean {
  return amount === 0 && additionalAmount === 0;
}
