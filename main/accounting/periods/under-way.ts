/** Captures and refunds under way: the service accepted them and does not list them yet. */
import type { UnderWay } from "../../../contract/reports.ts";
import { confirming } from "../../payments/listing.ts";
import type { OperationRow } from "../../payments/queue/operations.ts";
import type { PaymentRow } from "../../payments/rows.ts";
import type { Ledger } from "../../payments/store.ts";

/** Every operation that is being checked, with its payment. */
export function confirmingNow({ rows, operations }: Ledger): { operation: OperationRow; row: PaymentRow }[] {
  return rows.unconfirmed().flatMap((posTid) => {
    const row = rows.find(posTid);
    if (row === null) return [];
    return confirming(operations.ofPayment(posTid), row.outcome).map((operation) => ({ operation, row }));
  });
}

/** The money of it in a currency: it is in the period in which the service lists it. */
export function underWayNow(ledger: Ledger, currency: string): UnderWay {
  const own = confirmingNow(ledger).filter(({ row }) => row.currency === currency);
  const moves = (kind: "capture" | "refund") => own.filter(({ operation }) => operation.kind === kind);
  const sum = (kind: "capture" | "refund") =>
    moves(kind).reduce(
      (total, { operation }) => total + (operation.amount ?? 0) + (operation.additionalAmount ?? 0),
      0,
    );
  return {
    count: moves("capture").length + moves("refund").length,
    captured: sum("capture"),
    refunded: sum("refund"),
  };
}
