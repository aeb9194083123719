/** `/payment_request/`: create, read, update, list, outcome (G4 to G12, G23, G24). */
import type { FastifyInstance } from "fastify";
import { formatDateTime, paymentRequestInput, paymentRequestUpdate } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import type { RequestKind } from "../faults.ts";
import { checkLineItems } from "../flows/line-items.ts";
import { listedState } from "../flows/listing.ts";
import { paymentOutcome } from "../flows/outcome.ts";
import { createPayment, updatePayment } from "../flows/payments.ts";
import { claimLink } from "../flows/scanning.ts";
import { invalid, missing } from "../problem.ts";
import { findPayment, type Payment } from "../state/payments.ts";
import { addResource, type Call, readBody } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";

export function addPaymentRequest(app: FastifyInstance, service: Service): void {
  addResource(app, service, "/payment_request/", {
    GET: { level: "SECRET", kind: "PAYMENT", answer: (call) => listPage(service, "payment_request", call) },
    POST: {
      level: "SECRET",
      kind: "CREATE",
      answer({ caller, body }) {
        const input = readBody(paymentRequestInput, body);
        checkCallbackUri(input.callback_uri ?? null);
        checkLineItems(input);
        const tid = createPayment(service, caller.merchantId, input);
        const created = findPayment(service.db, caller.merchantId, tid);
        return {
          status: 201,
          location: detailPath("payment_request", tid),
          body: { id: tid, uri: created ? uriOf(service, created) : null },
        };
      },
    },
  });
  addResource(app, service, "/payment_request/:tid/", {
    GET: {
      level: "SECRET",
      kind: "PAYMENT",
      answer: (call) => ({ status: 200, body: requestView(service, ownPayment(service, call)) }),
    },
    PUT: {
      level: (body) => (actionOf(body) === "REFUND" ? "KEY" : "SECRET"),
      kind: (body) => actionOf(body) ?? "PAYMENT",
      answer(call) {
        const { tid } = ownPayment(service, call);
        updatePayment(service, call.caller.merchantId, tid, readBody(paymentRequestUpdate, call.body));
        return { status: 204 };
      },
    },
  });
  addResource(app, service, "/payment_request/:tid/outcome/", {
    GET: {
      level: "SECRET",
      kind: "OUTCOME",
      answer(call) {
        const actual = paymentOutcome(service, listedState(service, ownPayment(service, call)));
        return { status: 200, body: service.faults.overrideOutcome?.(actual) ?? actual };
      },
    },
  });
}

/** Throws a 400 unless the callback URL uses http: or https: (section 6 rule 2). */
export function checkCallbackUri(uri: string | null): void {
  if (uri === null) return;
  const protocol = URL.canParse(uri) ? new URL(uri).protocol : null;
  if (protocol !== "http:" && protocol !== "https:")
    throw invalid({ callback_uri: "expected an http: or https: address" });
}

function requestView(service: Service, payment: Payment): object {
  const { tid, status, statusCode, expiresAt } = payment;
  return {
    ...payment.request,
    id: tid,
    tid,
    uri: uriOf(service, payment),
    status,
    status_code: statusCode,
    date_expires: expiresAt === null ? null : formatDateTime(expiresAt),
  };
}

function uriOf(service: Service, payment: Payment): string | null {
  if (payment.claim === null) return null;
  const { claimUri } = service.faults;
  return claimUri === undefined ? claimLink(service, payment.claim) : claimUri;
}

function ownPayment(service: Service, call: Call): Payment {
  const payment = findPayment(service.db, call.caller.merchantId, call.params.tid ?? "");
  if (!payment) throw missing("payment request");
  return payment;
}

const ACTIONS = ["CAPTURE", "RELEASE", "ABORT", "REFUND", "REAUTH"] as const satisfies readonly RequestKind[];

function actionOf(body: unknown): (typeof ACTIONS)[number] | undefined {
  const requestedAction = body !== null && typeof body === "object" && "action" in body ? body.action : undefined;
  return ACTIONS.find((action) => action === requestedAction);
}
