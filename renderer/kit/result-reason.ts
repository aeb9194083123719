/** The second line of a result, by phase and service status code (G10). Pure. */
import { isAboutCustomer } from "../../contract/payments/refused-customer.ts";
import type { Payment } from "../../contract/payments/views.ts";

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

/** True when the service rejected the request itself. No payment exists then and the customer was never asked. */
export function wasRejectedByService({
  phase,
  tid,
  asked,
  operations,
}: Omit<ReasonFacts, "statusCode" | "customer" | "attentionReason" | "codeRanOut" | "undoing">): boolean {
  const wasRefused = operations.some(({ kind, state }) => kind === "create" && state === "refused");
  return phase === "attention" && tid === null && asked === "no" && wasRefused;
}

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
      if (!wasRejectedByService(payment)) return "attention";
      return payment.customer !== null && isAboutCustomer(payment.attentionReason) ? "notKnown" : "notAccepted";
    default:
      return null;
  }
}

/** True when the main process's message says more than the reason, because it quotes the service. */
export function needsMainMessage(payment: ReasonFacts): boolean {
  const reason = reasonOf(payment);
  if (payment.phase === "partly_captured") return payment.attentionReason !== null;
  return reason === "attention" || reason === "notAccepted";
}

/**
 * The reason on a public screen: only that the payment was declined, never why. One wording for all cases hides the
 * cause.
 */
export function publicReasonOf(payment: ReasonFacts): ReasonKey | null {
  return payment.phase === "rejected" ? "declined" : reasonOf(payment);
}

/** A known fact about the money of a payment in `attention`; amounts in minor units. */
export type MoneyFact =
  | { fact: "taken" | "reserved"; amount: number }
  | { fact: "notMoved" | "beingChecked" | "moreBeingChecked" };

/** Returns whether money moved, as far as is known, for a payment in `attention`. Never empty. */
export function moneyFactsOf(payment: MoneyFacts): MoneyFact[] {
  const capturedNet = payment.capturedTotal - payment.refundedTotal;
  const reserved = payment.authorisedLeft + payment.authorisedAdditionalLeft;
  const isOpen = payment.operations.some(({ state }) => state !== "done" && state !== "refused");
  const facts: MoneyFact[] = [];
  if (capturedNet > 0) facts.push({ fact: "taken", amount: capturedNet });
  if (reserved > 0) facts.push({ fact: "reserved", amount: reserved });
  if (facts.length === 0 && payment.asked === "no") return [{ fact: "notMoved" }];
  if (facts.length === 0) return [{ fact: "beingChecked" }];
  return isOpen ? [...facts, { fact: "moreBeingChecked" }] : facts;
}

type MoneyFacts = Pick<
  Payment,
  "capturedTotal" | "refundedTotal" | "authorisedLeft" | "authorisedAdditionalLeft" | "operations" | "asked"
>;

/** Returns the remaining statement about money: a reservation moves none, so "nothing paid" would mislead. */
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
