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
  | "code";

const REJECTIONS: Record<number, ReasonKey> = {
  5006: "rejected",
  5007: "funds",
  5008: "limitReached",
  5009: "limitReached",
  5101: "limitReached",
};

/** @returns a key under `result`; null where the word and the amount say all */
export function reasonOf({ phase, statusCode }: Pick<Payment, "phase" | "statusCode">): ReasonKey | null {
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
      return "attention";
    default:
      return null;
  }
}
