/**
 * Payment requests (section 2.3; G4 to G8). The queue encodes a body once and sends the same bytes at every attempt.
 */
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import {
  type PaymentOutcome,
  type PaymentRequestInput,
  type PaymentRequestUpdate,
  paymentOutcome,
  paymentRequestCreated,
  paymentRequestInput,
  paymentRequestUpdate,
} from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { created, json, noContent } from "./decode.ts";
import { type Encoded, encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { path } from "./paths.ts";

export interface CreatedPaymentRequest {
  tid: string;
  /** An http or https address; null without a usable one */
  claimUri: string | null;
}

/** A payment request as stored by the service, compared with the sent one after a 409. */
export type PaymentRequestData = z.output<typeof paymentRequestData>;
const paymentRequestData = z.looseObject({
  /** Some services return it in lower case */
  action: z.string().toUpperCase().nullish(),
  amount: z.int().nullish(),
  additional_amount: z.int().nullish(),
  currency: z.string().nullish(),
  customer: z.string().nullish(),
  pos_id: z.string().nullish(),
  pos_tid: z.string().nullish(),
  text: z.string().nullish(),
});

/** Encodes the body of a new request canonically (G4): equal inputs give equal bytes. */
export function encodePaymentRequest(input: PaymentRequestInput): Encoded {
  return encode(paymentRequestInput, input);
}

/** Encodes the body of a capture, release, abort, refund or renewal canonically (G8). */
export function encodeUpdate(update: PaymentRequestUpdate): Encoded {
  return encode(paymentRequestUpdate, update);
}

/** Built once: building a schema takes longer than decoding a response. */
const createdPayment = created(
  "payment_request",
  paymentRequestCreated.transform(({ id, uri }) => ({
    tid: id,
    claimUri: isWebLink(uri ?? "") ? (uri ?? null) : null,
  })),
);

function isWebLink(uri: string): boolean {
  return /^https?:\/\/\S+$/i.test(uri) && URL.canParse(uri);
}

/** Requests a payment. Idempotent by `pos_id` and `pos_tid` (G6). Errors: refused 400; 409 for other data. */
export function postPaymentRequest(
  client: ApiClient,
  request: PaymentRequestInput | Uint8Array,
): Promise<ApiResult<CreatedPaymentRequest>> {
  return client.send({
    method: "POST",
    path: path("payment_request"),
    body: request instanceof Uint8Array ? request : encodePaymentRequest(request),
    decode: createdPayment,
  });
}

/**
 * Captures, releases, aborts, refunds or renews. Idempotent by id and amounts (G8). `privateKey` signs for level KEY.
 * Errors: refused 409 in the wrong state; credentials 403 for a refund below level KEY.
 */
export function putPaymentRequest(
  client: ApiClient,
  tid: string,
  update: PaymentRequestUpdate | Uint8Array,
  privateKey?: KeyObject,
): Promise<ApiResult<undefined>> {
  const body = update instanceof Uint8Array ? update : encodeUpdate(update);
  return client.send({ method: "PUT", path: path("payment_request", tid), body, privateKey, decode: noContent });
}

/** Returns the request as the service stores it (G7). Errors: refused 404. */
export function getPaymentRequest(client: ApiClient, tid: string): Promise<ApiResult<PaymentRequestData>> {
  return client.send({ method: "GET", path: path("payment_request", tid), decode: json(paymentRequestData) });
}

/** Returns the outcome of the payment (section 2.3). Errors: refused 404. */
export function getOutcome(client: ApiClient, tid: string): Promise<ApiResult<PaymentOutcome>> {
  return client.send({ method: "GET", path: path("payment_request", tid, "outcome"), decode: json(paymentOutcome) });
}

export const PAYMENT_REQUESTS = "/payment_request/";

export function listPaymentRequests(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, PAYMENT_REQUESTS);
}
