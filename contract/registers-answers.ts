/** Response schemas of `/api/v1`, for its description and for tests of all responses. */
import { z } from "zod";
import { CUSTOMER_LANGUAGES } from "./customer-language.ts";
import { ERRORS, type ErrorCode } from "./errors.ts";
import { PHASES } from "./phases.ts";
import { SCREEN_ANSWERS, SCREEN_STATES } from "./registers.ts";

const amount = z.int().describe("In minor units of the payment's currency");
const at = z.iso.datetime().describe("ISO 8601, in UTC");
const text = z.string();
const optional = <T extends z.ZodType>(schema: T) => z.nullable(schema);
const reason = z
  .object({ code: text, values: z.record(text, z.unknown()) })
  .describe("The same as a code with its values, for a program to say in its own language");

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
const vend = z.looseObject({ id: text, state: text, dropped: slots }).describe("What a vending machine drops for it");

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
  posTid: text.describe("The till's own id of it, the same at the service"),
  number: text.describe("The short number that people say to each other"),
  reference: optional(text),
  register: optional(text).describe("Which register asked for it; null: it was begun at the till"),
  tid: optional(text),
  action: z.enum(["SALE", "AUTH"]),
  currency: text,
  amount,
  additionalAmount: amount,
  additionalEdit: z.boolean(),
  text: optional(text),
  wordsIn: optional(z.enum(CUSTOMER_LANGUAGES)),
  lines: z.array(line),
  phase: z.enum(PHASES).describe("The one word to go by. Only `captured` is paid, and `authorised` reserved"),
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
  codeMissing: z.boolean().describe("The service gave no code: ask the customer by phone number"),
  createdAt: at,
  modifiedAt: at,
  revision: z
    .int()
    .describe(
      "Grows with every change: of two states the one with the larger number is newer, whatever the clocks say",
    ),
  captures: z.array(movement),
  refunds: z.array(movement),
  operations: z.array(operation),
  attention: optional(text).describe("Why a person must look; null: nobody must"),
  attentionReason: optional(reason),
  steps: z.array(steps).describe("What may be done now"),
  checkingSince: optional(at).describe("Since when something was asked without an answer"),
  abortRequested: z.boolean(),
  undoing: z.boolean(),
  asked: z.enum(["no", "unknown", "yes"]).describe("Whether the customer has been asked to pay"),
  late: optional(z.object({ because: z.enum(["after_abort", "after_end", "moved_on"]), since: at })),
  vend: optional(vend),
  permission: z.null().describe("What customers shared with the shop is not told to registers"),
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
    .describe("`unknown`: somebody has to look whether it came out"),
  problem: optional(text).describe("Why it waits or was not printed: a code"),
});

export const registerDrawerSchema = z.object({
  confirmed: z.boolean().describe("Whether the printer said that it was told so; no drawer says that it is open"),
});

export const registerScreenSchema = z.object({
  screenId: text,
  state: z
    .enum(SCREEN_STATES)
    .describe(
      "`shown`: it stands there now. `replaced`: by the register's next one, or by what goes first on the screen",
    ),
  answer: optional(z.enum(SCREEN_ANSWERS)).describe("What the customer said; null: nothing, or nothing was asked"),
});

const field = z.object({ field: text, expected: text, because: reason.optional() });

export const registerErrorSchema = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: text.describe("What happened, and whether money moved"),
  retryable: z.boolean().describe("Whether the same request may succeed later without anything being changed"),
  details: z.looseObject({
    fields: z.array(field).describe("`invalid_input`: each field that was wrong").optional(),
    posTid: text.optional(),
    reason: text.optional(),
  }),
  holder: text.describe("`busy`: who has the screen").optional(),
  since: at.describe("`busy`: since when").optional(),
});
