/** The phone's JSON views, for its page and tests. */
import { z } from "zod";
import { STATUS_CODES } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { openAuthorization } from "../flows/authorization.ts";
import { NEEDS_OPENID, SCOPES, type Scope } from "../flows/claims.ts";
import { claimLink, shortlinkValue } from "../flows/scanning.ts";
import { type Attachment, listAttachments } from "../state/attachments.ts";
import { listCustomers } from "../state/customers.ts";
import { findMerchant } from "../state/merchants.ts";
import { captured, refunded } from "../state/payment-machine.ts";
import { listClaimable, listCustomerPayments, listWaiting, type Payment } from "../state/payments.ts";
import { findPermissionOfPayment, listCustomerPermissions, type Permission } from "../state/permissions.ts";
import { findPos } from "../state/pos.ts";
import { listSerialShortlinks } from "../state/shortlinks.ts";
import { listShownCodes } from "../state/shown-codes.ts";

/** The customer. Amounts in minor units. */
export interface CustomerView {
  phone: string;
  name: string;
  note: string;
  balance: number;
  currency: string;
}

export interface ScopeView {
  scope: string;
  meaning: string;
  needsOpenid: boolean;
}

/** A pending payment request. Times in ISO 8601. */
export interface RequestView {
  tid: string;
  posTid: string;
  merchant: string;
  pos: string;
  action: Payment["action"];
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  /** Line items; amounts in minor units with VAT */
  items: { description: string; quantity: number; total: number }[];
  expiresAt: string | null;
  scopes: ScopeView[];
  scopeText: string | null;
  /** The merchant's links that are valid now, and the request's other URLs by field name */
  links: { caption: string; uri: string }[];
}

export interface PermissionView {
  rid: string;
  posTid: string;
  merchant: string;
  pos: string;
  scopes: ScopeView[];
  text: string | null;
  termsUrl: string | null;
  expiresAt: string;
}

export interface AuthorizationView {
  id: string;
  merchant: string;
  application: string;
  scopes: ScopeView[];
  host: string;
  expiresAt: string;
}

export interface HistoryView {
  tid: string;
  merchant: string;
  pos: string;
  currency: string;
  amount: number;
  additionalAmount: number;
  captured: number;
  refunded: number;
  status: string;
  statusCode: number;
  statusName: string;
  at: string;
  refunds: { amount: number; text: string | null }[];
  attachments: { filename: string; mediaType: string }[];
}

export interface PhoneState {
  now: string;
  requests: RequestView[];
  permissions: PermissionView[];
  history: HistoryView[];
  codes: CodeView[];
  customer: CustomerView | null;
}

export interface CodeView {
  link: string;
  label: string;
}

export function customerViews(service: Service): CustomerView[] {
  const { currency } = service.settings;
  return listCustomers(service.db).map(({ phone, name, note, balance }) => ({ phone, name, note, balance, currency }));
}

export function phoneRequests(service: Service, phone: string): Pick<PhoneState, "requests" | "permissions"> {
  const permissions = listCustomerPermissions(service.db, phone);
  return {
    requests: listWaiting(service.db, phone).map((payment) => requestView(service, payment)),
    permissions: permissions.filter(isOpen).map((permission) => permissionView(service, permission)),
  };
}

export function phoneState(service: Service, phone: string): PhoneState {
  const payments = listCustomerPayments(service.db, phone);
  return {
    now: new Date(service.clock.now()).toISOString(),
    customer: customerViews(service).find((customer) => customer.phone === phone) ?? null,
    ...phoneRequests(service, phone),
    history: payments.filter(({ status }) => status !== "pending").map((payment) => historyView(service, payment)),
    codes: codeViews(service),
  };
}

/** Returns codes that tills show, and open payment requests. */
export function codeViews(service: Service): CodeView[] {
  const shown = listShownCodes(service.db, service.clock.now());
  const claimable = listClaimable(service.db).flatMap((payment) => {
    const link = payment.claim === null ? null : claimLink(service, payment.claim);
    if (link === null || shown.some((code) => code.link === link)) return [];
    return [{ link, label: `${posName(service, payment.merchantId, payment.posId)} · ${payment.posTid}` }];
  });
  return [...shown, ...claimable, ...stickerViews(service)];
}

/** Returns printed stickers: their shortlinks have a serial number; the till's own has none. */
function stickerViews(service: Service): CodeView[] {
  return listSerialShortlinks(service.db).map(({ id, description, serial_number }) => ({
    link: shortlinkValue(service, id),
    label: description ?? serial_number ?? id,
  }));
}

