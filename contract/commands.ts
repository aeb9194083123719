/**
 * Every command of the bridge: its input's schema and its value's type. The schemas run in main alone, whatever the
 * caller; the renderer imports the types and never this module's code (zod stays out of its bundle).
 */
import { z } from "zod";
import type { DiagnosticsValues } from "./diagnostics.ts";
import { DIAGNOSTICS_INPUTS } from "./diagnostics-inputs.ts";
import type { DisplayValues } from "./display.ts";
import { DISPLAY_INPUTS } from "./display-inputs.ts";
import type { ExportValues } from "./exports.ts";
import { EXPORT_INPUTS } from "./exports-inputs.ts";
import { ID_PATTERN, MAX_TID_LENGTH, PHONE_PATTERN, REFUND_ID_PATTERN, TOKEN_PATTERN } from "./identifiers.ts";
import type { JournalCommandValues } from "./journal.ts";
import { JOURNAL_INPUTS } from "./journal-inputs.ts";
import type { KeysValues } from "./keys.ts";
import { KEYS_INPUTS } from "./keys-inputs.ts";
import { MAX_LINES, MAX_QUANTITY } from "./lines.ts";
import { MAX_AMOUNT } from "./money.ts";
import { PHASES } from "./phases.ts";
import { isPossiblePhone } from "./phones.ts";
import { expects } from "./reasons.ts";
import type { ReceiptsValues } from "./receipts.ts";
import { RECEIPTS_INPUTS } from "./receipts-inputs.ts";
import type { RefundKeyValues } from "./refund-key.ts";
import { REFUND_KEY_INPUTS } from "./refund-key-inputs.ts";
import type { ReportValues } from "./reports.ts";
import { REPORT_INPUTS } from "./reports-inputs.ts";
import type { ReservationValues } from "./reservations.ts";
import { RESERVATION_INPUTS } from "./reservations-inputs.ts";
import type { SetupValues } from "./setup.ts";
import { SETUP_INPUTS } from "./setup-inputs.ts";
import type { ShellValues } from "./shell.ts";
import { SHELL_INPUTS } from "./shell-inputs.ts";
import type { StaffValues } from "./staff.ts";
import { STAFF_INPUTS } from "./staff-inputs.ts";
import type { UpdateValues } from "./updates.ts";
import { UPDATE_INPUTS } from "./updates-inputs.ts";
import type { JournalCheck, Operation, Payment, PaymentPage, Terminal, TimelineEntry } from "./views.ts";

const amount = z.int(`an integer in minor units, 0 to ${MAX_AMOUNT}`).min(0).max(MAX_AMOUNT);
const positiveAmount = z.int(`an integer in minor units, 1 to ${MAX_AMOUNT}`).min(1).max(MAX_AMOUNT);
const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
const timestamp = z.iso.datetime({ offset: true });
const noInput = z.strictObject({});

/** Who is asked to pay: a phone number (G3), an access or scan token, or what a scanner read from the customer's phone. */
export const customerInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("phone"),
    value: z
      .string()
      .regex(PHONE_PATTERN, expects("field_phone"))
      .refine((value) => !PHONE_PATTERN.test(value) || isPossiblePhone(value), {
        error: expects("field_phone_possible"),
      }),
  }),
  z.strictObject({
    kind: z.literal("token"),
    value: z.string().min(1).max(4096).regex(/^\S+$/, expects("field_no_spaces")),
  }),
  z.strictObject({ kind: z.literal("scan"), value: z.string().regex(TOKEN_PATTERN, expects("field_scan_token")) }),
]);

/** What was sold. Together they are the payment's `amount`, without the tip. */
const paymentLines = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(100).optional(),
      quantity: z.int(`a whole number, 1 to ${MAX_QUANTITY}`).min(1).max(MAX_QUANTITY),
      unitAmount: positiveAmount,
    }),
  )
  .min(1)
  .max(MAX_LINES);

export const SCOPES = [
  "address",
  "bankid",
  "email",
  "fodselsnummer",
  "openid",
  "phone",
  "profile",
  "shipping_address",
] as const;

