import { z } from "zod";
import { host } from "../calls/addresses.ts";
import {
  type CommandRow,
  exactLine,
  exactName,
  noInput,
  oneLine,
  paymentIdInput,
  shape,
} from "../calls/command-row.ts";
import { completeSchemaOf, schemaOf } from "../calls/setting-schema.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../values/identifiers.ts";
import type { FoundPrinter, PrintedReceipt, PrinterView, ReceiptSettings, ReceiptView, TakeAway } from "./receipts.ts";
import { CODE_PAGES, PAPER_COLUMNS, QR_METHODS, RECEIPT_KINDS, RECEIPT_ROWS } from "./receipts.ts";

const shopWith = (line: typeof exactName) =>
  z.strictObject({
    name: line(60),
    address: z.array(line(60)).max(5).default([]),
    organisationNumber: exactLine(40).nullable().default(null),
    phone: exactLine(40).nullable().default(null),
    footer: line(200).nullable().default(null),
  });
export const shopDetails = shopWith(exactName);

/** A device of Linux's `usblp` or `lp` driver. No other path is allowed. */
export const printerDevice = z.string().regex(/^\/dev\/(usb\/)?lp\d{1,2}$/, expectedReason("field_printer_device"));

/** A print queue. The first character cannot be `-`, so the name is never read as an option. */
export const printerQueue = z
  .string()
  .max(127)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()+-]*$/u, expectedReason("field_printer_queue"));

const printerPaper = {
  width: z.union([z.literal(58), z.literal(80)]).default(80),
  columns: z.literal(PAPER_COLUMNS).nullable().default(null),
  codePage: z.enum(CODE_PAGES).default("cp858"),
  codePageNumber: z.int().min(0).max(255).nullable().default(null),
  cut: z.boolean().default(true),
  drawer: z.boolean().default(false),
  qr: z.enum(QR_METHODS).optional(),
};

export const printerSettings = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({
    kind: z.literal("escpos-tcp"),
    host,
    // Raw printing (JetDirect, AppSocket).
    port: z.int().min(1).max(65_535).default(9100),
    ...printerPaper,
  }),
  z.strictObject({ kind: z.literal("escpos-usb"), device: printerDevice, ...printerPaper }),
  z.strictObject({ kind: z.literal("escpos-queue"), queue: printerQueue, ...printerPaper }),
]);

/** Receipt choices in files; absent fields have defaults. */
export const receiptChoices = schemaOf(RECEIPT_ROWS);

const ofPayment = {
  posTid: z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN),
  kind: z.enum(RECEIPT_KINDS).optional(),
  part: z.int().min(0).max(1000).optional(),
};

const receiptPrint = z.strictObject({ ...ofPayment, on: z.enum(["printer", "page"]).optional() });

const receiptSettingsSet = z.strictObject({
  shop: shopWith(oneLine).optional(),
  printer: printerSettings.optional(),
  receipt: completeSchemaOf(RECEIPT_ROWS).optional(),
});

export const RECEIPTS_COMMANDS = {
  "receipt.get": { input: z.strictObject(ofPayment), automatic: true, returns: shape<ReceiptView>() },
  /** Returns the latest receipt as a code, with a number; null: none */
  "receipt.takeAway": {
    input: paymentIdInput,
    needs: "sale",
    automatic: true,
    returns: shape<{ takeAway: TakeAway | null }>(),
  },
  /** `page`: the window prints, and the till numbers and counts the print */
  "receipt.print": { input: receiptPrint, needs: "sale", returns: shape<PrintedReceipt>() },
  "receipt.settings.get": { input: noInput, whileLocked: "till", automatic: true, returns: shape<ReceiptSettings>() },
  /** Replaces the given parts; absent parts stay unchanged */
  "receipt.settings.set": { input: receiptSettingsSet, needs: "settings", returns: shape<ReceiptSettings>() },
  "printer.get": {
    input: noInput,
    whileLocked: "till",
    lockedTo: "reduced",
    automatic: true,
    returns: shape<PrinterView>(),
  },
  "printer.slip": { input: z.strictObject({ id: z.string().min(1).max(64) }), returns: shape<PrinterView>() },
  "printer.test": { input: noInput, needs: "sale", returns: shape<PrinterView>() },
  /** Cancels an unsent job; for an interrupted one, confirms that a user checked the paper */
  "printer.cancel": {
    input: z.strictObject({ jobId: z.string().min(1).max(MAX_TID_LENGTH) }),
    needs: "sale",
    returns: shape<PrinterView>(),
  },
  /** Searches this machine and its networks; `stop` ends the search and returns its results */
  "printer.find": {
    input: z.strictObject({ search: z.enum(["start", "stop"]) }),
    needs: "settings",
    returns: shape<{ found: FoundPrinter[] }>(),
  },
} as const satisfies Record<string, CommandRow>;
