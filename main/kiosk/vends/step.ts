/** Decides a vend's next step. The runner stores each step before running it, so that interrupted ones resume. */

import type { ReasonCode } from "../../../contract/reasons/reasons.ts";
import { linesTotal } from "../../../contract/values/lines.ts";
import type { Phase } from "../../../contract/values/phases.ts";
import type { VendRow } from "./rows.ts";
import { linesOf, payableAmount } from "./vend-items.ts";

/** Time for a customer to approve or choose; nothing drops after it. */
export const APPROVAL_LIMIT_MS = 5 * 60_000;
/** Time during which an unanswered order is repeated; afterwards the machine is only polled. */
export const ORDER_REPEAT_MS = 60_000;
/** An interrupted order may still arrive; only after this time does "unknown vend" count. */
export const ARRIVAL_LIMIT_MS = 75_000;
/** Time during which the machine is polled, but never in the last hours of the reservation. */
export const POLL_LIMIT_MS = 24 * 3_600_000;
export const CAPTURE_RESERVE_MS = 6 * 3_600_000;

/** State of the last operation of a kind; `done` only once the service confirms it. */
type OperationProgress = "none" | "under_way" | "done" | "refused";

/** A vend's money. Amounts in minor units, times in ms. */
export interface VendMoney {
  phase: Phase;
  /** True if the money arrived after the till gave the payment up */
  isLate: boolean;
  isAbortRequested: boolean;
  /** An abort, release or capture was ever requested, whatever its result */
  hasMoneyOperation: boolean;
  authorisedLeft: number;
  captured: number;
  capture: OperationProgress;
  release: OperationProgress;
  /** Time left of the reservation, by the service's clock; null when unknown */
  endsInMs: number | null;
}

export interface VendTime {
  /** Time since its order, or since the restore of a backup older than the order */
  age: number;
  /** Time since the payment request, or since the customer may choose; null before */
  sinceRequestMs: number | null;
  /** How long the machine has been polled in this run, or since the order in it */
  followedMs: number;
  /** True when the machine has certainly not received this order from an earlier run */
  canSendOrder: boolean;
  isUnanswered: boolean;
  /** How long the machine has reported the vend as unknown, and nothing else */
  unknownToMachineMs: number;
}

export type VendDoubt = "capture_refused" | "release_refused" | "money_gone" | "captured_unordered";

export type VendStep =
  /** Nothing drops; the payment request is withdrawn */
  | { do: "cancel"; money: "abort" | "release" | "none" }
  /** A deposit is approved: the time to choose starts */
  | { do: "recordApproval" }
  /** The money is reserved: the machine may receive the order */
  | { do: "placeOrder" }
  | { do: "sendOrder" }
  | { do: "pollReport" }
  /** No report can be expected: the rule decides */
  | { do: "applyRule" }
  | { do: "capture"; amount: number }
  | { do: "release" }
  /** The money cannot follow the items: an operator must check */
  | { do: "flagDoubt"; because: VendDoubt }
  /** The report is known: check that the machine confirms it */
  | { do: "confirmReport" }
  | { do: "finish" }
  | { do: "wait"; for: number | null };

const WAIT: VendStep = { do: "wait", for: null };

/** Returns the next step of a vend. Pure: the runner executes it. */
export function nextStep(row: VendRow, money: VendMoney, time: VendTime): VendStep {
  switch (row.state) {
    case "authorising":
      return whileAuthorising(row, money, time);
    case "dispensing":
      return whileDispensing(row, money, time);
    case "settling":
      return whileSettling(row, money, time);
    case "cancelled":
      return afterCancel(money);
    case "done":
    case "unknown":
      return WAIT;
  }
}

const ENDED_PHASES: ReadonlySet<Phase> = new Set<Phase>([
  ...(["captured", "released", "aborted", "rejected", "expired", "partly_refunded", "refunded"] as const),
]);

function whileAuthorising(row: VendRow, money: VendMoney, time: VendTime): VendStep {
  if (row.restoredAt !== null) return afterRestore(money, time);
  const { items, isDeposit, approvedAt } = row;
  const { phase, isLate, hasMoneyOperation } = money;
  const remainingMs = time.sinceRequestMs === null ? null : APPROVAL_LIMIT_MS - time.sinceRequestMs;
  if (ENDED_PHASES.has(phase) || isLate || (remainingMs !== null && remainingMs <= 0)) return endUnordered(money);
  const isApproved = phase === "authorised";
  if (isApproved && isDeposit && items.length === 0 && approvedAt === null) return { do: "recordApproval" };
  // Even after a refused cancel a release follows: nothing may drop.
  if (isApproved && !hasMoneyOperation && items.length > 0)
    return money.authorisedLeft >= linesTotal(linesOf(items)) ? { do: "placeOrder" } : endUnordered(money);
  return { do: "wait", for: remainingMs };
}

