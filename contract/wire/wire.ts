/**
 * Wire shapes (specification section 2; docs/protocol.md where it is silent). Request schemas are strict; response
 * schemas allow unknown fields, which the service may add (section 9).
 */
import { z } from "zod";
import { ID_PATTERN, MAX_TID_LENGTH, POS_TYPES } from "../values/identifiers.ts";

// The API client imports only this file of the contract, so that both can be extracted together.
export { canonicalBytes, parseJson } from "../values/canonical-json.ts";
export { isLoopback } from "../values/identifiers.ts";
export { SECURE_TLS } from "../values/secure-tls.ts";

/** G1: an integer count of minor units. */
export const moneyInteger = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** `pos_tid`, `tid`, `rid` and the like (2.3, 2.4). */
export const identifier = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN, "letters, digits, _ . -");
const currency = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code");
/** G3: a scan token, an access token, or a phone number in international form. */
const personIdentifier = z.string().min(1).max(4096);
const uri = z.string().min(1).max(2048);
/** The text shown to the customer with a request for data (G4; also G15). */
const scopeText = z.string().max(150);
const posId = z.string().min(1).max(100);

/** `YYYY-MM-DD hh:mm:ss` in UTC, or ISO 8601 on input (G2). */
export const dateTime = z.string().refine((text) => parseDateTime(text) !== null, "a time in UTC, YYYY-MM-DD hh:mm:ss");

/** Formats milliseconds since the epoch as the service does (G2). */
export function formatDateTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

/** Parses `YYYY-MM-DD hh:mm:ss` in UTC, or ISO 8601 with a zone, to milliseconds since the epoch (G2). */
export function parseDateTime(text: string): number | null {
  if (!PLAIN_TIME.test(text)) return ISO_TIME.test(text) ? timeOrNull(Date.parse(text)) : null;
  const [year, month, day] = [100 * twoDigits(text, 0) + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8)];
  const [hours, minutes, seconds] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  if (month < 1 || month > 12 || hours > 23 || minutes > 59 || seconds > 59) return null;
  // `Date.UTC` maps the years 0–99 to 1900–1999. The calendar repeats after 400 years.
  const ms = Date.UTC(year + 400, month - 1, day, hours, minutes, seconds) - FOUR_CENTURIES_MS;
  // `Date.UTC` rolls 31 February over into March, so the day is compared.
  return new Date(ms).getUTCDate() === day ? ms : null;
}

const PLAIN_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const FOUR_CENTURIES_MS = 146_097 * 86_400_000;

function twoDigits(text: string, at: number): number {
  return 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * ZERO;
}

const ZERO = 0x30;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

function timeOrNull(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}

// --- 2.1 POS ---------------------------------------------------------------------------------------------------
export const posLocation = z.strictObject({
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  accuracy: z.number().min(0).nullable().default(null),
});
export const posInput = z.strictObject({
  id: posId,
  name: z.string().min(1).max(100),
  type: z.enum(POS_TYPES),
  location: posLocation.nullable().default(null),
});
export const pos = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  location: z
    .looseObject({ latitude: z.number().nullish(), longitude: z.number().nullish(), accuracy: z.number().nullish() })
    .nullish(),
});

// --- 2.2 lists -------------------------------------------------------------------------------------------------
const listEntry = z.union([z.string(), z.looseObject({})]);
/** `{uris, next}` as specified, `{items, cursor}` of related services, or a plain array. */
export const listResponse = z.union([
  z.looseObject({ uris: z.array(listEntry), next: z.string().nullish() }),
  z
    .looseObject({ items: z.array(listEntry), cursor: z.string().nullish() })
    .transform(({ items, cursor }) => ({ uris: items, next: cursor })),
  z.array(listEntry).transform((entries) => ({ uris: entries, next: null })),
]);

