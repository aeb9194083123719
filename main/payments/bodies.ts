import type { PaymentOperationKind } from "../../contract/payments/views.ts";
import type { PaymentRequestInput, PaymentRequestUpdate, PermissionRequestInput } from "../../contract/wire/wire.ts";
import type { Encoded } from "../service/api/encode.ts";
import { describeError } from "../service/api/errors.ts";
import { encodePaymentRequest, encodeUpdate } from "../service/api/payment-request.ts";
import { encodePermissionRequest } from "../service/api/permission-request.ts";

/** An operation on an existing payment request. Amounts in minor units. */
export interface UpdateIntent {
  kind: Exclude<PaymentOperationKind, "create">;
  /** Sent as `capture_id` or `refund_id` */
  id: string;
  currency: string;
  amount?: number;
  additionalAmount?: number;
  /** Refunds: the text shown to the customer */
  text?: string;
}

/**
 * Returns the exact bytes of an operation (G8). Captures and refunds always carry their id and both amounts, so that
 * the service can tell a repeat from a second operation.
 */
export function canonicalBody(intent: UpdateIntent): Uint8Array {
  return bytesOf(encodeUpdate(updateOf(intent)));
}

export function createBody(input: PaymentRequestInput): Uint8Array {
  return bytesOf(encodePaymentRequest(input));
}

export function permissionBody(input: PermissionRequestInput): Uint8Array {
  return bytesOf(encodePermissionRequest(input));
}

/** The input was validated earlier, so an encoding error is a bug. */
function bytesOf(encoded: Encoded): Uint8Array {
  if (encoded.ok) return encoded.value;
  throw new Error(describeError(encoded.error));
}

function updateOf({ kind, id, currency, amount, additionalAmount, text }: UpdateIntent): PaymentRequestUpdate {
  const amounts = { currency, amount: amount ?? 0, additional_amount: additionalAmount ?? 0 };
  switch (kind) {
    case "capture":
      return { action: "CAPTURE", ...amounts, capture_id: id };
    case "refund":
      return { action: "REFUND", ...amounts, refund_id: id, text };
    case "release":
      return { action: "RELEASE" };
    case "abort":
      return { action: "ABORT" };
    case "reauth":
      return { action: "REAUTH" };
  }
}
