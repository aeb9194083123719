/** Request schemas of `/api/v1`, based on the commands' schemas. */
import { z } from "zod";
import { exactLine, noInput, paymentReference } from "../calls/command-row.ts";
import { PAYMENT_COMMANDS } from "../payments/payments-commands.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { BUSY_MODES, type SCREEN_KINDS } from "./registers.ts";

/** Clients resolve `.` and `..` in URLs, escaped or not, so references cannot be these. */
const addressedReference = paymentReference.regex(/^(?!\.{1,2}$)/, expectedReason("field_path_id"));

/** `POST /payments`: a sale or reservation under the register's reference. */
const start = PAYMENT_COMMANDS["payment.start"].input
  .pick({
    action: true,
    amount: true,
    additionalAmount: true,
    additionalEdit: true,
    text: true,
    lines: true,
    customer: true,
    language: true,
  })
  .extend({ reference: addressedReference, whenBusy: z.enum(BUSY_MODES).default("queue") });

/** `POST /payments/<reference>/refund`; without a reason the customer receives the reference. */
const refund = PAYMENT_COMMANDS["payment.refund"].input
  .omit({ posTid: true, refundId: true })
  .partial({ reason: true });

const paperText = exactLine(500);
const textLine = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind), text: paperText });
const paperLine = z.discriminatedUnion("kind", [
  textLine("text"),
  textLine("title"),
  textLine("code"),
  z.strictObject({ kind: z.literal("row"), label: paperText, value: paperText }),
  z.strictObject({ kind: z.literal("rule") }),
]);

export type PaperLine = z.output<typeof paperLine>;

/** `POST /print`: free lines. Codes are rendered as images, so their number is limited. */
const lines = z.strictObject({
  lines: z
    .array(paperLine)
    .min(1)
    .max(200)
    .refine((all) => all.filter(({ kind }) => kind === "code").length <= 4, expectedReason("field_four_codes")),
});

const SCREEN_SECONDS = 60;

const screenMessage = <K extends (typeof SCREEN_KINDS)[number]>(kind: K, maxLength: number) =>
  z.strictObject({
    kind: z.literal(kind),
    title: exactLine(60).optional(),
    text: exactLine(maxLength),
    seconds: z.int().min(5).max(300).default(SCREEN_SECONDS),
    language: z.enum(CUSTOMER_LANGUAGES).optional(),
  });

/** `POST /screen`: a message on the customer display. The `text` of a `code` is its content. */
const screen = z.discriminatedUnion("kind", [
  screenMessage("text", 200),
  screenMessage("code", 300),
  screenMessage("question", 160),
]);

export type ScreenContent = z.output<typeof screen>;

export const REGISTER_BODIES = {
  start,
  capture: PAYMENT_COMMANDS["payment.capture"].input.omit({ posTid: true }),
  release: noInput,
  abort: noInput,
  refund,
  receipt: noInput,
  lines,
  screen,
  withdraw: noInput,
};

/** A request file in the folder: the request's body with an action and a target. */
export const REGISTER_FILE = z.looseObject({
  do: z.enum(["start", "capture", "release", "abort", "refund", "receipt", "lines", "screen", "withdraw", "status"]),
  reference: z.string().optional(),
  screenId: z.string().optional(),
});

const { from, to, cursor } = PAYMENT_COMMANDS["payment.list"].input.shape;
const limit = z.coerce.number().int().min(1).max(200).optional();

/** `GET /payments`: newest first, in pages. */
export const REGISTER_LIST = z.strictObject({ from, to, cursor, limit });

/** `Idempotency-Key`, required for every change. */
export const IDEMPOTENCY_KEY = z.string().regex(/^[\x20-\x7e]{1,255}$/, expectedReason("field_idempotency_key"));