// --- merchant, user, status_code ---------------------------------------------------------------------------------
export const merchant = z.looseObject({ id: z.string(), name: z.string().nullish() });
const roles = z.array(z.string().min(1).max(50)).max(20);
const netmask = z.string().max(100).nullable();
const secret = z.string().min(8).max(64).nullable();
const pubkey = z.string().max(8192).nullable();
export const userInput = z.strictObject({
  id: identifier,
  roles: roles.default([]),
  netmask: netmask.default(null),
  secret: secret.default(null),
  pubkey: pubkey.default(null),
});
export const userUpdate = z.strictObject({ roles, netmask, secret, pubkey }).partial().extend({ id: identifier });
export const user = z.looseObject({
  id: z.string(),
  roles: z.array(z.string()).nullish(),
  netmask: z.string().nullish(),
  pubkey: z.string().nullish(),
});
/** `{value, name}`; related services call the number `code`. */
export const statusCode = z.union([
  z.looseObject({ value: z.int(), name: z.string() }),
  z.looseObject({ code: z.int(), name: z.string() }).transform(({ code, ...rest }) => ({ ...rest, value: code })),
]);

// --- shortlinks (G13, G14) ---------------------------------------------------------------------------------------
export const shortlinkInput = z.strictObject({
  callback_uri: uri.nullable().default(null),
  description: z.string().max(500).nullable().default(null),
  serial_number: z.string().max(100).nullable().default(null),
});
export const created = z.looseObject({ id: z.string() });
/** G30: an application of the standard flow, and its registration's response. The secret is returned once. */
export const applicationInput = z.strictObject({
  name: z.string().min(1).max(100),
  redirect_uris: z.array(z.string().max(2048)).min(1).max(20),
});
export const application = z.looseObject({
  id: z.string(),
  client_id: z.string().min(1).max(1024),
  client_secret: z.string().min(1).max(1024),
});
/** G13; related services call the description `label`. */
export const shortlink = z
  .looseObject({
    id: z.string(),
    shortlink_value: z.string(),
    callback_uri: z.string().nullish(),
    description: z.string().nullish(),
    serial_number: z.string().nullish(),
    is_active: z.boolean().nullish(),
    label: z.string().nullish(),
  })
  .transform(({ label, ...link }) => (label == null ? link : { ...link, description: link.description ?? label }));
/** 2.5: data of the scan event, and G14's last scan. */
export const scan = z.looseObject({ id: z.string().min(1).max(4096), argstring: z.string().nullish() });
export const scanReply = z.strictObject({
  text: z.string().optional(),
  uri: z.string().optional(),
  next: z.unknown().optional(),
});

// --- payment requests (G4 to G12) --------------------------------------------------------------------------------
/** Our own shape for `line_items` (docs/protocol.md): minor units, VAT in hundredths of a percent. */
const lineItem = z.strictObject({
  description: z.string().min(1).max(200),
  product_id: z.string().min(1).max(100).optional(),
  quantity: z.int().min(1),
  /** Unit price including VAT */
  item_cost: moneyInteger,
  discount: moneyInteger.optional(),
  /** `quantity` × `item_cost` − `discount`. The totals of all lines add up to `amount` */
  total: moneyInteger,
  vat_rate: z.int().min(0).max(10_000).optional(),
  /** VAT included in `total`. Lines of one rate add up to the VAT on their sum */
  vat: moneyInteger.optional(),
});
export type LineItem = z.output<typeof lineItem>;
export const paymentRequestInput = z.strictObject({
  action: z.enum(["AUTH", "SALE"]),
  allow_credit: z.boolean(),
  amount: moneyInteger.min(1),
  currency,
  customer: personIdentifier.nullable(),
  pos_id: posId,
  pos_tid: identifier,
  additional_amount: moneyInteger.nullable().optional(),
  additional_edit: z.boolean().nullable().optional(),
  callback_uri: uri.nullable().optional(),
  expires_in: z.int().min(0).max(2_592_000).nullable().optional(),
  text: z.string().nullable().optional(),
  required_scope: z.string().max(500).nullable().optional(),
  required_scope_text: scopeText.nullable().optional(),
  line_items: z.array(lineItem).min(1).max(200).nullable().optional(),
  links: z.unknown().optional(),
  display_message_uri: uri.nullable().optional(),
  success_return_uri: uri.nullable().optional(),
  failure_return_uri: uri.nullable().optional(),
});
export const paymentRequestCreated = z.looseObject({ id: identifier, uri: z.string().nullish().catch(null) });

