/** The commands of receipts and printing, and the schemas of the parts of the provisioning file that are about them. */
import { z } from "zod";
import { type CommandRow, exactLine, exactName, noInput, oneLine, onePayment } from "./command-row.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";
import { expects } from "./reasons.ts";
import { CODE_PAGES, PAPER_COLUMNS, QR_METHODS, RECEIPT_KINDS } from "./receipts.ts";

const shopWith = (line: typeof exactName) =>
  z.strictObject({
    name: line(60),
    address: z.array(line(60)).max(5).default([]),
    organisationNumber: exactLine(40).nullable().default(null),
    phone: exactLine(40).nullable().default(null),
    footer: line(200).nullable().default(null),
  });
export const shopDetails = shopWith(exactName);

/** A host name, an IPv4 or an IPv6 address: no scheme, no port, no path. */
export const host = z
  .string()
  .max(253)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/, expects("field_host"));

/** A device of Linux's `usblp` or `lp` driver. The till opens no other path for a printer. */
export const printerDevice = z.string().regex(/^\/dev\/(usb\/)?lp\d{1,2}$/, expects("field_printer_device"));

/** A print queue by its name; a first letter or digit keeps the name from being read as an option. */
export const printerQueue = z
  .string()
  .max(127)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()+-]*$/u, expects("field_printer_queue"));

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
    // What is called raw printing, JetDirect or AppSocket.
    port: z.int().min(1).max(65_535).default(9100),
    ...printerPaper,
  }),
  z.strictObject({ kind: z.literal("escpos-usb"), device: printerDevice, ...printerPaper }),
  z.strictObject({ kind: z.literal("escpos-queue"), queue: printerQueue, ...printerPaper }),
]);

export const receiptChoices = z.strictObject({
  electronic: z.boolean().default(false),
  print: z.enum(["ask", "always", "never"]).default("ask"),
});

/** Without a kind: the payment's latest, by `receiptsOf`. */
const ofPayment = {
  posTid: z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN),
  kind: z.enum(RECEIPT_KINDS).optional(),
  part: z.int().min(0).max(1000).optional(),
};

const receiptPrint = z.strictObject({ ...ofPayment, on: z.enum(["printer", "page"]).optional() });

const receiptSettingsSet = z.strictObject({
  shop: shopWith(oneLine).optional(),
  printer: printerSettings.optional(),
  receipt: receiptChoices.optional(),
});

export const RECEIPTS_COMMANDS = {
  "receipt.get": { input: z.strictObject(ofPayment), automatic: true },
  /** Gives the payment's latest receipt out as a code, under its number; null: there is none */
  "receipt.takeAway": { input: onePayment, needs: "sale", automatic: true },
  /** `page`: the window prints it, the till only numbers and counts it; otherwise the printer does */
  "receipt.print": { input: receiptPrint, needs: "sale" },
  "receipt.settings.get": { input: noInput, whileLocked: "till", automatic: true },
  /** Each part whole; a part that is left out stays as it is */
  "receipt.settings.set": { input: receiptSettingsSet, needs: "settings" },
  "printer.get": { input: noInput, whileLocked: "till", automatic: true },
  /** The slip of a hand-over, by its id */
  "printer.slip": { input: z.strictObject({ id: z.string().min(1).max(64) }) },
  "printer.test": { input: noInput, needs: "sale" },
  /** Takes back what was not sent; of what may have come out it says that somebody has looked */
  "printer.cancel": { input: z.strictObject({ jobId: z.string().min(1).max(MAX_TID_LENGTH) }), needs: "sale" },
  /** Searches this machine and its networks; `stop` ends a search, which then returns what it has found */
  "printer.find": { input: z.strictObject({ search: z.enum(["start", "stop"]) }), needs: "settings" },
} as const satisfies Record<string, CommandRow>;
