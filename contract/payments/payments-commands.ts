import { z } from "zod";
import { OUTCOMES } from "../accounting/reports.ts";
import { address } from "../calls/addresses.ts";
import {
  type CommandRow,
  customerInput,
  exactLine,
  noInput,
  oneLine,
  paymentIdInput,
  paymentReference,
  posTid,
  presetId,
  shape,
  timestamp,
} from "../calls/command-row.ts";
import { MAX_SCOPE_TEXT, SCOPES } from "../customers/permissions.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { MAX_TID_LENGTH, REFUND_ID_PATTERN } from "../values/identifiers.ts";
import { MAX_LINE_NAME, MAX_LINES, MAX_QUANTITY } from "../values/lines.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { PHASES } from "../values/phases.ts";
import { MAX_VAT_RATE } from "../values/vat.ts";
import type { ScanFirst, Sticker } from "./stickers.ts";
import { MAX_STICKER_NAME } from "./stickers.ts";
import type { Operation, Payment, PaymentPage, PaymentTotals, TimelineEntry } from "./views.ts";

const amount = z.int(`an integer in minor units, 0 to ${MAX_AMOUNT}`).min(0).max(MAX_AMOUNT);
const positiveAmount = z.int(`an integer in minor units, 1 to ${MAX_AMOUNT}`).min(1).max(MAX_AMOUNT);
const operationId = z.string().min(1).max(MAX_TID_LENGTH);
const reason = z.string().trim().min(1, expectedReason("field_reason")).max(150);

const paymentLines = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(MAX_LINE_NAME).optional(),
      quantity: z.int(`a whole number, 1 to ${MAX_QUANTITY}`).min(1).max(MAX_QUANTITY),
      unitAmount: positiveAmount,
      productId: exactLine(64).optional(),
      /** Default: the product's rate, or the rate for keyed-in amounts */
      vatRate: z.int().min(0).max(MAX_VAT_RATE).optional(),
      /** For the whole line, at most its total. Above 0 requires the `discount` permission */
      discount: amount.optional(),
    }),
  )
  .min(1)
  .max(MAX_LINES);

/** The window's key for a start. Finds the payment again after a lost response. */
const attempt = z.uuid();

const paymentStart = z.strictObject({
  action: z.enum(["SALE", "AUTH"]),
  amount: positiveAmount,
  additionalAmount: amount.optional(),
  additionalEdit: z.boolean().optional(),
  text: z.string().min(1).max(150).optional(),
  lines: paymentLines.optional(),
  customer: customerInput.optional(),
  /** The customer's language; default: the shop's */
  language: z.enum(CUSTOMER_LANGUAGES).optional(),
  scope: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).optional(),
  scopeText: z.string().min(1).max(MAX_SCOPE_TEXT).optional(),
  /** Supplies missing fields, purpose and retention */
  preset: presetId.optional(),
  reference: paymentReference.optional(),
  attempt: attempt.optional(),
  /** Links offered in the customer's app; default of `showOn`: the service decides */
  links: z
    .array(
      z.strictObject({
        uri: address,
        caption: exactLine(100),
        showOn: z
          .array(z.enum(["pending", "ok", "fail"]))
          .min(1)
          .max(3)
          .optional(),
      }),
    )
    .min(1)
    .max(10)
    .optional(),
  /** URLs of the app's message, and for success and failure */
  displayMessageUri: address.optional(),
  successReturnUri: address.optional(),
  failureReturnUri: address.optional(),
});

const paymentFilter = z.strictObject({
  query: z.string().max(200).optional(),
  posTids: z.array(posTid).min(1).max(200).optional(),
  phases: z.array(z.enum(PHASES)).min(1).max(PHASES.length).optional(),
  /** Start time of payments, or with `booked` the time of booking. `to` is exclusive */
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** Only payments with this outcome booked between `from` and `to`, counted as in reports */
  booked: z.enum(OUTCOMES).optional(),
  /** With `booked`: the number of the period's Z */
  period: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Who took the payment, or with `booked` who did the work; null: no signed-in user */
  person: z.string().max(200).nullable().optional(),
});

const paymentList = paymentFilter.extend({
  attempt: attempt.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(200).optional(),
});

const paymentIdentify = z.strictObject({ posTid, customer: customerInput });
const paymentCapture = z.strictObject({ posTid, amount: amount.optional(), additionalAmount: amount.optional() });
const paymentAttach = z.strictObject({ posTid, note: z.string().trim().min(1).max(150).optional() });

const paymentRefund = z.strictObject({
  posTid,
  amount: amount.optional(),
  additionalAmount: amount.optional(),
  reason,
  /** Made when a refund starts. The same id is the same refund */
  refundId: z.string().regex(REFUND_ID_PATTERN, expectedReason("field_refund_id")).optional(),
});

