/** Response schemas of `/api/v1`, for its description and for tests of all responses. */
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../calls/errors.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { PHASES } from "../values/phases.ts";
import { SCREEN_ANSWERS, SCREEN_STATES } from "./registers.ts";

const amount = z.int().describe("In minor units of the payment's currency");
const at = z.iso.datetime().describe("ISO 8601, in UTC");
const text = z.string();
const optional = <T extends z.ZodType>(schema: T) => z.nullable(schema);
const reason = z
  .object({ code: text, values: z.record(text, z.unknown()) })
  .describe("The same reason as a code with values, for programs that translate it");

const line = z.object({
  name: optional(text),
  quantity: z.int(),
  unitAmount: amount,
  productId: text.optional(),
  vatRate: z.int().describe("In hundredths of a percent: 2500 is 25 %").optional(),
  discount: amount.optional(),
});

const movement = z.object({ id: optional(text), amount, additionalAmount: amount, at, text: optional(text) });

const operation = z.object({
  id: text,
  posTid: text,
  kind: z.enum(["create", "capture", "release", "abort", "reauth", "refund", "permission"]),
  state: z.enum(["queued", "sending", "done", "refused", "attention"]),
  amount: optional(amount),
  additionalAmount: optional(amount),
  reason: optional(text),
  attempts: z.int(),
  nextAttemptAt: optional(at),
  lastError: optional(text),
  lastErrorReason: optional(reason),
  createdAt: at,
  settledAt: optional(at),
  unknownSince: optional(at),
});

const slots = z.array(z.object({ slot: text, quantity: z.int() }));
const vend = z
  .looseObject({ id: text, state: text, dropped: slots })
  .describe("The order to the vending machine and its result");

const refundRequest = z.object({
  refundId: text,
  posTid: text,
  number: text,
  currency: text,
  register: text,
  amount,
  additionalAmount: amount,
  reason: text,
  askedAt: at,
  state: z.enum(["waiting", "approved", "declined"]),
});

const source = z.enum(["callback", "poll", "answer"]);

const steps = z.enum(["abort", "capture", "release", "reauthorise", "refund", "identify", "leave", "attach"]);

export const registerPaymentSchema = z.object({
  posTid: text.describe("The till's id of the payment, also known to the service"),
  number: text.describe("Short number for people, printed on the receipt"),
  reference: optional(text),
  register: optional(text).describe("The register that started it; null: it was started at the till"),
  tid: optional(text),
  action: z.enum(["SALE", "AUTH"]),
  currency: text,
  amount,
  additionalAmount: amount,
  additionalEdit: z.boolean(),
  text: optional(text),
  wordsIn: optional(z.enum(CUSTOMER_LANGUAGES)),
  lines: z.array(line),
  phase: z.enum(PHASES).describe("State of the payment. Only `captured` means paid, and `authorised` reserved"),
  status: optional(text),
  statusCode: optional(z.int()),
  statusName: optional(text),
  authorisedLeft: amount,
  authorisedAdditionalLeft: amount,
  capturedTotal: amount,
  refundedTotal: amount,
  refundable: amount,
  refundableAmount: amount,
  refundableAdditional: amount,
  customer: optional(text).describe("Masked"),
  qr: optional(z.object({ text, kind: z.enum(["shortlink", "claim"]) })).describe("The code to scan"),
  expiresAt: optional(at),
  codeUntil: optional(at),
  codeRanOut: z.boolean(),
  codeMissing: z.boolean().describe("The service returned no code: use the customer's phone number"),
  createdAt: at,
  modifiedAt: at,
  revision: z
    .int()
    .describe(
      "Increases with every change. Of two states, the one with the larger number is newer, regardless of clocks",
    ),
  captures: z.array(movement),
  refunds: z.array(movement),
  operations: z.array(operation),
  attention: optional(text).describe("Why the payment needs attention; null: it does not"),
  attentionReason: optional(reason),
  steps: z.array(steps).describe("The actions that are possible now"),
  checkingSince: optional(at).describe("When the oldest unanswered request was sent; null: none"),
  abortRequested: z.boolean(),
  undoing: z.boolean(),
  asked: z.enum(["no", "unknown", "yes"]).describe("Whether the customer has been asked to pay"),
  late: optional(z.object({ because: z.enum(["after_abort", "after_end", "moved_on"]), since: at })),
  vend: optional(vend),
  permission: z.null().describe("Always null: registers do not receive what customers shared with the shop"),
  arrivals: z.object({ callback: z.int(), poll: z.int(), answer: z.int(), first: optional(source) }),
  refundRequests: z.array(refundRequest),
});

/** The result of changing a payment that the register may not read. */
export const registerOutlineSchema = registerPaymentSchema.pick({
  posTid: true,
  reference: true,
  phase: true,
  refundRequests: true,
});

export const registerPageSchema = z.object({ items: z.array(registerPaymentSchema), next: optional(text) });

export const registerPrintSchema = z.object({
  jobId: text,
  state: z
    .enum(["queued", "sending", "done", "unknown", "failed", "cancelled"])
    .describe("`unknown`: a person must check whether it was printed"),
  problem: optional(text).describe("The code of the reason why it waits or was not printed"),
});

export const registerDrawerSchema = z.object({
  confirmed: z
    .boolean()
    .describe("True if the printer confirmed the command. Drawers do not report whether they are open"),
});

export const registerScreenSchema = z.object({
  screenId: text,
  state: z
    .enum(SCREEN_STATES)
    .describe("`shown`: on the screen now. `replaced`: by the register's next message, or by something with priority"),
  answer: optional(z.enum(SCREEN_ANSWERS)).describe("The customer's answer; null: none yet, or no question"),
});

const field = z.object({ field: text, expected: text, because: reason.optional() });

export const registerErrorSchema = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: text.describe("What happened, and whether money moved"),
  retryable: z.boolean().describe("True if the same request may succeed later, unchanged"),
  details: z.looseObject({
    fields: z.array(field).describe("`invalid_input`: each invalid field").optional(),
    posTid: text.optional(),
    reason: text.optional(),
  }),
  holder: text.describe("`busy`: who is using the screen").optional(),
  since: at.describe("`busy`: since when").optional(),
});
