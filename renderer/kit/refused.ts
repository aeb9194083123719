/** What a result's second line says, by phase and the service's status code (G10). Pure. */
import { isAboutCustomer } from "../../contract/refused-customer.ts";
import type { Payment } from "../../contract/views.ts";

export type ReasonKey =
  | "reserved"
  | "rejected"
  | "funds"
  | "limitReached"
  | "aborted"
  | "undoing"
  | "expired"
  | "codeRanOut"
  | "noCode"
  | "declined"
  | "released"
  | "refunded"
  | "attention"
  | "notKnown"
  | "notAccepted"
  | "code";

const REJECTIONS: Record<number, ReasonKey> = {
  5006: "rejected",
  5007: "funds",
  5008: "limitReached",
  5009: "limitReached",
  5101: "limitReached",
};

export type ReasonFacts = Pick<
  Payment,
  "phase" | "statusCode" | "tid" | "asked" | "customer" | "operations" | "attentionReason" | "codeRanOut" | "undoing"
> & { codeMissing?: boolean };

/**
 * Whether the service answered the request itself with a refusal. Nothing of the payment exists there then, and the
 * customer was never asked: there is nothing to wait for, and nothing to look at but what was keyed in.
 */
export function wasNotAccepted({
  phase,
  tid,
  asked,
  operations,
}: Omit<ReasonFacts, "statusCode" | "customer" | "attentionReason" | "codeRanOut" | "undoing">): boolean {
  const wasRefused = operations.some(({ kind, state }) => kind === "create" && state === "refused");
  return phase === "attention" && tid === null && asked === "no" && wasRefused;
}

/** @returns a key under `result`; null where the word and the amount say all */
export function reasonOf(payment: ReasonFacts): ReasonKey | null {
  const { phase, statusCode } = payment;
  if (payment.undoing) return "undoing";
  if (payment.codeMissing) return "noCode";
  switch (phase) {
    case "authorised":
    case "partly_captured":
      return "reserved";
    case "rejected":
      return (statusCode !== null && REJECTIONS[statusCode]) || (statusCode === null ? "rejected" : "code");
    case "aborted":
      return payment.codeRanOut ? "codeRanOut" : "aborted";
    case "expired":
      return "expired";
    case "released":
      return "released";
    case "refunded":
    case "partly_refunded":
      return "refunded";
    case "attention":
      if (!wasNotAccepted(payment)) return "attention";
      return payment.customer !== null && isAboutCustomer(payment.attentionReason) ? "notKnown" : "notAccepted";
    default:
      return null;
  }
}

/** Whether main's own account of what is wrong says more than the reason does: the service's words are in it. */
export function needsAccount(payment: ReasonFacts): boolean {
  const reason = reasonOf(payment);
  if (payment.phase === "partly_captured") return payment.attentionReason !== null;
  return reason === "attention" || reason === "notAccepted";
}

/**
 * The reason where the whole shop can read it: that a payment was declined, and nothing about whose money or why. One word
 * for all of it, since a special one for some would tell.
 */
export function publicReasonOf(payment: ReasonFacts): ReasonKey | null {
  return payment.phase === "rejected" ? "declined" : reasonOf(payment);
}

/** What is known of the money of a payment that a person has to look at; amounts in minor units. */
export type MoneyFact =
  | { fact: "taken" | "reserved"; amount: number }
  | { fact: "notMoved" | "beingChecked" | "moreBeingChecked" };

/** Whether money moved, as far as is known, for a payment in `attention`: never left unsaid. */
export function moneyFactsOf(payment: MoneyFacts): MoneyFact[] {
  const taken = payment.capturedTotal - payment.refundedTotal;
  const reserved = payment.authorisedLeft + payment.authorisedAdditionalLeft;
  const isOpen = payment.operations.some(({ state }) => state !== "done" && state !== "refused");
  const facts: MoneyFact[] = [];
  if (taken > 0) facts.push({ fact: "taken", amount: taken });
  if (reserved > 0) facts.push({ fact: "reserved", amount: reserved });
  if (facts.length === 0 && payment.asked === "no") return [{ fact: "notMoved" }];
  if (facts.length === 0) return [{ fact: "beingChecked" }];
  return isOpen ? [...facts, { fact: "moreBeingChecked" }] : facts;
}

type MoneyFacts = Pick<
  Payment,
  "capturedTotal" | "refundedTotal" | "authorisedLeft" | "authorisedAdditionalLeft" | "operations" | "asked"
>;

/** What a reason leaves to say about the money: a reservation takes none, so that nothing was *paid* says nothing. */
export function moneyOf(reason: ReasonKey, action: Payment["action"]): "nothingPaid" | "nothingReserved" | null {
  switch (reason) {
    case "rejected":
    case "codeRanOut":
    case "noCode":
    case "funds":
    case "limitReached":
    case "aborted":
    case "expired":
      return action === "AUTH" ? "nothingReserved" : "nothingPaid";
    case "released":
      return "nothingPaid";
    default:
      return null;
  }
}
