/** The texts of receipts, in the customer's language. */
import type { ReceiptKind } from "../../../contract/receipts.ts";

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

const en: ReceiptWords = {
  title: {
    sale: "Sales receipt",
    capture: "Sales receipt",
    refund: "Refund receipt",
    reservation: "Reservation",
    release: "Reservation released",
  },
  status: {
    sale: "Paid",
    capture: "Paid",
    refund: "Refunded",
    reservation: "Reserved, not paid",
    release: "Given back, not paid",
  },
  demo: "DEMO – NOT A RECEIPT",
  test: "TEST – NOT A RECEIPT",
  notAReceipt: "NOT A RECEIPT",
  copy: "COPY",
  original: "Original",
  printed: "Printed",
  organisation: "Org. no.",
  phone: "Phone",
  receipt: "Receipt",
  slip: "Slip",
  time: "Date",
  until: "Reserved until",
  till: "Till",
  person: "Served by",
  amount: "Amount",
  tip: "Tip",
  discount: "Discount",
  vat: "VAT",
  net: "Net",
  gross: "Gross",
  noVat: "No VAT",
  total: {
    sale: "Total paid",
    capture: "Total paid",
    refund: "Total refunded",
    reservation: "Total reserved",
    release: "Total released",
  },
  state: "Status",
  reason: "Reason",
  sold: "Sold",
  payment: "Payment",
  reference: "Reference",
  transaction: "Transaction",
  customer: "Customer",
  scan: "Keep this code: the shop finds the payment by it.",
  andMore: "and {{count}} more",
};

const nb: ReceiptWords = {
  title: {
    sale: "Salgskvittering",
    capture: "Salgskvittering",
    refund: "Returkvittering",
    reservation: "Reservasjon",
    release: "Reservasjon frigitt",
  },
  status: {
    sale: "Betalt",
    capture: "Betalt",
    refund: "Refundert",
    reservation: "Reservert, ikke betalt",
    release: "Frigitt, ikke betalt",
  },
  demo: "DEMO – IKKE KVITTERING",
  test: "TEST – IKKE KVITTERING",
  notAReceipt: "IKKE KVITTERING",
  copy: "KOPI",
  original: "Original",
  printed: "Skrevet ut",
  organisation: "Org.nr.",
  phone: "Tlf.",
  receipt: "Kvittering",
  slip: "Bilag",
  time: "Dato",
  until: "Reservert til",
  till: "Kasse",
  person: "Betjent av",
  amount: "Beløp",
  tip: "Tips",
  discount: "Rabatt",
  vat: "MVA",
  net: "Netto",
  gross: "Brutto",
  noVat: "Uten MVA",
  total: {
    sale: "Sum betalt",
    capture: "Sum betalt",
    refund: "Sum refundert",
    reservation: "Sum reservert",
    release: "Sum frigitt",
  },
  state: "Status",
  reason: "Årsak",
  sold: "Solgt",
  payment: "Betaling",
  reference: "Referanse",
  transaction: "Transaksjon",
  customer: "Kunde",
  scan: "Ta vare på koden: med den finner butikken betalingen.",
  andMore: "og {{count}} til",
};

/** The words of a language; a test sees to it that both have all of them. */
export const RECEIPT_WORDS = { en, nb } as const;