export const COMMAND_INPUTS = {
  "terminal.get": noInput,
  "payment.start": z.strictObject({
    action: z.enum(["SALE", "AUTH"]),
    amount: positiveAmount,
    additionalAmount: amount.optional(),
    additionalEdit: z.boolean().optional(),
    text: z.string().min(1).max(150).optional(),
    lines: paymentLines.optional(),
    customer: customerInput.optional(),
    scope: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).optional(),
    scopeText: z.string().min(1).max(150).optional(),
    /** The caller's own name for it: asked again with the same content, the same payment is answered */
    reference: z
      .string()
      .regex(/^[\x20-\x7e]{1,64}$/, expects("field_printable"))
      .optional(),
  }),
  "payment.get": z.strictObject({ posTid }),
  "payment.list": z.strictObject({
    query: z.string().max(200).optional(),
    /** Only these */
    posTids: z.array(posTid).min(1).max(200).optional(),
    phases: z.array(z.enum(PHASES)).min(1).max(PHASES.length).optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).optional(),
  }),
  "payment.timeline": z.strictObject({ posTid }),
  "payment.identify": z.strictObject({ posTid, customer: customerInput }),
  "payment.capture": z.strictObject({ posTid, amount: amount.optional(), additionalAmount: amount.optional() }),
  /** The cashier goes on to the next customer: if this payment is approved after all, it goes to the inbox */
  "payment.leave": z.strictObject({ posTid }),
  /** More time for a code that nobody has scanned yet */
  "payment.extend": z.strictObject({ posTid }),
  /** Late money is kept: it belongs to a sale after all */
  "payment.attach": z.strictObject({ posTid, note: z.string().trim().min(1).max(150).optional() }),
  "inbox.list": noInput,
  "payment.release": z.strictObject({ posTid }),
  "payment.abort": z.strictObject({ posTid }),
  "payment.reauthorise": z.strictObject({ posTid }),
  "payment.refund": z.strictObject({
    posTid,
    amount: amount.optional(),
    additionalAmount: amount.optional(),
    reason: z.string().trim().min(1, expects("field_reason")).max(150),
    /** Made when the refund is begun: the same id again is the same refund, however often it is pressed */
    refundId: z.string().regex(REFUND_ID_PATTERN, expects("field_refund_id")).optional(),
  }),
  "queue.list": noInput,
  /** Somebody would not wait: whether the service can be reached is found out now, and what waits is sent then */
  "queue.tryNow": noInput,
  "queue.retry": z.strictObject({ operationId: z.string().min(1).max(MAX_TID_LENGTH) }),
  "queue.discard": z.strictObject({
    operationId: z.string().min(1).max(MAX_TID_LENGTH),
    reason: z.string().trim().min(1, expects("field_reason")).max(150),
  }),
  "journal.verify": noInput,
  ...JOURNAL_INPUTS,
  ...EXPORT_INPUTS,
  ...REPORT_INPUTS,
  ...RESERVATION_INPUTS,
  ...SETUP_INPUTS,
  ...KEYS_INPUTS,
  ...REFUND_KEY_INPUTS,
  ...RECEIPTS_INPUTS,
  ...STAFF_INPUTS,
  ...DISPLAY_INPUTS,
  ...SHELL_INPUTS,
  ...DIAGNOSTICS_INPUTS,
  ...UPDATE_INPUTS,
} as const satisfies Record<string, z.ZodType>;

export type CommandName = keyof typeof COMMAND_INPUTS;

/** What the caller may leave out is optional here; what a handler receives is {@link CommandInput}. */
export type CommandInput<N extends CommandName> = z.output<(typeof COMMAND_INPUTS)[N]>;

export interface CommandValues
  extends ReservationValues,
    JournalCommandValues,
    ExportValues,
    ReportValues,
    SetupValues,
    KeysValues,
    RefundKeyValues,
    ReceiptsValues,
    StaffValues,
    DisplayValues,
    ShellValues,
    DiagnosticsValues,
    UpdateValues {
  "terminal.get": Terminal;
  "payment.start": Payment;
  "payment.get": Payment;
  "payment.list": PaymentPage;
  "payment.timeline": { entries: TimelineEntry[] };
  "payment.identify": Payment;
  "payment.leave": Payment;
  "payment.extend": Payment;
  "payment.attach": Payment;
  "inbox.list": { items: Payment[] };
  "payment.capture": Payment;
  "payment.release": Payment;
  "payment.abort": Payment;
  "payment.reauthorise": Payment;
  "payment.refund": Payment;
  "queue.list": { items: Operation[] };
  "queue.tryNow": { depth: number };
  "queue.retry": Operation;
  "queue.discard": Operation;
  "journal.verify": JournalCheck;
}

export type CustomerInput = z.output<typeof customerInput>;
