/** Outcomes, which the outcome endpoints and the events share (section 6 rule 1). */
import { formatDateTime, type PaymentOutcome, type PermissionOutcome } from "../../contract/wire/wire.ts";
import { API_BASE, type Service } from "../context.ts";
import { makeAttachmentToken } from "../state/attachments.ts";
import { findCustomer } from "../state/customers.ts";
import { authorisedLeft, CODES, captured, type Movement } from "../state/payment-machine.ts";
import type { Payment } from "../state/payments.ts";
import { findPermissionOfPayment, findTokenOf, type Permission } from "../state/permissions.ts";
import { userInfoClaims } from "./claims.ts";
import { interchangeFee, PERMISSION_FEE, transactionFee } from "./money.ts";

/** Returns a payment request's data (2.3). Each call creates a new attachment_uri, as specified. */
export function paymentOutcome(service: Service, payment: Payment): PaymentOutcome {
  const authorised = authorisedLeft(payment);
  const capturedSums = captured(payment);
  const total = capturedSums.amount + capturedSums.additionalAmount;
  const permission = findPermissionOfPayment(service.db, payment.tid);
  return {
    currency: payment.currency,
    amount: payment.amount,
    additional_amount: payment.additionalAmount,
    auth_amount: authorised.amount,
    auth_additional_amount: authorised.additionalAmount,
    captures: payment.captures.map(movement),
    refunds: payment.refunds.map((refund) => ({ ...movement(refund), text: refund.text })),
    status: payment.status,
    status_code: payment.statusCode,
    customer: payment.request.customer,
    date_modified: formatDateTime(payment.modifiedAt),
    date_expires: payment.expiresAt === null ? null : formatDateTime(payment.expiresAt),
    credit: payment.credit,
    interchange_fee: interchangeFee(total, payment.credit),
    transaction_fee: transactionFee(total),
    attachment_uri: attachmentUri(service, payment),
    pos_id: payment.posId,
    pos_tid: payment.posTid,
    tid: payment.tid,
    ...(permission ? { permissions: permissionOutcome(service, permission) } : {}),
  };
}

/** Returns a permission request's outcome (2.4). Declined is `ok` without an access token (G16). */
export function permissionOutcome(service: Service, permission: Permission): PermissionOutcome {
  const token = findTokenOf(service.db, permission.rid);
  const customer = token && findCustomer(service.db, token.customer);
  const code = { pending: CODES.pending, ok: CODES.ok, fail: CODES.requestExpired }[permission.status];
  return {
    access_token: token?.token ?? null,
    id_token: token?.id_token ?? null,
    token_type: "Bearer",
    expires_in: token ? String((token.expires_at - token.issued_at) / 1000) : null,
    refresh_token: token?.refresh_token ?? null,
    scope: token?.scope ?? null,
    currency: service.settings.currency,
    transaction_fee: token ? PERMISSION_FEE : 0,
    status: permission.status,
    status_code: code,
    pos_id: permission.pos_id,
    pos_tid: permission.pos_tid,
    rid: permission.rid,
    user_info: token && customer ? userInfoClaims(permission.merchant_id, customer, token.scope) : null,
  };
}

/** Returns the full outcome URL for `meta.uri`. Always https, even if the sandbox uses http (2.6, section 6 rule 5). */
export function paymentOutcomeUrl(service: Service, tid: string): string {
  return `${secureUrl(service)}${API_BASE}/payment_request/${tid}/outcome/`;
}

export function permissionOutcomeUrl(service: Service, rid: string): string {
  return `${secureUrl(service)}${API_BASE}/permission_request/${rid}/outcome/`;
}

function secureUrl(service: Service): string {
  return service.url().replace(/^http:/, "https:");
}

function attachmentUri(service: Service, payment: Payment): string | null {
  if (payment.acceptedAt === null) return null;
  const expiresAt = service.clock.now() + service.settings.attachmentUriSeconds * 1000;
  return `${API_BASE}/attachment/${makeAttachmentToken(service.db, payment.tid, expiresAt)}/`;
}

function movement({ id, amount, additionalAmount }: Movement) {
  return { id, amount, additional_amount: additionalAmount };
}
