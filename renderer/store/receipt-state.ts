/** What is known of receipts and of the printer. */
import type { PrinterView, ReceiptRef, ReceiptView } from "../../contract/receipts.ts";

export interface ReceiptState {
  /** Null until main has said how the printer is */
  printer: PrinterView | null;
  /** The receipt that is looked at; `view` is null until it was read, and stays when it is read again */
  shown: { posTid: string; ref: ReceiptRef | null; view: ReceiptView | null } | null;
  /** What this window is to print itself; the number tells one print from the next of the same */
  page: { html: string; number: number } | null;
}

/** Before anybody asked. */
export const NO_RECEIPT: ReceiptState = { printer: null, shown: null, page: null };