const partial = {
  currency: currency.optional(),
  amount: moneyInteger.optional(),
  additional_amount: moneyInteger.optional(),
};
/** G8: the body of `PUT /payment_request/<tid>/`. */
export const paymentRequestUpdate = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("CAPTURE"), ...partial, capture_id: identifier.optional() }),
  z.strictObject({ action: z.literal("RELEASE") }),
  z.strictObject({ action: z.literal("ABORT") }),
  z.strictObject({ action: z.literal("REAUTH") }),
  z.strictObject({
    action: z.literal("REFUND"),
    ...partial,
    refund_id: identifier.optional(),
    text: z.string().max(500).nullable().optional(),
  }),
]);

export const PAYMENT_STATUSES = ["pending", "auth", "ok", "fail"] as const;

/** G10: built-in status codes. */
export const STATUS_CODES: Readonly<Record<number, { status: string; name: string }>> = {
  1003: { status: "pending", name: "pending" },
  2000: { status: "ok", name: "ok" },
  3008: { status: "auth", name: "auth" },
  4019: { status: "fail", name: "aborted_by_merchant" },
  5006: { status: "fail", name: "rejected_by_customer" },
  5007: { status: "fail", name: "insufficient_funds" },
  5008: { status: "fail", name: "amount_limit" },
  5009: { status: "fail", name: "amount_limit_day" },
  5011: { status: "fail", name: "request_expired" },
  5012: { status: "fail", name: "authorisation_expired" },
  5101: { status: "fail", name: "limit" },
};

/** G12: a capture or refund; `id` is null for a single-step capture. */
const movement = z.looseObject({
  id: z.string().nullish(),
  amount: moneyInteger,
  additional_amount: moneyInteger.nullish(),
});

/** 2.4: outcome of a permission request, also as part of a combined payment's outcome. */
export const permissionOutcome = z.looseObject({
  access_token: z.string().nullish(),
  id_token: z.string().nullish(),
  token_type: z.string().nullish(),
  expires_in: z.union([z.string(), z.number()]).nullish(),
  refresh_token: z.string().nullish(),
  scope: z.string().nullish(),
  currency: z.string().nullish(),
  transaction_fee: moneyInteger.nullish(),
  status: z.string().nullish(),
  status_code: z.int().nullish(),
  pos_id: z.string().nullish(),
  pos_tid: z.string().nullish(),
  rid: z.string().nullish(),
  user_info: z.unknown().optional(),
});

/** 2.3: content of the outcome endpoint and of payment events. */
export const paymentOutcome = z.looseObject({
  currency,
  amount: moneyInteger,
  additional_amount: moneyInteger.nullish(),
  auth_amount: moneyInteger.nullish(),
  auth_additional_amount: moneyInteger.nullish(),
  captures: z.array(movement).nullish(),
  refunds: z.array(movement.extend({ text: z.string().nullish() })).nullish(),
  status: z.enum(PAYMENT_STATUSES).nullish(),
  status_code: z.int().nullish(),
  customer: z.string().nullish(),
  date_modified: dateTime.nullish(),
  date_expires: dateTime.nullish(),
  credit: z.boolean().nullish(),
  interchange_fee: moneyInteger.nullish(),
  transaction_fee: moneyInteger.nullish(),
  attachment_uri: z.string().nullish(),
  pos_id: z.string(),
  pos_tid: z.string(),
  tid: z.string(),
  permissions: permissionOutcome.nullish(),
});

// --- permission requests (G15, G16) ------------------------------------------------------------------------------
export const permissionRequestInput = z.strictObject({
  customer: personIdentifier,
  scope: z.string().max(500),
  pos_id: z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN),
  pos_tid: identifier,
  text: scopeText.nullable().optional(),
  callback_uri: uri.nullable().optional(),
  expires_in: z.int().min(0).max(2_592_000).nullable().optional(),
  legal_terms_url: uri.nullable().optional(),
  /** The service repeats it in the id_token */
  nonce: z.string().min(1).max(255).nullable().optional(),
});

