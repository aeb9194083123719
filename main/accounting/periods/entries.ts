/**
 * What is to be booked of a payment: pure. The bookings follow the service's word by differences, so that the bookings
 * of a payment always add up to what the service says of it, whatever it said before, and nothing booked is ever
 * changed.
 */
import type { Phase } from "../../../contract/phases.ts";
import type { Outcome } from "../../payments/outcome.ts";

/** `fee`: of a payment; `permission`: what a permission costs that was asked for by itself. */
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

/** One booking to be made. Amounts in minor units; negative where the service took something back. */
export interface Entry {
  kind: BookingKind;
  /** The capture's or refund's id; null for one in a single step, and for everything else */
  id: string | null;
  amount: number;
  additionalAmount: number;
  transactionFee: number;
  interchangeFee: number;
  actor: string | null;
}

/** What is booked already, summed by kind and id. */
export type Booked = readonly Omit<Entry, "actor">[];

/** What the bookings need to know of a payment as it is now. */
export interface Bookable {
  currency: string;
  posTid: string;
  phase: Phase;
  outcome: Outcome | null;
  /** Whether any outcome ever said `auth` */
  authorisedSeen: boolean;
  amount: number;
  additionalAmount: number;
  captured: Sums;
  refunded: Sums;
  /** What a release left untaken of a reservation that was taken in part */
  released: Sums;
  /** The same of one that ended at the service without being asked to from here */
  lapsed: Sums;
  /** Whether the till cancelled it because nobody scanned its code in time: screens call that expired */
  codeRanOut: boolean;
  takenBy: string | null;
  /** Who asked for an operation, by its id; undefined when this till never asked */
  askedBy(id: string): string | null | undefined;
  /** Who asked for the release or the cancellation, if anybody did */
  endedBy: string | null;
}

interface Sums {
  amount: number;
  additionalAmount: number;
}

type Movement = Sums & { id: string | null };

const ENDS = ["released", "aborted", "rejected", "expired"] as const satisfies readonly Phase[];

/** What is not booked yet, in the order in which it is to be booked. */
export function entriesFor(payment: Bookable, booked: Booked): Entry[] {
  const isOwn = !isAnothers(payment);
  const entries = isOwn ? moneyEntries(payment, booked) : [];
  const end = endOf(payment);
  if (end === null && isOwn) entries.push(...restEntries(payment, booked));
  // Earlier versions booked the end of a code as a cancel.
  const isBooked = booked.some(({ kind }) => kind === end || (payment.codeRanOut && kind === "aborted"));
  if (end && !isBooked) {
    const asked = { amount: payment.amount, additionalAmount: payment.additionalAmount };
    const actor = (end === "released" || end === "aborted" ? payment.endedBy : null) ?? payment.takenBy;
    entries.push({ ...NO_MONEY, ...asked, kind: end, actor });
  }
  return entries;
}

function endOf({ phase, codeRanOut }: Bookable): (typeof ENDS)[number] | null {
  return phase === "aborted" && codeRanOut ? "expired" : (ENDS.find((end) => end === phase) ?? null);
}

/** Booked once, and not taken back: a service that denies a release for a moment is asked again until it stands. */
function restEntries({ released, lapsed, endedBy, takenBy }: Bookable, booked: Booked): Entry[] {
  if (booked.some(({ kind }) => kind === "released" || kind === "expired")) return [];
  if (!isNothing(released)) return [{ ...NO_MONEY, ...released, kind: "released", actor: endedBy ?? takenBy }];
  return isNothing(lapsed) ? [] : [{ ...NO_MONEY, ...lapsed, kind: "expired", actor: takenBy }];
}

/** An outcome about another payment, or in another currency, is a contradiction: a person looks, and nothing is booked. */
function isAnothers({ outcome, posTid, currency }: Bookable): boolean {
  return outcome === null || outcome.posTid !== posTid || outcome.currency !== currency;
}

