/**
 * OpenAPI 3.1 description of `/api/v1`, built from the schemas that validate requests. A test generates it with
 * @fastify/swagger and compares it with docs/openapi.json, which the till serves.
 */
import { z } from "zod";
import { noInput } from "../../../contract/command-row.ts";
import { paymentReference } from "../../../contract/payments-commands.ts";
import {
  registerDrawerSchema,
  registerErrorSchema,
  registerOutlineSchema,
  registerPageSchema,
  registerPaymentSchema,
  registerPrintSchema,
  registerScreenSchema,
} from "../../../contract/registers-answers.ts";
import { IDEMPOTENCY_KEY, REGISTER_BODIES, REGISTER_LIST } from "../../../contract/registers-api.ts";
import packageJson from "../../../package.json" with { type: "json" };
import type { ChangeName } from "./changes.ts";

type Schema = Record<string, unknown>;

function jsonOf(schema: z.ZodType, io: "input" | "output" = "input"): Schema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return json;
}

const COMPONENTS = {
  Payment: registerPaymentSchema,
  PaymentOutline: registerOutlineSchema,
  PaymentPage: registerPageSchema,
  Error: registerErrorSchema,
  Print: registerPrintSchema,
  Drawer: registerDrawerSchema,
  Screen: registerScreenSchema,
};

const refTo = (name: keyof typeof COMPONENTS) => ({ $ref: `${name}#` });
const answer = (description: string, name: keyof typeof COMPONENTS) => ({
  description,
  content: { "application/json": { schema: refTo(name) } },
});

/** A payment, or the reduced result for a register without the right to read it. */
const changed = (description: string) => ({
  description,
  content: { "application/json": { schema: { anyOf: [refTo("Payment"), refTo("PaymentOutline")] } } },
});

const REFUSALS = {
  "4XX": answer("Refused: nothing was done, and no money moved", "Error"),
  "5XX": answer("Not known, or not now: ask again, with the same reference or Idempotency-Key", "Error"),
};
const KEY = {
  type: "object",
  properties: {
    "idempotency-key": {
      ...jsonOf(IDEMPOTENCY_KEY),
      description: "The register's own name for this change: asked for again, it is answered again and not made again",
    },
  },
};
const SCREEN_ID = { type: "object", properties: { screenId: { type: "string" } }, required: ["screenId"] };
const REFERENCE = { type: "object", properties: { reference: jsonOf(paymentReference) }, required: ["reference"] };

const CHANGES: Record<ChangeName, { summary: string; description: string; answers: Schema }> = {
  start: {
    summary: "Begin a sale or a reservation",
    description: "Under the register's own reference: the same content is the same payment for ever.",
    answers: {
      201: answer("It is begun", "Payment"),
      200: answer("The same again, as it is now", "Payment"),
      409: answer("The reference belongs to a payment with other content", "Error"),
      423: answer("Somebody else has the screen, and `whenBusy` is `refuse`", "Error"),
    },
  },
  capture: {
    summary: "Capture a reservation",
    description: "Without amounts: all that is left of it.",
    answers: { 200: changed("It is on its way") },
  },
  release: {
    summary: "Release what is left of a reservation",
    description: "What was captured of it stays captured.",
    answers: { 200: changed("It is on its way") },
  },
  abort: {
    summary: "Cancel a payment that nobody has approved",
    description: "Of the register's own. The service decides: an approval may have been faster.",
    answers: { 200: answer("It is asked for", "Payment") },
  },
  refund: {
    summary: "Give money back",
    description:
      "Without amounts: all that can be refunded. Without an Idempotency-Key each request is another refund.",
    answers: {
      200: changed("It is on its way"),
      202: changed("It is over the register's limit, and waits for a person at the till"),
      422: answer("As many refunds of this payment wait as may", "Error"),
    },
  },
  receipt: {
    summary: "Print the payment's latest receipt",
    description: "At the till's receipt printer; printed before, it says that it is a copy.",
    answers: { 200: answer("It is in the print queue", "Payment") },
  },
  lines: {
    summary: "Print lines of the register's own",
    description:
      "In the till's print queue, for 15 minutes at the most: what could not be printed by then is not. Up to four codes.",
    answers: {
      202: answer("It is in the print queue", "Print"),
      422: answer("As many prints of this register wait as may", "Error"),
    },
  },
  screen: {
    summary: "Show the customer a text, a code or a question",
    description:
      "On the customer's screen, while nothing else is: a payment goes first. In place of the register's last message.",
    answers: {
      202: answer("It comes up as soon as it may", "Screen"),
      409: answer("No customer's screen is open", "Error"),
      422: answer("As many messages wait as may", "Error"),
    },
  },
  withdraw: {
    summary: "Take a message back from the customer's screen",
    description: "One that is over stays as it ended.",
    answers: { 200: answer("What became of it", "Screen") },
  },
};

