/**
 * OpenAPI 3.1 description of `/api/v1`, built from the schemas that validate requests. A test generates it with
 * @fastify/swagger and compares it with docs/openapi.json, which the till serves.
 */
import { z } from "zod";
import { noInput, paymentReference } from "../../../contract/calls/command-row.ts";
import {
  registerDrawerSchema,
  registerErrorSchema,
  registerOutlineSchema,
  registerPageSchema,
  registerPaymentSchema,
  registerPrintSchema,
  registerScreenSchema,
} from "../../../contract/integration/registers-answers.ts";
import { IDEMPOTENCY_KEY, REGISTER_BODIES, REGISTER_LIST } from "../../../contract/integration/registers-api.ts";
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
  "4XX": answer("The request was refused. Nothing was done, and no money moved", "Error"),
  "5XX": answer(
    "The result is unknown or the till is unavailable. Retry with the same reference or Idempotency-Key",
    "Error",
  ),
};
const KEY = {
  type: "object",
  properties: {
    "idempotency-key": {
      ...jsonOf(IDEMPOTENCY_KEY),
      description:
        "The register's key for this change. A repeated request gets the first response again and changes nothing",
    },
  },
};
const SCREEN_ID = { type: "object", properties: { screenId: { type: "string" } }, required: ["screenId"] };
const REFERENCE = { type: "object", properties: { reference: jsonOf(paymentReference) }, required: ["reference"] };

const CHANGES: Record<ChangeName, { summary: string; description: string; answers: Schema }> = {
  start: {
    summary: "Start a sale or a reservation",
    description: "Idempotent by the register's reference: the same reference and content returns the existing payment.",
    answers: {
      201: answer("The payment was started", "Payment"),
      200: answer("The existing payment in its current state", "Payment"),
      409: answer("The reference belongs to a payment with different content", "Error"),
      423: answer("Another user or register has the screen, and `whenBusy` is `refuse`", "Error"),
    },
  },
  capture: {
    summary: "Capture a reservation",
    description: "Without amounts, captures the rest of the reservation.",
    answers: { 200: changed("The capture is in progress") },
  },
  release: {
    summary: "Release the rest of a reservation",
    description: "Captured amounts stay captured.",
    answers: { 200: changed("The release is in progress") },
  },
  abort: {
    summary: "Cancel a payment that the customer has not approved",
    description: "Only for the register's own payments. The service decides: the customer may have approved first.",
    answers: { 200: answer("The cancellation was requested", "Payment") },
  },
  refund: {
    summary: "Refund a payment",
    description:
      "Without amounts, refunds all that can be refunded. Without an Idempotency-Key, each request is a new refund.",
    answers: {
      200: changed("The refund is in progress"),
      202: changed("The refund is above the register's limit and waits for approval at the till"),
      422: answer("This payment has its maximum number of waiting refunds", "Error"),
    },
  },
  receipt: {
    summary: "Print the payment's latest receipt",
    description: "On the till's receipt printer. Every print after the first is marked as a copy.",
    answers: { 200: answer("The receipt is in the print queue", "Payment") },
  },
  lines: {
    summary: "Print the register's own lines",
    description:
      "The lines wait in the till's print queue for at most 15 minutes and are then discarded. At most four codes.",
    answers: {
      202: answer("The lines are in the print queue", "Print"),
      422: answer("This register has its maximum number of waiting prints", "Error"),
    },
  },
  screen: {
    summary: "Show the customer a text, a code or a question",
    description:
      "Shown on the customer screen when it is free: payments have priority. Replaces the register's previous message.",
    answers: {
      202: answer("The message is shown as soon as the screen is free", "Screen"),
      409: answer("No customer screen is open", "Error"),
      422: answer("The customer screen has its maximum number of waiting messages", "Error"),
    },
  },
  withdraw: {
    summary: "Remove a message from the customer screen",
    description: "A message that has ended keeps its result.",
    answers: { 200: answer("The message and its result", "Screen") },
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
    summary: "Get a payment",
    operationId: "getPayment",
    tags: ["payments"],
    params: REFERENCE,
    response: { 200: answer("The payment", "Payment"), ...REFUSALS },
  },
  list: {
    summary: "List payments, newest first",
    description: "In pages: `next` is the `cursor` of the next page, or null on the last page.",
    operationId: "listPayments",
    tags: ["payments"],
    querystring: jsonOf(REGISTER_LIST, "output"),
    response: { 200: answer("A page of payments", "PaymentPage"), ...REFUSALS },
  },
  print: {
    summary: "Get the result of a print",
    operationId: "getPrint",
    tags: ["peripherals"],
    params: { type: "object", properties: { jobId: { type: "string" } }, required: ["jobId"] },
    response: { 200: answer("The print", "Print"), ...REFUSALS },
  },
  screen: {
    summary: "Get the result of a message on the customer screen",
    operationId: "getScreen",
    tags: ["peripherals"],
    params: SCREEN_ID,
    response: { 200: answer("The message", "Screen"), ...REFUSALS },
  },
  events: {
    summary: "Follow changes to payments",
    description:
      "Server-sent events with `data: {type: payment.changed, payment}`. `Last-Event-ID` resumes. An event `gap` means that resuming is not possible: read the list instead.",
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
  description: "Opens the drawer now or not at all. Each request opens it: there is no Idempotency-Key.",
  operationId: "openDrawer",
  tags: ["peripherals"],
  body: jsonOf(noInput),
  response: { 200: answer("The printer received the command", "Drawer"), ...REFUSALS },
};

export const API = {
  openapi: "3.1.0",
  info: {
    title: "Till: registers and other programs",
    description:
      "A cash register takes payments through this till, under its own references. Amounts are integers in minor units.",
    version: packageJson.version,
    license: { name: packageJson.license, identifier: packageJson.license },
  },
  servers: [{ url: "/", description: "The till, at the address that it prints after `registers ready`" }],
  tags: [
    { name: "payments", description: "Sales, reservations and their results" },
    { name: "peripherals", description: "The till's printer, cash drawer and customer screen" },
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
