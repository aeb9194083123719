/**
 * Receipts, the printer and the electronic copy: plain types and pure functions. The commands' rows are in
 * `receipts-commands.ts`. Amounts are integers in minor units; a refund's are negative on its receipt.
 */

import type { CustomerLanguage } from "./customer-language.ts";
import type { Environment } from "./environment.ts";
import type { Phase } from "./phases.ts";
import type { VatTotal } from "./vat.ts";
import type { Payment, PaymentAction } from "./views.ts";

/**
 * What a paper can be about. `sale`, `capture` and `refund` are receipts; `reservation` and `release` are slips that
 * say themselves that they are none: no money was taken.
 */
export const RECEIPT_KINDS = ["sale", "capture", "refund", "reservation", "release"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** One of a payment's receipts. */
export interface ReceiptRef {
  kind: ReceiptKind;
  /** The first, second … capture or refund of the payment; 0: the payment as a whole */
  part: number;
}

/** Whose shop this is, as its receipts say it. */
export interface ShopDetails {
  name: string;
  /** Lines of the address, street first */
  address: string[];
  organisationNumber: string | null;
  phone: string | null;
  /** A last line: opening hours, thanks */
  footer: string | null;
}

/**
 * Character sets that printers know: of western Europe (`cp865` and `cp850` have no €, which is then spelt out), of central
 * Europe with Polish, and Cyrillic. What a set lacks is transliterated.
 */
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

/** Characters in a line of font A: 32 on 58 mm; 42 (180 dpi) or 48 (203 dpi) on 80 mm. */
export const PAPER_COLUMNS = [32, 42, 48] as const;
export type PaperColumns = (typeof PAPER_COLUMNS)[number];

/** How QR codes are printed: by the printer's own command, or as a raster image for printers that lack this command. */
export const QR_METHODS = ["native", "raster"] as const;
export type QrMethod = (typeof QR_METHODS)[number];

/** Where an ESC/POS printer is: on the network, at a raw USB device of Linux, or behind a print queue of the system. */
export type PrinterPlace =
  | { kind: "escpos-tcp"; host: string; port: number }
  | { kind: "escpos-usb"; device: string }
  | { kind: "escpos-queue"; queue: string };

export type PrinterSettings = { kind: "none" } | EscPosPrinter;

/** A receipt printer that speaks ESC/POS. */
export type EscPosPrinter = PrinterPlace & PrinterPaper;

export interface PrinterPaper {
  /** Of the paper, in mm */
  width: 58 | 80;
  /** Null: 32 on 58 mm, 42 on 80 mm, which every printer of that width has */
  columns: PaperColumns | null;
  codePage: CodePage;
  /** The number of the code page in this printer (`ESC t n`), where it is not Epson's; its own test print lists them */
  codePageNumber: number | null;
  /** Whether it has a cutter */
  cut: boolean;
  /** Whether a sale's receipt opens the cash drawer */
  drawer: boolean;
  /** Left out: native */
  qr?: QrMethod;
}

export interface ReceiptChoices {
  /** Whether the receipt is attached to the payment at the service, for the customer's app (2.3, G21) */
  electronic: boolean;
  /** On paper: when somebody asks; by itself when money was taken or given back; or not offered at the counter */
  print: "ask" | "always" | "never";
}

/** Everything about receipts that the owner may change while the till runs. */
export interface ReceiptSettings {
  shop: ShopDetails;
  printer: PrinterSettings;
  receipt: ReceiptChoices;
}

/** A moment as the shop's clock on the wall has it, with everything needed to read it again anywhere. */
export interface ReceiptTime {
  /** ISO 8601 in UTC */
  at: string;
  /** `2026-11-20T14:32:08`, in the shop's time zone */
  local: string;
  /** `+01:00` */
  offset: string;
  timeZone: string;
}

export interface ReceiptLine {
  /** `item`: so many of one thing, as the till was told; `amount`: all that was sold, as one sum */
  what: "amount" | "item" | "tip";
  /** What was sold, in the till's words; null: nothing was said */
  text: string | null;
  /** Of an item alone: how many, at how much each; never negative, also where the amount is */
  quantity?: number;
  unitAmount?: number;
  /** What was taken off: it is in the amount, and negative where that is */
  discount?: number;
  amount: number;
}

/**
 * The one model: what HTML, ESC/POS and JSON show. It is kept as it was when it was first given out.
 */
export interface Receipt {
  format: "till-receipt";
  version: 1;
  /** The till's own number of it, without gaps: `K7Q2-R00017`; null while it was never given out */
  number: string | null;
  kind: ReceiptKind;
  part: number;
  /** Anything but `live` is no receipt, and says so */
  environment: Environment;
  /** The customer's */
  language: CustomerLanguage;
  /** The shop's own, in which the receipt says once more what it is; left out where it is the customer's, too */
  shopLanguage?: CustomerLanguage;
  /** How amounts and dates are written for this customer */
  locale: string;
  currency: string;
  shop: ShopDetails;
  till: { posId: string; name: string };
  /** Who was signed in at the till; null: nobody */
  person: string | null;
  payment: {
    posTid: string;
    /** The short number that people say to each other, and what the code on the receipt leads back to */
    number: string;
    tid: string | null;
    action: PaymentAction;
    /** Masked: `•••5090` */
    customer: string | null;
    phase: Phase;
    startedAt: ReceiptTime;
  };
  /** What the sale was for, where its lines do not say it; null or left out: nothing was said */
  about?: string | null;
  lines: ReceiptLine[];
  /** The VAT in what was sold, by rate; left out: nothing is known of it, and the receipt says nothing of it */
  vat?: VatTotal[];
  /** The sum of the lines */
  total: number;
  /** When what it is about happened */
  time: ReceiptTime;
  /** Reservations: until when; null where the service has not said */
  until: ReceiptTime | null;
  /** Refunds: what the customer was told */
  reason: string | null;
  /** When it was first given out; null: never yet */
  issued: ReceiptTime | null;
  /** Set on every print after the first: the how manieth repetition, and when it was made */
  copy: { count: number; time: ReceiptTime } | null;
}

/** What is wrong with the printer, or was when a job failed. */
export type PrinterFault =
  | "unreachable"
  | "no_answer"
  | "paper_out"
  | "cover_open"
  | "printer_error"
  /** The system denies the till access to the USB device */
  | "no_permission"
  /** The print queue is paused, or accepts no jobs */
  | "queue_stopped"
  /** The connection broke in the middle of a print: whether it came out is for a person to see */
  | "interrupted";

/** Why a receipt did not reach the service. */
export type UploadProblem =
  /** The service could not be reached, or answered with a problem of its own */
  | "no_service"
  /** It offers no address for attachments */
  | "no_address"
  /** It named a host that is not trusted (G28) */
  | "untrusted_host"
  | "refused";

export type JobProblem = PrinterFault | UploadProblem | "too_old";

/**
 * - `queued`: nothing was sent yet
 * - `sending`: its bytes are on their way
 * - `unknown`: they were, and the connection broke: a person looks whether it came out. Never sent again by itself
 * - `done` · `failed` · `cancelled`: over; the last two never left the till
 */
export type JobState = "queued" | "sending" | "unknown" | "done" | "failed" | "cancelled";

/** One thing to print, or one receipt to attach at the service. */
export interface PrintJob {
  id: string;
  kind: "receipt" | "test" | "electronic" | "slip";
  posTid: string | null;
  /** The payment's short number */
  paymentNumber: string | null;
  receipt: (ReceiptRef & { number: string }) | null;
  /** 0: the original; else the how manieth copy */
  copy: number;
  /** Whether the till made it by itself */
  automatic: boolean;
  state: JobState;
  attempts: number;
  problem: JobProblem | null;
  /** Whether the printer itself confirmed it; a printer that answers nothing is believed once it has the bytes */
  confirmed: boolean;
  createdAt: string;
  settledAt: string | null;
}

/** A printer that a search found. */
export interface FoundPrinter {
  place: PrinterPlace;
  /** What the printer or the system calls it; null: unknown */
  name: string | null;
  /** Why it cannot be used yet */
  fault: "no_permission" | "queue_stopped" | null;
}

/** The printer as it was last seen. */
export interface PrinterView {
  printer: PrinterSettings;
  /** What the till does with receipts by itself */
  choices: ReceiptChoices;
  /** `off`: none is set up; `unseen`: not asked yet */
  state: "off" | "unseen" | "ready" | "printing" | "fault";
  fault: PrinterFault | null;
  /** Since when it has been so; null: not asked yet */
  since: string | null;
  /** The end of the roll is near */
  paperLow: boolean;
  /** Whether it tells how it is; null: not known yet */
  answers: boolean | null;
  /** What went wrong last, and when; stays after it is mended */
  lastProblem: { problem: JobProblem; at: string } | null;
  /** Jobs that wait, are being printed, or need a check, oldest first: of more than 100 the oldest 50 and the newest 50 */
  jobs: PrintJob[];
  /** Number of all these jobs */
  waiting: number;
  /** Receipts that wait to be attached at the service, and why the oldest of them still does */
  uploads: { waiting: number; problem: JobProblem | null };
}

export interface ReceiptView {
  /** As it is being printed, or as the next print would be: a COPY when it was printed before */
  receipt: Receipt;
  /** The same as a page of its own */
  html: string;
  /** Every receipt that this payment has, the most wanted first */
  receipts: ReceiptRef[];
  /** How often this one was printed */
  prints: number;
  /** The latest print of this one */
  job: PrintJob | null;
  /** The receipt that was attached to the payment at the service, or is to be */
  electronic: PrintJob | null;
}

/** A receipt that is being printed: exactly this one. `job` is null when the page prints it itself. */
export interface PrintedReceipt {
  receipt: Receipt;
  html: string;
  job: PrintJob | null;
}

/**
 * How a customer takes a receipt away without paper: `app`, it is attached to the payment in their app; `coming`: it is on
 * its way there; `code`: a QR code that holds its text
 */
export type TakeAway = { way: "app" } | { way: "coming" } | { way: "code"; text: string };

export interface ReceiptsValues {
  "receipt.get": ReceiptView;
  "receipt.takeAway": { takeAway: TakeAway | null };
  "receipt.print": PrintedReceipt;
  "receipt.settings.get": ReceiptSettings;
  "receipt.settings.set": ReceiptSettings;
  "printer.get": PrinterView;
  "printer.slip": PrinterView;
  "printer.test": PrinterView;
  "printer.cancel": PrinterView;
  "printer.find": { found: FoundPrinter[] };
}

/**
 * The receipts that a payment has, the most wanted first: the latest refund, then what was taken, then the slips of a
 * reservation. None when no money was taken, given back or reserved.
 */
export function receiptsOf(payment: Payment): ReceiptRef[] {
  const { action, captures, refunds } = payment;
  const isSale = action === "SALE";
  const parts = (kind: ReceiptKind, count: number): ReceiptRef[] =>
    Array.from({ length: count }, (_, index) => ({ kind, part: count - index }));
  const taken =
    isSale && captures.length > 0 ? [{ kind: "sale" as const, part: 0 }] : parts("capture", captures.length);
  const whole = !isSale && captures.length > 1 && leftOf(payment) === 0 ? [{ kind: "capture" as const, part: 0 }] : [];
  return [
    ...parts("refund", refunds.length),
    ...(isSale ? taken : [...taken.slice(0, 1), ...whole, ...taken.slice(1)]),
    ...(!isSale && givenBack(payment) > 0 ? [{ kind: "release" as const, part: 0 }] : []),
    ...(wasReserved(payment) ? [{ kind: "reservation" as const, part: 0 }] : []),
  ];
}

/** What of a reservation was given back without having been taken, both parts together, in minor units. */
export function givenBack(payment: Payment): number {
  const released =
    payment.phase === "released" ||
    payment.operations.some(({ kind, state }) => kind === "release" && state === "done");
  if (!released || leftOf(payment) > 0) return 0;
  return Math.max(0, payment.amount + payment.additionalAmount - payment.capturedTotal);
}

function leftOf({ authorisedLeft, authorisedAdditionalLeft }: Payment): number {
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

/** Where a printer is, as people name it: its host, its device or its queue. */
export function placeName(place: PrinterPlace): string {
  if (place.kind === "escpos-tcp") return place.host;
  return place.kind === "escpos-usb" ? place.device : place.queue;
}

/** How many characters of font A fit in a line of this printer. */
export function columnsOf({ width, columns }: Pick<EscPosPrinter, "width" | "columns">): PaperColumns {
  return columns ?? (width === 58 ? 32 : 42);
}
