/** What this till has booked of a payment against what the service says of it: pure. */
import type { ComparedSide } from "../../../contract/reports.ts";
import { capturedBy } from "../../payments/listing.ts";
import { type Outcome, sum } from "../../payments/outcome.ts";
import type { FoundDifference } from "./differences.ts";

/** The payment that is compared. */
export interface Compared {
  posTid: string;
  tid: string;
  here: ComparedSide;
}

/** The service's side of a payment. */
export function sideOf(outcome: Outcome): ComparedSide {
  const captured = capturedBy(outcome);
  return {
    status: outcome.status,
    currency: outcome.currency,
    captured: captured.amount + captured.additionalAmount,
    refunded: sum(outcome.refunds, "amount") + sum(outcome.refunds, "additionalAmount"),
    tips: captured.additionalAmount,
    tipsRefunded: sum(outcome.refunds, "additionalAmount"),
    fees: outcome.transactionFee + outcome.interchangeFee,
  };
}

const MONEY = ["currency", "captured", "refunded", "tips", "tipsRefunded", "fees"] as const;

/** @param there null: the service does not know the payment. @returns null when both say the same */
export function differenceBetween({ posTid, tid, here }: Compared, there: ComparedSide | null): FoundDifference | null {
  if (there === null) return { kind: "missing_at_service", posTid, tid, here, there };
  const money = MONEY.some((part) => here[part] !== there[part]);
  if (money) return { kind: "amounts", posTid, tid, here, there };
  return here.status === there.status ? null : { kind: "state", posTid, tid, here, there };
}
