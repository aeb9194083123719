/**
 * What is to be done next about a vend: from its row, its payment's money, and the time. Pure. The runner writes down each
 * step before it takes it, so that whatever is cut off is taken up here again.
 */
import { sumOfLines } from "../../../contract/lines.ts";
import type { Phase } from "../../../contract/phases.ts";
import type { ReasonCode } from "../../../contract/reasons.ts";
import { linesOf, payableAmount } from "./goods.ts";
import type { VendRow } from "./rows.ts";

/** A customer who was asked this long ago to approve, or to choose, is gone: nothing is dropped for them. */
export const BEGUN_WITHIN_MS = 5 * 60_000;
/** For so long the order is repeated while nothing answers; after that the machine is only asked. */
export const TOLD_FOR_MS = 60_000;
/** An order that was cut off may still arrive: that the machine does not know it counts from here on. */
export const ARRIVED_AFTER_MS = 75_000;
/** For so long the machine is asked what dropped, and never into the last hours of the reservation. */
export const ASKED_FOR_MS = 24 * 3_600_000;
export const LEFT_FOR_CAPTURE_MS = 6 * 3_600_000;

/** What became of the last operation of a kind; `done` only when the service shows it. */
type Movement = "none" | "under_way" | "done" | "refused";

/** What is known of a vend's money. Amounts in minor units, times in ms. */
export interface VendMoney {
  phase: Phase;
  /** It came after the till had given the payment up */
  isLate: boolean;
  isAbortAsked: boolean;
  /** An abort, a release or a capture of it was ever asked for, whatever became of that */
  isMoved: boolean;
  /** Reserved and not captured */
  left: number;
  captured: number;
  capture: Movement;
  release: Movement;
  /** How long the reservation still is, by the service's clock; null: it has not said */
  endsIn: number | null;
}

/** What a run of the till knows of a vend's time, in ms by the monotonic clock. */
export interface VendTime {
  /** How long ago it was ordered, or restored from a backup that is older than its order */
  age: number;
  /** How long ago the customer was asked, or may choose; null: not yet */
  sinceAsked: number | null;
  /** For how long the machine is asked in this run, or was ordered in it */
  followed: number;
  /** Whether the machine cannot have had the order from an earlier run, or says that it does not know it */
  mayTell: boolean;
  /** Whether an order may still be on its way to the machine */
  isUnanswered: boolean;
  /** For how long the machine says that it does not know it, and nothing else */
  strangeFor: number;
}

export type VendDoubt = "capture_refused" | "release_refused" | "money_gone" | "captured_unordered";

export type VendStep =
  /** Nothing is dropped: what the customer was asked is taken back */
  | { do: "cancel"; money: "abort" | "release" | "none" }
  /** A deposit is there: from here on its customer has time to choose */
  | { do: "noteApproval" }
  /** The customer's money is there: from here on the machine may be told */
  | { do: "begin" }
  | { do: "tell" }
  | { do: "ask" }
  /** No report is to be had: the rule decides */
  | { do: "decide" }
  | { do: "capture"; amount: number }
  | { do: "release" }
  /** The money cannot go the way of the goods: a person is to look */
  | { do: "doubt"; because: VendDoubt }
  /** What dropped is known: whether the machine still says the same */
  | { do: "askAgain" }
  | { do: "finish" }
  /** For so long, or until the payment changes */
  | { do: "wait"; for: number | null };

const WAIT: VendStep = { do: "wait", for: null };

/** The next step. */
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

const OVER: ReadonlySet<Phase> = new Set<Phase>([
  ...(["captured", "released", "aborted", "rejected", "expired", "partly_refunded", "refunded"] as const),
]);

function whileAuthorising(row: VendRow, money: VendMoney, time: VendTime): VendStep {
  if (row.restoredAt !== null) return afterRestore(money, time);
  const { items, isDeposit, approvedAt } = row;
  const { phase, isLate, isMoved } = money;
  const left = time.sinceAsked === null ? null : BEGUN_WITHIN_MS - time.sinceAsked;
  if (OVER.has(phase) || isLate || (left !== null && left <= 0)) return endUnordered(money);
  const isApproved = phase === "authorised";
  if (isApproved && isDeposit && items.length === 0 && approvedAt === null) return { do: "noteApproval" };
  // Even a cancel that was refused since has had the money released behind it: nothing may drop any more.
  if (isApproved && !isMoved && items.length > 0)
    return money.left >= sumOfLines(linesOf(items)) ? { do: "begin" } : endUnordered(money);
  return { do: "wait", for: left };
}

