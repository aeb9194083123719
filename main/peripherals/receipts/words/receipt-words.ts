/** What stands on a receipt beside what a shop and its payments bring: one record for each language. */
import type { ReceiptKind } from "../../../../contract/receipts.ts";

export interface ReceiptWords {
  title: Record<ReceiptKind, string>;
  /** What is taken as paid, or is not */
  status: Record<ReceiptKind, string>;
  demo: string;
  test: string;
  notAReceipt: string;
  copy: string;
  original: string;
  printed: string;
  organisation: string;
  phone: string;
  receipt: string;
  /** What a paper that is no receipt is called */
  slip: string;
  time: string;
  until: string;
  till: string;
  person: string;
  amount: string;
  tip: string;
  discount: string;
  vat: string;
  net: string;
  gross: string;
  /** Where nothing is known of VAT */
  noVat: string;
  total: Record<ReceiptKind, string>;
  state: string;
  reason: string;
  sold: string;
  payment: string;
  reference: string;
  transaction: string;
  customer: string;
  scan: string;
  /** In place of lines that have no room */
  andMore: string;
}