export const PAYMENT_COMMANDS = {
  "payment.start": {
    input: paymentStart,
    needs: "sale",
    mayNeed: "discount",
    approvable: true,
    whileLocked: "kiosk",
    inService: "required",
    sharesCommit: true,
    returns: shape<Payment>(),
  },
  "payment.get": {
    input: paymentIdInput,
    whileLocked: "always",
    lockedTo: "visible",
    automatic: true,
    returns: shape<Payment>(),
  },
  "payment.list": {
    input: paymentList,
    whileLocked: "always",
    lockedTo: "reduced",
    automatic: true,
    returns: shape<PaymentPage>(),
  },
  "payment.totals": { input: paymentFilter, automatic: true, returns: shape<PaymentTotals>() },
  "payment.people": {
    input: noInput,
    automatic: true,
    /** Sorted alphabetically; null comes last and stands for sales with no user signed in */
    returns: shape<{ people: (string | null)[] }>(),
  },
  "payment.timeline": { input: paymentIdInput, automatic: true, returns: shape<{ entries: TimelineEntry[] }>() },
  "payment.identify": {
    input: paymentIdentify,
    needs: "sale",
    whileLocked: "kiosk",
    lockedTo: "on_screen",
    returns: shape<Payment>(),
  },
  "payment.capture": { input: paymentCapture, needs: "capture", returns: shape<Payment>() },
  /** Continues with the next customer. A later approval goes to the inbox */
  "payment.leave": {
    input: paymentIdInput,
    needs: "abort",
    whileLocked: "till",
    lockedTo: "on_screen",
    returns: shape<Payment>(),
  },
  /** Extends the time of an unscanned code */
  "payment.extend": { input: paymentIdInput, needs: "sale", returns: shape<Payment>() },
  /** Assigns a late payment to a sale */
  "payment.attach": { input: paymentAttach, needs: "sale", returns: shape<Payment>() },
  "inbox.list": { input: noInput, automatic: true, returns: shape<{ items: Payment[] }>() },
  "payment.release": { input: paymentIdInput, needs: "release", returns: shape<Payment>() },
  "payment.abort": {
    input: paymentIdInput,
    needs: "abort",
    whileLocked: "always",
    lockedTo: "on_screen",
    returns: shape<Payment>(),
  },
  "payment.reauthorise": { input: paymentIdInput, needs: "capture", returns: shape<Payment>() },
  "payment.refund": { input: paymentRefund, needs: "refund", approvable: true, returns: shape<Payment>() },
} as const satisfies Record<string, CommandRow>;

export const QUEUE_COMMANDS = {
  "queue.list": {
    input: noInput,
    automatic: true,
    /** `codes`: `posTid`s of offline payments that wait for a scan of their code and cannot be sent before it */
    returns: shape<{ items: Operation[]; codes: string[] }>(),
  },
  /** Checks the connection now, and then sends the queue */
  "queue.tryNow": { input: noInput, returns: shape<{ depth: number }>() },
  "queue.retry": {
    input: z.strictObject({ operationId }),
    needs: "queue",
    approvable: true,
    returns: shape<Operation>(),
  },
  "queue.discard": {
    input: z.strictObject({ operationId, reason }),
    needs: "queue",
    approvable: true,
    returns: shape<Operation>(),
  },
} as const satisfies Record<string, CommandRow>;

const name = oneLine(MAX_STICKER_NAME);
const id = exactLine(64);
const oneSticker = z.strictObject({ id });

export const STICKER_COMMANDS = {
  "sticker.list": { input: noInput, needs: "settings", automatic: true, returns: shape<{ items: Sticker[] }>() },
  "sticker.create": { input: z.strictObject({ name }), needs: "settings", returns: shape<Sticker>() },
  "sticker.rename": { input: z.strictObject({ id, name }), needs: "settings", returns: shape<Sticker>() },
  /** The next scan within 30 seconds counts for the test only */
  "sticker.test": { input: oneSticker, needs: "settings", returns: shape<Sticker>() },
  /** Permanent: the code stops working */
  "sticker.retire": { input: oneSticker, needs: "settings", returns: shape<Sticker>() },
  /** A sale is being prepared: scans are polled for a minute where no callbacks arrive */
  "scan.expect": { input: noInput, whileLocked: "kiosk", automatic: true, returns: shape<ScanFirst>() },
  "scan.forget": { input: noInput, needs: "sale", whileLocked: "kiosk", returns: shape<ScanFirst>() },
} as const satisfies Record<string, CommandRow>;