const UNAPPROVED: ReadonlySet<Phase> = new Set<Phase>(["waiting", "aborted", "rejected"]);

/** A vend not ordered in the backup may have been ordered since: poll the machine, never order. */
function afterRestore(money: VendMoney, time: VendTime): VendStep {
  if (money.phase === "queued") return WAIT;
  if (UNAPPROVED.has(money.phase)) return endUnordered(money);
  return isTimeOver(money, time) ? { do: "applyRule" } : { do: "pollReport" };
}

/** Releases late money once. For money that crossed with a cancel, the payment's own lifecycle does that. */
function afterCancel({ authorisedLeft, release, isLate, isAbortRequested }: VendMoney): VendStep {
  if (authorisedLeft === 0) return WAIT;
  if (release === "refused") return { do: "flagDoubt", because: "release_refused" };
  return release === "none" && (isLate || !isAbortRequested) ? { do: "release" } : WAIT;
}

/** Returns the step that ends a vend without an order. Captured money needs an operator. */
export function endUnordered(money: VendMoney): VendStep {
  if (money.captured > 0) return { do: "flagDoubt", because: "captured_unordered" };
  return { do: "cancel", money: moneyOnCancel(money) };
}

function moneyOnCancel(money: VendMoney): "abort" | "release" | "none" {
  const { phase, isLate, isAbortRequested, authorisedLeft, release } = money;
  if (ENDED_PHASES.has(phase) || release !== "none") return "none";
  if (isLate) return authorisedLeft > 0 ? "release" : "none";
  if (isAbortRequested || phase === "attention") return "none";
  return authorisedLeft > 0 ? "release" : "abort";
}

function whileDispensing({ acceptedAt, refusedAt }: VendRow, money: VendMoney, time: VendTime): VendStep {
  if (acceptedAt === null && refusedAt === null && time.canSendOrder && time.age < ORDER_REPEAT_MS)
    return { do: "sendOrder" };
  return isTimeOver(money, time) ? { do: "applyRule" } : { do: "pollReport" };
}

/** Returns whether polling must end. Of a short reservation, half of the time left is for polling. */
function isTimeOver({ endsInMs }: VendMoney, { age, followedMs }: VendTime): boolean {
  const isTime = age >= POLL_LIMIT_MS || (endsInMs !== null && endsInMs <= Math.min(CAPTURE_RESERVE_MS, age));
  // A till that was off for a day has not polled yet, and only the machine knows what dropped.
  return isTime && followedMs >= ARRIVAL_LIMIT_MS;
}

/** Reasons about the money, which include any earlier reason. */
const ABOUT_MONEY: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(["vend_capture_refused", "vend_release_refused", "vend_money_gone", "vend_also"] as const),
]);

function whileSettling(row: VendRow, money: VendMoney, time: VendTime): VendStep {
  const amount = payableAmount(row);
  if (money.phase === "attention") return WAIT;
  const hasMoneyDoubt = row.because !== null && ABOUT_MONEY.has(row.because.code);
  if (money.captured < amount) {
    if (money.capture === "under_way" || money.capture === "done") return WAIT;
    if (money.capture === "none" && money.authorisedLeft >= amount) return { do: "capture", amount };
    if (hasMoneyDoubt) return { do: "finish" };
    return { do: "flagDoubt", because: money.capture === "refused" ? "capture_refused" : "money_gone" };
  }
  if (money.authorisedLeft > 0) {
    if (money.release === "under_way" || money.release === "done") return WAIT;
    if (money.release === "none") return { do: "release" };
    return hasMoneyDoubt ? { do: "finish" } : { do: "flagDoubt", because: "release_refused" };
  }
  const isConfirmed = row.report === null || row.recheckedAt !== null;
  // A silent machine is polled even after an operator's finding, until it responds.
  return isConfirmed || (row.resolvedAt !== null && time.age >= POLL_LIMIT_MS)
    ? { do: "finish" }
    : { do: "confirmReport" };
}

/** Interprets "unknown vend": nothing dropped, the machine forgot it, or the order may still arrive. */
export function interpretUnknownVend(
  { acceptedAt, refusedAt }: VendRow,
  { followedMs, isUnanswered, unknownToMachineMs }: VendTime,
): "nothing" | "forgotten" | "too_early" {
  // The machine may be starting: a single such response does not count.
  if (acceptedAt !== null) return unknownToMachineMs >= ARRIVAL_LIMIT_MS ? "forgotten" : "too_early";
  // A refusal concerns its own order; an earlier unanswered one may still arrive.
  if (refusedAt !== null && !isUnanswered) return "nothing";
  return followedMs >= ARRIVAL_LIMIT_MS ? "nothing" : "too_early";
}

/** Returns the pause between two messages to the machine about a vend, in ms. */
export function pauseBetween({ age }: Pick<VendTime, "age">): number {
  if (age < ORDER_REPEAT_MS) return 1000;
  return age < 10 * 60_000 ? 5000 : 60_000;
}