// --- OAuth (G25) -------------------------------------------------------------------------------------------------
const address = z.looseObject({
  formatted: z.string().nullish(),
  street_address: z.string().nullish(),
  postal_code: z.string().nullish(),
  locality: z.string().nullish(),
  country: z.string().nullish(),
});
export const userInfo = z.looseObject({
  sub: z.string(),
  name: z.string().nullish(),
  phone_number: z.string().nullish(),
  phone_number_verified: z.boolean().nullish(),
  email: z.string().nullish(),
  email_verified: z.boolean().nullish(),
  address: address.nullish(),
});
export const shippingAddress = address.extend({ name: z.string().nullish() });
export const personalId = z.looseObject({
  national_id_number: z.string(),
  proofs: z.array(z.looseObject({ source: z.string(), verified_at: z.string() })),
});

// --- events (2.6, section 6) -------------------------------------------------------------------------------------
export const PAYMENT_EVENTS = [
  "payment_authorized",
  "payment_captured",
  "payment_auth_released",
  "payment_aborted_by_customer",
  "payment_aborted_by_merchant",
  "payment_authorization_renewed",
  "payment_authorization_expired",
  "payment_request_expired",
] as const;
export const PERMISSION_EVENTS = ["permission_request_answered", "permission_request_expired"] as const;
export const SCAN_EVENT = "shortlink_scanned";

/** 2.6: a callback. `object` is absent over insecure protocols; `meta` may have more fields (G19). */
export const callbackMessage = z.looseObject({
  meta: z.looseObject({
    id: z.string().min(1).max(200),
    event: z.string().min(1).max(100),
    uri: z.string().max(2048).nullish(),
  }),
  object: z.unknown().optional(),
});

export const errorBody = z.looseObject({
  error_type: z.string().nullish(),
  error_description: z.string().nullish(),
  error_details: z.unknown().optional(),
});

/** Returns the API's media type for a vendor token (section 9, G26). */
export function mediaType(vendor: string): string {
  return `application/vnd.${vendor.toLowerCase()}.api.merchant.v1+json`;
}

/** Returns the media type of an electronic receipt (G21). */
export function receiptMediaType(vendor: string): string {
  return `application/vnd.${vendor.toLowerCase()}.receipt.v1+json`;
}

/** Returns a vendor header's name: `X-Svc-Merchant` for `svc` (G26). */
export function vendorHeader(
  vendor: string,
  name: "Merchant" | "User" | "Integrator" | "Timestamp" | "Content-Digest",
): string {
  return `X-${vendor.charAt(0).toUpperCase()}${vendor.slice(1).toLowerCase()}-${name}`;
}

export type PosInput = z.output<typeof posInput>;
export type Pos = z.output<typeof pos>;
export type Merchant = z.output<typeof merchant>;
export type UserInput = z.output<typeof userInput>;
export type UserUpdate = z.output<typeof userUpdate>;
export type User = z.output<typeof user>;
export type ApplicationInput = z.output<typeof applicationInput>;
export type Application = z.output<typeof application>;
export type StatusCode = z.output<typeof statusCode>;
export type ShortlinkInput = z.output<typeof shortlinkInput>;
export type Shortlink = z.output<typeof shortlink>;
export type Scan = z.output<typeof scan>;
export type PaymentRequestInput = z.output<typeof paymentRequestInput>;
export type PaymentRequestUpdate = z.output<typeof paymentRequestUpdate>;
export type PaymentOutcome = z.output<typeof paymentOutcome>;
export type PermissionRequestInput = z.output<typeof permissionRequestInput>;
export type PermissionOutcome = z.output<typeof permissionOutcome>;
export type UserInfo = z.output<typeof userInfo>;
export type ShippingAddress = z.output<typeof shippingAddress>;
export type PersonalId = z.output<typeof personalId>;
export type ErrorBody = z.output<typeof errorBody>;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
