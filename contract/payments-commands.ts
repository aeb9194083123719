/** The commands about payments, and about the queue of what is still to be sent of them. */
import { z } from "zod";
import { type CommandRow, exactLine, noInput, onePayment, posTid, presetId, timestamp } from "./command-row.ts";
import { CUSTOMER_LANGUAGES } from "./customer-language.ts";
import { MAX_TID_LENGTH, PHONE_PATTERN, REFUND_ID_PATTERN, TOKEN_PATTERN } from "./identifiers.ts";
import { MAX_LINE_NAME, MAX_LINES, MAX_QUANTITY } from "./lines.ts";
import { MAX_AMOUNT } from "./money.ts";
import { MAX_SCOPE_TEXT, SCOPES } from "./permissions.ts";
import { PHASES } from "./phases.ts";
import { isPossiblePhone } from "./phones.ts";
import { withoutMarks } from "./plain-text.ts";
import { expects } from "./reasons.ts";
import { OUTCOMES } from "./reports.ts";
import { MAX_VAT_RATE } from "./vat.ts";

const amount = z.int(`an integer in minor units, 0 to ${MAX_AMOUNT}`).min(0).max(MAX_AMOUNT);
const positiveAmount = z.int(`an integer in minor units, 1 to ${MAX_AMOUNT}`).min(1).max(MAX_AMOUNT);
const operationId = z.string().min(1).max(MAX_TID_LENGTH);
const reason = z.string().trim().min(1, expects("field_reason")).max(150);

/** Who is asked to pay: a phone number (G3), an access or scan token, or what a scanner read from the customer's phone. */
export const customerInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("phone"),
    value: z
      .string()
      .overwrite(withoutMarks)
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
  /** Who granted a permission, by its `posTid`: the token that came of it stays in main */
  z.strictObject({ kind: z.literal("permission"), value: posTid }),
]);

/** The caller's own name for a payment: asked again with the same content, the same payment is answered. */
export const paymentReference = z.string().regex(/^[\x20-\x7e]{1,64}$/, expects("field_printable"));

/** What was sold. Together they are the payment's `amount`, without the tip. */
const paymentLines = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(MAX_LINE_NAME).optional(),
      quantity: z.int(`a whole number, 1 to ${MAX_QUANTITY}`).min(1).max(MAX_QUANTITY),
      unitAmount: positiveAmount,
      productId: exactLine(64).optional(),
      /** Left out: the product's, or that of amounts that are keyed in */
      vatRate: z.int().min(0).max(MAX_VAT_RATE).optional(),
      /** Off the whole line, and at most what it comes to. More than 0 takes the right to give a discount */
      discount: amount.optional(),
    }),
  )
  .min(1)
  .max(MAX_LINES);

/** Where the customer's phone may lead: nowhere but to https. */
export const address = z
  .string()
  .max(2048)
  .refine((text) => URL.parse(text)?.protocol === "https:", expects("field_https_only"));

/** The window's own key of a start, by which it finds the payment again when the response is lost. */
const attempt = z.uuid();

const paymentStart = z.strictObject({
  action: z.enum(["SALE", "AUTH"]),
  amount: positiveAmount,
  additionalAmount: amount.optional(),
  additionalEdit: z.boolean().optional(),
  text: z.string().min(1).max(150).optional(),
  lines: paymentLines.optional(),
  customer: customerInput.optional(),
  /** What its customer reads where the till speaks to them; none: the shop's */
  language: z.enum(CUSTOMER_LANGUAGES).optional(),
  scope: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).optional(),
  scopeText: z.string().min(1).max(MAX_SCOPE_TEXT).optional(),
  /** What is left out of the two is this preset's, and so is what it is kept for, and how long */
  preset: presetId.optional(),
  reference: paymentReference.optional(),
  attempt: attempt.optional(),
  /** What the customer's app offers beside the request; `showOn` left out: as the service likes */
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
  /** What the app shows of the payment itself, and where it leads when it was paid, or was not */
  displayMessageUri: address.optional(),
  successReturnUri: address.optional(),
  failureReturnUri: address.optional(),
});

/** Which payments are meant; what is left out narrows nothing. */
const paymentFilter = z.strictObject({
  query: z.string().max(200).optional(),
  /** Only these */
  posTids: z.array(posTid).min(1).max(200).optional(),
  phases: z.array(z.enum(PHASES)).min(1).max(PHASES.length).optional(),
  /** When they began; with `booked`: when that was booked. The end is left out */
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** Only those that came to this between `from` and `to`, as reports count it: whenever the payment itself began */
  booked: z.enum(OUTCOMES).optional(),
  /** With `booked`: in this period alone, by the number that its Z has or will have */
  period: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Who took the payment; with `booked`: whose work that was. null: no signed-in user */
  person: z.string().max(200).nullable().optional(),
});

const paymentList = paymentFilter.extend({
  /** Only the payment that was started with this key */
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
  /** Made when the refund is begun: the same id again is the same refund, however often it is pressed */
  refundId: z.string().regex(REFUND_ID_PATTERN, expects("field_refund_id")).optional(),
});

export const PAYMENT_COMMANDS = {
  "payment.start": {
    input: paymentStart,
    needs: "sale",
    mayNeed: "discount",
    approvable: true,
    whileLocked: "kiosk",
  },
  "payment.get": { input: onePayment, whileLocked: "always", automatic: true },
  "payment.list": { input: paymentList, whileLocked: "always", automatic: true },
  /** What the same filter comes to, over all of it */
  "payment.totals": { input: paymentFilter, automatic: true },
  /** Whose payments there are */
  "payment.people": { input: noInput, automatic: true },
  "payment.timeline": { input: onePayment, automatic: true },
  "payment.identify": { input: paymentIdentify, needs: "sale", whileLocked: "kiosk" },
  "payment.capture": { input: paymentCapture, needs: "capture" },
  /** The cashier goes on to the next customer: if this payment is approved after all, it goes to the inbox */
  "payment.leave": { input: onePayment, needs: "abort", whileLocked: "till" },
  /** More time for a code that nobody has scanned yet */
  "payment.extend": { input: onePayment, needs: "sale" },
  /** Late money is kept: it belongs to a sale after all */
  "payment.attach": { input: paymentAttach, needs: "sale" },
  "inbox.list": { input: noInput, automatic: true },
  "payment.release": { input: onePayment, needs: "release" },
  "payment.abort": { input: onePayment, needs: "abort", whileLocked: "always" },
  "payment.reauthorise": { input: onePayment, needs: "capture" },
  "payment.refund": { input: paymentRefund, needs: "refund", approvable: true },
} as const satisfies Record<string, CommandRow>;

export const QUEUE_COMMANDS = {
  "queue.list": { input: noInput, automatic: true },
  /** Somebody would not wait: whether the service can be reached is found out now, and what waits is sent then */
  "queue.tryNow": { input: noInput },
  "queue.retry": { input: z.strictObject({ operationId }), needs: "queue", approvable: true },
  "queue.discard": { input: z.strictObject({ operationId, reason }), needs: "queue", approvable: true },
} as const satisfies Record<string, CommandRow>;

export type CustomerInput = z.output<typeof customerInput>;
