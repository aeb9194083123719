/** The fixed texts on a receipt, one record per language. */
import type { ReceiptKind } from "../../../../contract/receipts/receipts.ts";

export interface ReceiptWords {
  title: Record<ReceiptKind, string>;
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
  andMore: string;
}
