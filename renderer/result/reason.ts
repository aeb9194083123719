/** What a result's second line says, by phase and the service's status code (G10). Pure. */
import type { Payment } from "../../contract/views.ts";

export type ReasonKey =
  | "reserved"
  | "rejected"
  | "funds"
  | "limitReached"
  | "aborted"
  | "expired"
  | "released"
  | "refunded"
  | "attention"
  | "notKnown"
  | "notAccepted"
  | "notAcceptedPhone"
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
  "phase" | "statusCode" | "tid" | "asked" | "customer" | "operations" | "attention"
>;

/** As the till writes down what the service named as wrong: the field `customer` (G4, G18). */
const ABOUT_CUSTOMER = /It says: (.*; )?customer:/;

/**
 * Whether the service answered the request itself with a refusal. Nothing of the payment exists there then, and the
 * customer was never asked: there is nothing to wait for, and nothing to look at but what was keyed in.
 */
export function wasNotAccepted({
  phase,
  tid,
  asked,
  operations,
}: Omit<ReasonFacts, "statusCode" | "customer" | "attention">): boolean {
  const wasRefused = operations.some(({ kind, state }) => kind === "create" && state === "refused");
  return phase === "attention" && tid === null && asked === "no" && wasRefused;
}

/** @returns a key under `result`; null where the word and the amount say all */
export function reasonOf(payment: ReasonFacts): ReasonKey | null {
  const { phase, statusCode } = payment;
  switch (phase) {
    case "authorised":
    case "partly_captured":
      return "reserved";
    case "rejected":
      return (statusCode !== null && REJECTIONS[statusCode]) || (statusCode === null ? "rejected" : "code");
    case "aborted":
      return "aborted";
    case "expired":
      return "expired";
    case "released":
      return "released";
    case "refunded":
    case "partly_refunded":
      return "refunded";
    case "attention":
      if (!wasNotAccepted(payment)) return "attention";
      if (payment.customer === null) return "notAccepted";
      return ABOUT_CUSTOMER.test(payment.attention ?? "") ? "notKnown" : "notAcceptedPhone";
    default:
      return null;
  }
}

/** What a reason leaves to say about the money: a reservation takes none, so that nothing was *paid* says nothing. */
export function moneyOf(reason: ReasonKey, action: Payment["action"]): "nothingPaid" | "nothingReserved" | null {
  switch (reason) {
    case "rejected":
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