function requestView(service: Service, payment: Payment): RequestView {
  const permission = findPermissionOfPayment(service.db, payment.tid);
  return {
    tid: payment.tid,
    posTid: payment.posTid,
    ...origin(service, payment.merchantId, payment.posId),
    action: payment.action,
    currency: payment.currency,
    amount: payment.amount,
    additionalAmount: payment.additionalAmount,
    additionalEdit: payment.additionalEdit,
    text: payment.request.text ?? null,
    items: (payment.request.line_items ?? []).map(({ description, quantity, total }) => ({
      description,
      quantity,
      total,
    })),
    expiresAt: payment.expiresAt === null ? null : new Date(payment.expiresAt).toISOString(),
    scopes: permission ? scopeViews(permission.scope) : [],
    scopeText: permission?.text ?? null,
    links: linkViews(payment.request),
  };
}

/** The specification does not define `links`; other shapes are ignored. */
const merchantLinks = z
  .array(z.object({ uri: z.string(), caption: z.string(), show_on: z.array(z.string()).optional() }))
  .catch([]);

function linkViews({ links, ...request }: Payment["request"]): RequestView["links"] {
  const now = merchantLinks
    .parse(links)
    .filter(({ show_on: times }) => times === undefined || times.includes("pending"));
  const others = (["display_message_uri", "success_return_uri", "failure_return_uri"] as const).flatMap((caption) => {
    const uri = request[caption];
    return uri ? [{ caption, uri }] : [];
  });
  return [...now.map(({ caption, uri }) => ({ caption, uri })), ...others].filter(({ uri }) => isPage(uri));
}

/** Allows only web links. */
function isPage(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}

function permissionView(service: Service, permission: Permission): PermissionView {
  const { legal_terms_url } = JSON.parse(permission.request) as { legal_terms_url?: string | null };
  return {
    rid: permission.rid,
    posTid: permission.pos_tid,
    ...origin(service, permission.merchant_id, permission.pos_id),
    scopes: scopeViews(permission.scope),
    text: permission.text,
    termsUrl: legal_terms_url && isPage(legal_terms_url) ? legal_terms_url : null,
    expiresAt: new Date(permission.expires_at).toISOString(),
  };
}

/** Returns an application's request (standard flow). Throws 404 if unknown, 409 if answered or expired. */
export function authorizationView(service: Service, id: string): AuthorizationView {
  const { authorization, application } = openAuthorization(service, id);
  return {
    id,
    merchant: findMerchant(service.db, application.merchant_id)?.name ?? application.merchant_id,
    application: application.name,
    scopes: scopeViews(authorization.scope),
    host: new URL(authorization.redirect_uri).host,
    expiresAt: new Date(authorization.expires_at).toISOString(),
  };
}

function historyView(service: Service, payment: Payment): HistoryView {
  const capturedSums = captured(payment);
  const refundedSums = refunded(payment);
  return {
    tid: payment.tid,
    ...origin(service, payment.merchantId, payment.posId),
    currency: payment.currency,
    amount: payment.amount,
    additionalAmount: payment.additionalAmount,
    captured: capturedSums.amount + capturedSums.additionalAmount,
    refunded: refundedSums.amount + refundedSums.additionalAmount,
    status: payment.status,
    statusCode: payment.statusCode,
    statusName: STATUS_CODES[payment.statusCode]?.name ?? "unknown",
    at: new Date(payment.modifiedAt).toISOString(),
    refunds: payment.refunds.map(({ amount, additionalAmount, text }) => ({ amount: amount + additionalAmount, text })),
    attachments: listAttachments(service.db, payment.tid).map(({ filename, mediaType }: Attachment) => ({
      filename,
      mediaType,
    })),
  };
}

function isOpen({ status }: Permission): boolean {
  return status === "pending";
}

function origin(service: Service, merchantId: string, posId: string): { merchant: string; pos: string } {
  const merchant = findMerchant(service.db, merchantId)?.name ?? merchantId;
  return { merchant, pos: posName(service, merchantId, posId) };
}

function posName(service: Service, merchantId: string, posId: string): string {
  return findPos(service.db, merchantId, posId)?.name ?? posId;
}

function scopeViews(scope: string): ScopeView[] {
  const scopes = scope.split(" ").filter((word) => word !== "") as Scope[];
  return scopes.map((word) => ({ scope: word, meaning: SCOPES[word], needsOpenid: NEEDS_OPENID.includes(word) }));
}