/** What the service says of payments that were never approved: nothing can have been ordered for them. */
const UNAPPROVED: ReadonlySet<Phase> = new Set<Phase>(["waiting", "aborted", "rejected"]);

/** A vend that a backup shows as not ordered may have been since: the machine is asked, and never ordered any more. */
function afterRestore(money: VendMoney, time: VendTime): VendStep {
  if (money.phase === "queued") return WAIT;
  if (UNAPPROVED.has(money.phase)) return endUnordered(money);
  return isTimeOver(money, time) ? { do: "decide" } : { do: "ask" };
}

/** Money that came after all goes back, once; what crossed with a cancel the payment's own life releases. */
function afterCancel({ left, release, isLate, isAbortAsked }: VendMoney): VendStep {
  if (left === 0) return WAIT;
  if (release === "refused") return { do: "doubt", because: "release_refused" };
  return release === "none" && (isLate || !isAbortAsked) ? { do: "release" } : WAIT;
}

/** The end of a vend of which nothing was ordered. */
export function endUnordered(money: VendMoney): VendStep {
  if (money.captured > 0) return { do: "doubt", because: "captured_unordered" };
  return { do: "cancel", money: wayBack(money) };
}

function wayBack({ phase, isLate, isAbortAsked, left, release }: VendMoney): "abort" | "release" | "none" {
  if (OVER.has(phase) || release !== "none") return "none";
  if (isLate) return left > 0 ? "release" : "none";
  if (isAbortAsked || phase === "attention") return "none";
  return left > 0 ? "release" : "abort";
}

function whileDispensing({ takenAt, refusedAt }: VendRow, money: VendMoney, time: VendTime): VendStep {
  if (takenAt === null && refusedAt === null && time.mayTell && time.age < TOLD_FOR_MS) return { do: "tell" };
  return isTimeOver(money, time) ? { do: "decide" } : { do: "ask" };
}

/** Whether the machine was asked for long enough. A short reservation is shared: half of what was left is for asking. */
function isTimeOver({ endsIn }: VendMoney, { age, followed }: VendTime): boolean {
  const isTime = age >= ASKED_FOR_MS || (endsIn !== null && endsIn <= Math.min(LEFT_FOR_CAPTURE_MS, age));
  // A till that was off for a day has not asked, and a machine that answers now has what nothing else can tell.
  return isTime && followed >= ARRIVED_AFTER_MS;
}

/** Reasons that say what became of the money; another one before it is kept beside it. */
const ABOUT_MONEY: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(["vend_capture_refused", "vend_release_refused", "vend_money_gone", "vend_also"] as const),
]);

function whileSettling(row: VendRow, money: VendMoney, time: VendTime): VendStep {
  const amount = payableAmount(row);
  if (money.phase === "attention") return WAIT;
  const isDoubted = row.because !== null && ABOUT_MONEY.has(row.because.code);
  if (money.captured < amount) {
    if (money.capture === "under_way" || money.capture === "done") return WAIT;
    if (money.capture === "none" && money.left >= amount) return { do: "capture", amount };
    if (isDoubted) return { do: "finish" };
    return { do: "doubt", because: money.capture === "refused" ? "capture_refused" : "money_gone" };
  }
  if (money.left > 0) {
    if (money.release === "under_way" || money.release === "done") return WAIT;
    if (money.release === "none") return { do: "release" };
    return isDoubted ? { do: "finish" } : { do: "doubt", because: "release_refused" };
  }
  const isAsked = row.report === null || row.askedAgainAt !== null;
  // A machine that was silent when an operator said what dropped is asked until it answers.
  return isAsked || (row.resolvedAt !== null && time.age >= ASKED_FOR_MS) ? { do: "finish" } : { do: "askAgain" };
}

/** Whether a machine that does not know a vend says by that that nothing dropped; otherwise it forgot, or has yet to hear. */
export function meaningOfStrange(
  { takenAt, refusedAt }: VendRow,
  { followed, isUnanswered, strangeFor }: VendTime,
): "nothing" | "forgotten" | "too_early" {
  // Its program may be starting: one such answer gives nothing away.
  if (takenAt !== null) return strangeFor >= ARRIVED_AFTER_MS ? "forgotten" : "too_early";
  // A refusal speaks of its own order: one before it that was not answered may still arrive.
  if (refusedAt !== null && !isUnanswered) return "nothing";
  return followed >= ARRIVED_AFTER_MS ? "nothing" : "too_early";
}

/** How long after one message to the machine the next is sent, in ms. */
export function pauseBetween({ age }: Pick<VendTime, "age">): number {
  if (age < TOLD_FOR_MS) return 1000;
  return age < 10 * 60_000 ? 5000 : 60_000;
}
