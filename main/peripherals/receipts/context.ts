import type { Payment } from "../../../contract/payments/views.ts";
import type { ReceiptRef } from "../../../contract/receipts/receipts.ts";
import type { JournalRow } from "../../storage/journal/journal.ts";
import type { ReceiptContext } from "./model.ts";

export function contextOf(
  payment: Payment,
  ref: ReceiptRef,
  rows: readonly JournalRow[],
): Omit<ReceiptContext, "vat" | "language"> {
  const starter = rows.find(({ event }) => event === "payment.started")?.actor ?? null;
  const requesterOf = (matches: (row: JournalRow) => boolean) =>
    rows.findLast((row) => row.event === "operation.requested" && matches(row))?.actor ?? null;
  switch (ref.kind) {
    case "sale":
      return { at: timeOf(payment.captures[0]?.at ?? payment.modifiedAt), person: starter };
    case "capture": {
      const capture = payment.captures[ref.part === 0 ? payment.captures.length - 1 : ref.part - 1];
      const person = requesterOf(({ data }) => data.kind === "capture" && data.id === (capture?.id ?? null));
      return { at: timeOf(capture?.at ?? payment.modifiedAt), person: person ?? starter };
    }
    case "refund": {
      const refund = payment.refunds[ref.part - 1];
      const person = requesterOf(({ data }) => data.kind === "refund" && data.id === (refund?.id ?? null));
      return { at: timeOf(refund?.at ?? payment.modifiedAt), person };
    }
    case "reservation": {
      const approved = rows.find(({ event }) => event === "outcome.auth");
      return { at: approved?.at ?? timeOf(payment.createdAt), person: starter };
    }
    case "release": {
      const done = rows.findLast(({ event, data }) => event === "operation.done" && data.kind === "release");
      return { at: done?.at ?? timeOf(payment.modifiedAt), person: requesterOf(({ data }) => data.kind === "release") };
    }
  }
}

function timeOf(iso: string): number {
  return Date.parse(iso);
}
