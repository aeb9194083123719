/**
 * Payment requests, their changes and their outcome (section 2.3; G4 to G8). Who must not ask twice makes a body once,
 * stores it, and sends the same bytes at every attempt: so making and sending are two functions. Where that does not
 * matter, the sending one takes the input itself.
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
} from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import { created, json, nothing } from "./decode.ts";
import { type Encoded, encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { path } from "./paths.ts";

/** What the service said when it took a payment request: its own id, and a link to claim it if it made one (G5). */
export interface CreatedPaymentRequest {
  tid: string;
  /** An http or https address; null where the service gave none that can be shown */
  claimUri: string | null;
}

/** A payment request as the service holds it, to compare with what was sent (a 409). Every field may be missing. */
export type PaymentRequestData = z.output<typeof paymentRequestData>;
const paymentRequestData = z.looseObject({
  /** Some services write it in small letters */
  action: z.string().toUpperCase().nullish(),
  amount: z.int().nullish(),
  additional_amount: z.int().nullish(),
  currency: z.string().nullish(),
  customer: z.string().nullish(),
  pos_id: z.string().nullish(),
  pos_tid: z.string().nullish(),
  text: z.string().nullish(),
});

/** The body of a creation (G4), canonical: equal inputs give equal bytes. */
export function encodePaymentRequest(input: PaymentRequestInput): Encoded {
  return encode(paymentRequestInput, input);
}

/** The body of a capture, release, abort, refund or renewal (G8), canonical. */
export function encodeUpdate(update: PaymentRequestUpdate): Encoded {
  return encode(paymentRequestUpdate, update);
}

/** Made once: making a schema takes longer than reading an answer by it. */
const createdPayment = created(
  "payment_request",
  paymentRequestCreated.transform(({ id, uri }) => ({
    tid: id,
    claimUri: isWebLink(uri ?? "") ? (uri ?? null) : null,
  })),
);

/** Whether a phone's camera can open it: anything else in a QR code leads a customer nowhere. */
function isWebLink(uri: string): boolean {
  return /^https?:\/\/\S+$/i.test(uri) && URL.canParse(uri);
}

/**
 * Asks a customer to pay. Idempotent on `pos_id` and `pos_tid` (G6).
 * Errors: refused 400; refused 409 when the same ids were used with other data.
 */
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
 * Captures, releases, aborts, refunds or renews. A repeat with the same id and amounts is the same movement (G8).
 * Errors: refused 409 when the payment's state does not allow it; credentials 403 for a refund below level KEY.
 * @param privateKey signs it, where the till itself signs in with less
 */
export function putPaymentRequest(
  client: ApiClient,
  tid: string,
  update: PaymentRequestUpdate | Uint8Array,
  privateKey?: KeyObject,
): Promise<ApiResult<undefined>> {
  const body = update instanceof Uint8Array ? update : encodeUpdate(update);
  return client.send({ method: "PUT", path: path("payment_request", tid), body, privateKey, decode: nothing });
}

/** The request itself (G7). Errors: refused 404. */
export function getPaymentRequest(client: ApiClient, tid: string): Promise<ApiResult<PaymentRequestData>> {
  return client.send({ method: "GET", path: path("payment_request", tid), decode: json(paymentRequestData) });
}

/** What became of it: the service's word on the payment (section 2.3). Errors: refused 404. */
export function getOutcome(client: ApiClient, tid: string): Promise<ApiResult<PaymentOutcome>> {
  return client.send({ method: "GET", path: path("payment_request", tid, "outcome"), decode: json(paymentOutcome) });
}

/** Where the list of the merchant's payment requests begins. */
export const PAYMENT_REQUESTS = "/payment_request/";

/** Pages of the ids (`tid`) of the merchant's payment requests. */
export function listPaymentRequests(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, PAYMENT_REQUESTS);
}