const OPERATIONS: Readonly<Record<ChangeName, string>> = {
  start: "startPayment",
  capture: "capturePayment",
  release: "releasePayment",
  abort: "abortPayment",
  refund: "refundPayment",
  receipt: "printReceipt",
  lines: "printLines",
  screen: "showOnScreen",
  withdraw: "withdrawFromScreen",
};

/** Path parameters of changes that do not concern a payment. */
const PARAMS: Partial<Record<ChangeName, Schema | null>> = {
  start: null,
  lines: null,
  screen: null,
  withdraw: SCREEN_ID,
};
const OF_PERIPHERALS: readonly ChangeName[] = ["lines", "screen", "withdraw"];

export function describeChange(change: ChangeName): Schema {
  const { answers, ...words } = CHANGES[change];
  const { [change]: params = REFERENCE } = PARAMS;
  return {
    ...words,
    operationId: OPERATIONS[change],
    tags: [OF_PERIPHERALS.includes(change) ? "peripherals" : "payments"],
    headers: KEY,
    ...(params && { params }),
    // DELETE has no body.
    ...(change !== "withdraw" && { body: jsonOf(REGISTER_BODIES[change]) }),
    response: { ...answers, ...REFUSALS },
  };
}

export const READS: Record<"payment" | "list" | "events" | "print" | "screen", Schema> = {
  payment: {
    summary: "A payment as it is now",
    operationId: "getPayment",
    tags: ["payments"],
    params: REFERENCE,
    response: { 200: answer("The payment", "Payment"), ...REFUSALS },
  },
  list: {
    summary: "All payments, newest first",
    description: "A page at a time: `next` is the `cursor` of the next one; null: there is none.",
    operationId: "listPayments",
    tags: ["payments"],
    querystring: jsonOf(REGISTER_LIST, "output"),
    response: { 200: answer("A page of them", "PaymentPage"), ...REFUSALS },
  },
  print: {
    summary: "What became of a print of lines",
    operationId: "getPrint",
    tags: ["peripherals"],
    params: { type: "object", properties: { jobId: { type: "string" } }, required: ["jobId"] },
    response: { 200: answer("The print", "Print"), ...REFUSALS },
  },
  screen: {
    summary: "What became of a message on the customer's screen",
    operationId: "getScreen",
    tags: ["peripherals"],
    params: SCREEN_ID,
    response: { 200: answer("The message", "Screen"), ...REFUSALS },
  },
  events: {
    summary: "What happens to payments, as it happens",
    description:
      "Server-sent events with `data: {type: payment.changed, payment}`. `Last-Event-ID` resumes; an event `gap` says that this is not possible: read the list then.",
    operationId: "followPayments",
    tags: ["payments"],
    response: {
      200: { description: "The events", content: { "text/event-stream": { schema: { type: "string" } } } },
      ...REFUSALS,
    },
  },
};

export const DRAWER: Schema = {
  summary: "Open the cash drawer",
  description: "Now, or not at all. Each request opens it: there is no Idempotency-Key.",
  operationId: "openDrawer",
  tags: ["peripherals"],
  body: jsonOf(noInput),
  response: { 200: answer("The printer was told", "Drawer"), ...REFUSALS },
};

export const API = {
  openapi: "3.1.0",
  info: {
    title: "Till: registers and other programs",
    description: "A cash register sells at this till by its own references. Amounts are integers in minor units.",
    version: packageJson.version,
    license: { name: packageJson.license, identifier: packageJson.license },
  },
  servers: [{ url: "/", description: "The till, where it printed `registers ready`" }],
  tags: [
    { name: "payments", description: "Sales, reservations, and what becomes of them" },
    { name: "peripherals", description: "The till's printer, cash drawer and customer's screen" },
  ],
  components: {
    securitySchemes: { key: { type: "http" as const, scheme: "bearer", description: "A register's key" } },
  },
  security: [{ key: [] }],
};

export function apiSchemas(): Schema[] {
  return Object.entries(COMPONENTS).map(([$id, schema]) => {
    const json = jsonOf(schema);
    // Payments are described once and referenced.
    const items = { type: "array", items: refTo("Payment") };
    const properties = $id === "PaymentPage" ? { ...(json.properties as Schema), items } : json.properties;
    return { $id, ...json, properties };
  });
}