/** What a booking has that moves nothing. */
export const NO_MONEY = { id: null, amount: 0, additionalAmount: 0, transactionFee: 0, interchangeFee: 0 } as const;

function moneyEntries(payment: Bookable, booked: Booked): Entry[] {
  const { outcome, takenBy, amount, additionalAmount } = payment;
  if (outcome === null) return [];
  const approved = payment.authorisedSeen || outcome.status === "auth" || outcome.status === "ok";
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
  total: Sums,
  payment: Bookable,
  booked: Booked,
): Entry[] {
  const before = booked.filter((entry) => entry.kind === kind);
  const grown = less(total, sumOf(before));
  if (isNothing(grown)) return [];
  const ids = new Set([...listed, ...before].map(({ id }) => id).filter((id) => id !== null));
  const named = [...ids].map((id) => ({
    id,
    ...less(sumOf(listed.filter((one) => one.id === id)), sumOf(before.filter((one) => one.id === id))),
  }));
  // What no id explains: money moved in a single step (G12), or, negative, such money that has been given an id since.
  const rest = { id: null, ...less(grown, sumOf(named)) };
  return absorb(named, rest)
    .filter((movement) => !isNothing(movement))
    .map((movement) => ({ ...NO_MONEY, ...movement, kind, actor: actorOf(kind, movement.id, payment) }));
}

/** What was booked without an id and is listed with one now is the same money: the two cancel out. */
function absorb(named: readonly Movement[], rest: Movement): Movement[] {
  let { amount, additionalAmount } = rest;
  const left = named.map((movement) => {
    const taken = {
      amount: opposite(movement.amount, amount),
      additionalAmount: opposite(movement.additionalAmount, additionalAmount),
    };
    amount += taken.amount;
    additionalAmount += taken.additionalAmount;
    return { ...movement, ...less(movement, taken) };
  });
  return [...left, { id: null, amount, additionalAmount }];
}

/** How much of a growth is only the other side of something that went away. */
function opposite(growth: number, rest: number): number {
  return growth > 0 && rest < 0 ? Math.min(growth, -rest) : 0;
}

function actorOf(kind: "capture" | "refund", id: string | null, { askedBy, takenBy }: Bookable): string | null {
  const asked = id === null ? undefined : askedBy(id);
  // A capture that the till makes by itself belongs to whoever made the sale. A refund that it never asked for is nobody's.
  return asked ?? (kind === "capture" ? takenBy : null);
}

/** The service says what it deducts of the whole payment: what that grew by goes with the money that it is for. */
function withFees(entries: Entry[], outcome: Outcome, { takenBy }: Bookable, booked: Booked): Entry[] {
  const transactionFee = outcome.transactionFee - booked.reduce((sum, entry) => sum + entry.transactionFee, 0);
  const interchangeFee = outcome.interchangeFee - booked.reduce((sum, entry) => sum + entry.interchangeFee, 0);
  if (transactionFee === 0 && interchangeFee === 0) return entries;
  const carrier = entries.findIndex(({ kind }) => kind === "capture" || kind === "refund");
  if (carrier < 0) return [...entries, { ...NO_MONEY, kind: "fee", transactionFee, interchangeFee, actor: takenBy }];
  return entries.map((entry, at) => (at === carrier ? { ...entry, transactionFee, interchangeFee } : entry));
}

function sumOf(parts: readonly Sums[]): Sums {
  return parts.reduce<Sums>(
    (sum, part) => ({
      amount: sum.amount + part.amount,
      additionalAmount: sum.additionalAmount + part.additionalAmount,
    }),
    { amount: 0, additionalAmount: 0 },
  );
}

function less(one: Sums, other: Sums): Sums {
  return { amount: one.amount - other.amount, additionalAmount: one.additionalAmount - other.additionalAmount };
}

function isNothing({ amount, additionalAmount }: Sums): boolean {
  return amount === 0 && additionalAmount === 0;
}
