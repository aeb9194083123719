/** Receipts, printers and electronic copies. Amounts are in minor units, negative on refund receipts. */

import type { Payment, PaymentAction } from "../payments/views.ts";
import type { CustomerLanguage } from "../values/customer-language.ts";
import type { Environment } from "../values/environment.ts";
import type { Phase } from "../values/phases.ts";
import type { SettingRows, SettingValues } from "../values/setting-rows.ts";
import type { VatTotal } from "../values/vat.ts";

/**
 * `sale`, `capture` and `refund` are receipts. `reservation` and `release` are slips that say that no money was taken.
 */
export const RECEIPT_KINDS = ["sale", "capture", "refund", "reservation", "release"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export interface ReceiptRef {
  kind: ReceiptKind;
  /** 1, 2 … for the captures or refunds of the payment; 0: the whole payment */
  part: number;
}

export interface ShopDetails {
  name: string;
  address: string[];
  organisationNumber: string | null;
  phone: string | null;
  footer: string | null;
}

/** Printer character sets. `cp865` and `cp850` lack €. Missing characters are spelt out or transliterated. */
export const CODE_PAGES = [
  "cp858",
  "windows1252",
  "cp865",
  "cp850",
  "cp852",
  "windows1250",
  "windows1251",
  "cp866",
] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** Characters per line in font A: 32 on 58 mm; 42 (180 dpi) or 48 (203 dpi) on 80 mm. */
export const PAPER_COLUMNS = [32, 42, 48] as const;
export type PaperColumns = (typeof PAPER_COLUMNS)[number];

/** `native`: the printer's own command; `raster`: an image, for printers without this command. */
export const QR_METHODS = ["native", "raster"] as const;
export type QrMethod = (typeof QR_METHODS)[number];

export type PrinterPlace =
  | { kind: "escpos-tcp"; host: string; port: number }
  | { kind: "escpos-usb"; device: string }
  | { kind: "escpos-queue"; queue: string };

export type PrinterSettings = { kind: "none" } | EscPosPrinter;

export type EscPosPrinter = PrinterPlace & PrinterPaper;

export interface PrinterPaper {
  width: 58 | 80;
  /** Null: 32 on 58 mm, 42 on 80 mm, which every such printer supports */
  columns: PaperColumns | null;
  codePage: CodePage;
  /** Number for `ESC t n` if it differs from Epson's; see the printer's test print */
  codePageNumber: number | null;
  cut: boolean;
  /** A sale's receipt opens the cash drawer */
  drawer: boolean;
  qr?: QrMethod;
}

export const RECEIPT_ROWS = {
  /** Attach the receipt to the payment at the service, for the customer's app (2.3, G21) */
  electronic: { control: "switch", default: false },
  /** `ask`: on request; `always`: after each capture or refund; `never`: not offered */
  print: { control: "choice", options: ["ask", "always", "never"], default: "ask" },
} as const satisfies SettingRows;
export type ReceiptChoices = SettingValues<typeof RECEIPT_ROWS>;

export interface ReceiptSettings {
  shop: ShopDetails;
  printer: PrinterSettings;
  receipt: ReceiptChoices;
}

/** A moment by the shop's clock, with its zone offset. */
export interface ReceiptTime {
  /** ISO 8601 in UTC */
  at: string;
  /** `2026-11-20T14:32:08`, in the shop's time zone */
  local: string;
  offset: string;
  timeZone: string;
}

export interface ReceiptLine {
  /** `item`: an item with quantity; `amount`: everything as one sum */
  what: "amount" | "item" | "tip";
  text: string | null;
  /** Only for `item`: quantity and unit price; never negative, even if the amount is */
  quantity?: number;
  unitAmount?: number;
  /** Included in the amount, with the same sign */
  discount?: number;
  amount: number;
}

/** Source of the HTML, ESC/POS and JSON forms. Stored unchanged once issued. */
export interface Receipt {
  format: "till-receipt";
  version: 1;
  /** Receipt number without gaps: `K7Q2-R00017`; null: not issued */
  number: string | null;
  kind: ReceiptKind;
  part: number;
  /** Receipts of demo and test tills say that they are not valid */
  environment: Environment;
  language: CustomerLanguage;
  /** The shop's language, used for a second title; absent if it is the customer's */
  shopLanguage?: CustomerLanguage;
  locale: string;
  currency: string;
  shop: ShopDetails;
  till: { posId: string; name: string };
  person: string | null;
  payment: {
    posTid: string;
    /** Short number of the payment, and content of the receipt's code */
    number: string;
    tid: string | null;
    action: PaymentAction;
    customer: string | null;
    phase: Phase;
    startedAt: ReceiptTime;
  };
  /** The sale's note, unless the lines show it; null or absent: none */
  about?: string | null;
  lines: ReceiptLine[];
  /** VAT of the items by rate; absent: unknown, and not printed */
  vat?: VatTotal[];
  total: number;
  /** When the payment, capture or refund happened */
  time: ReceiptTime;
  until: ReceiptTime | null;
  /** Refunds: the text for the customer */
  reason: string | null;
  issued: ReceiptTime | null;
  /** On repeated prints: number of this copy and its time */
  copy: { count: number; time: ReceiptTime } | null;
}

export type PrinterFault =
  | "unreachable"
  | "no_answer"
  | "paper_out"
  | "cover_open"
  | "printer_error"
  | "no_permission"
  | "queue_stopped"
  /** The connection broke while printing; a user must check the paper */
  | "interrupted";

export type UploadProblem =
  | "no_service"
  | "no_address"
  /** The address is on a host that is not trusted (G28) */
  | "untrusted_host"
  | "refused";

export type JobProblem = PrinterFault | UploadProblem | "too_old";

/** `unknown`: the connection broke; a user checks the paper, no retry. `failed`, `cancelled`: not printed. */
export type JobState = "queued" | "sending" | "unknown" | "done" | "failed" | "cancelled";

/** A print, or an upload of a receipt. */
export interface PrintJob {
  id: string;
  kind: "receipt" | "test" | "electronic" | "slip";
  posTid: string | null;
  paymentNumber: string | null;
  receipt: (ReceiptRef & { number: string }) | null;
  /** 0: original; otherwise the number of the copy */
  copy: number;
  automatic: boolean;
  state: JobState;
  attempts: number;
  problem: JobProblem | null;
  /** Confirmed by the printer, or the bytes were sent to a printer that reports nothing */
  confirmed: boolean;
  createdAt: string;
  settledAt: string | null;
}

export interface FoundPrinter {
  place: PrinterPlace;
  /** Name given by the printer or the system; null: unknown */
  name: string | null;
  fault: "no_permission" | "queue_stopped" | null;
}

export interface PrinterView {
  printer: PrinterSettings;
  choices: ReceiptChoices;
  /** `off`: not set up; `unseen`: not contacted yet */
  state: "off" | "unseen" | "ready" | "printing" | "fault";
  fault: PrinterFault | null;
  /** Start of the state; null: not contacted yet */
  since: string | null;
  paperLow: boolean;
  /** True if it reports its status; null: unknown */
  answers: boolean | null;
  /** The last problem; kept after it is fixed */
  lastProblem: { problem: JobProblem; at: string } | null;
  /** Waiting, printing and unclear jobs, oldest first; of more than 100 only the oldest and newest 50 */
  jobs: PrintJob[];
  waiting: number;
  uploads: { waiting: number; problem: JobProblem | null };
}

export interface ReceiptView {
  /** Receipt as it would be printed now (a copy if printed before) */
  receipt: Receipt;
  html: string;
  receipts: ReceiptRef[];
  prints: number;
  job: PrintJob | null;
  /** The upload of the payment's receipt */
  electronic: PrintJob | null;
}

export interface PrintedReceipt {
  receipt: Receipt;
  html: string;
  job: PrintJob | null;
}

/** `app`: attached in the customer's app; `coming`: being attached; `code`: a QR code with the text. */
export type TakeAway = { way: "app" } | { way: "coming" } | { way: "code"; text: string };

/** Returns a payment's receipts, most relevant first. Empty if no money was moved or reserved. */
export function receiptsOf(payment: Payment): ReceiptRef[] {
  const { action, captures, refunds } = payment;
  const isSale = action === "SALE";
  const parts = (kind: ReceiptKind, count: number): ReceiptRef[] =>
    Array.from({ length: count }, (_, index) => ({ kind, part: count - index }));
  const captureReceipts =
    isSale && captures.length > 0 ? [{ kind: "sale" as const, part: 0 }] : parts("capture", captures.length);
  const completeCapture =
    !isSale && captures.length > 1 && authorisedRest(payment) === 0 ? [{ kind: "capture" as const, part: 0 }] : [];
  return [
    ...parts("refund", refunds.length),
    ...(isSale ? captureReceipts : [...captureReceipts.slice(0, 1), ...completeCapture, ...captureReceipts.slice(1)]),
    ...(!isSale && refundedTotal(payment) > 0 ? [{ kind: "release" as const, part: 0 }] : []),
    ...(wasReserved(payment) ? [{ kind: "reservation" as const, part: 0 }] : []),
  ];
}

/** Returns the released amount of a reservation, additional amount included, in minor units. */
export function refundedTotal(payment: Payment): number {
  const released =
    payment.phase === "released" ||
    payment.operations.some(({ kind, state }) => kind === "release" && state === "done");
  if (!released || authorisedRest(payment) > 0) return 0;
  return Math.max(0, payment.amount + payment.additionalAmount - payment.capturedTotal);
}

function authorisedRest({ authorisedLeft, authorisedAdditionalLeft }: Payment): number {
  return authorisedLeft + authorisedAdditionalLeft;
}

const RESERVED_PHASES: readonly Phase[] = [
  "authorised",
  "partly_captured",
  "captured",
  "partly_refunded",
  "refunded",
  "released",
];

function wasReserved({ action, phase }: Payment): boolean {
  return action === "AUTH" && RESERVED_PHASES.includes(phase);
}

export function printerPlaceName(place: PrinterPlace): string {
  if (place.kind === "escpos-tcp") return place.host;
  return place.kind === "escpos-usb" ? place.device : place.queue;
}

export function columnsPerLine({ width, columns }: Pick<EscPosPrinter, "width" | "columns">): PaperColumns {
  return columns ?? (width === 58 ? 32 : 42);
}
