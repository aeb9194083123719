/**
 * Redacts recorded requests, responses and callbacks by an allow-list of amounts, states, ids and texts. Unlisted
 * fields are removed, so that fields the service adds later cannot leak into a support file.
 */

import { parseJson } from "../../../contract/values/canonical-json.ts";
import { MASKED_CUSTOMER, maskCustomer } from "../../../contract/values/identifiers.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { excerpt, REDACTED, redactText, redactValue } from "../../service/api/redaction.ts";
import { normalizedText, PHONE_LIKE_NUMBER, SECRETS } from "../../service/redaction.ts";

const MAX_STORED_CHARS = 8192;
const MAX_TEXT_CHARS = 500;
const MAX_NAME_CHARS = 64;

/** Codes and ids (specification 2.3, G4 to G12). */
const CODES_AND_IDS = new Set(
  `action capture_id currency date_expires date_modified error_type event id pos_id pos_tid product_id refund_id required_scope
   status tid`.split(/\s+/),
);
const NUMBERS = new Set(
  `additional_amount amount auth_additional_amount auth_amount credit discount expires_in interchange_fee item_cost quantity
   status_code total transaction_fee vat vat_rate`.split(/\s+/),
);
const BOOLEANS = new Set(["additional_edit", "allow_credit"]);
/** Objects and lists with allowed fields. */
const CONTAINERS = new Set(["captures", "refunds", "meta", "object", "error_details", "line_items"]);
/** Free texts, kept without phone numbers, personal numbers and e-mail addresses. */
const FREE_TEXTS = new Set(["text", "description", "error_description", "required_scope_text"]);
/** URIs: any part after the origin can be a credential. */
const URIS = new Set(["attachment_uri", "callback_uri", "next", "uri"]);
const MASKED = /^•••\d{0,4}$/;
/** A date or time of this century. No personal number has this format. */
const TIME =
  /^20\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Ids that belong to the payment. They are never redacted. */
export type KnownIds = ReadonlySet<string>;

/** Redacts a recorded body and limits its length. @returns null for an empty one */
export function redactedBody(body: Uint8Array | string | null, known: KnownIds = new Set()): string | null {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (bytes === null || bytes.length === 0) return null;
  const parsed = parseJson(bytes);
  if (!parsed.ok) return redactedText(new TextDecoder().decode(bytes)).slice(0, MAX_TEXT_CHARS);
  return JSON.stringify(redacted(parsed.value, known)).slice(0, MAX_STORED_CHARS);
}

function redacted(value: unknown, known: KnownIds): unknown {
  return redactValue(value, {
    // A field name can contain personal data too, such as a customer used as a key.
    redactName: (name) => redactedText(name).slice(0, MAX_NAME_CHARS),
    redactField(content, name, parent) {
      if (content === null || typeof content === "boolean") return undefined;
      if (name === "customer") return maskedCustomer(content);
      // A scan's id is the customer's token (2.5). All other ids are harmless.
      if (name === "id" && "argstring" in parent) return REDACTED;
      return typeof content === "object" && !CONTAINERS.has(name) ? REDACTED : undefined;
    },
    redactLeaf: (content, name) => redactedLeaf(content, name, known),
  });
}

function redactedLeaf(content: unknown, name: string, known: KnownIds): unknown {
  if (content === null || typeof content === "boolean") return content;
  if (typeof content === "number") return isAllowedNumber(name, content) ? content : REDACTED;
  if (typeof content !== "string") return REDACTED;
  if (FREE_TEXTS.has(name)) return redactedText(content);
  if (URIS.has(name)) return originOf(content);
  if (CODES_AND_IDS.has(name) || NUMBERS.has(name) || BOOLEANS.has(name)) return redactedValue(content, known);
  return REDACTED;
}

function maskedCustomer(content: unknown): string {
  if (typeof content !== "string") return MASKED_CUSTOMER;
  return MASKED.test(content) ? content : maskCustomer(content);
}

/** Keeps a number only in a numeric field and below the length of a phone number. */
function isAllowedNumber(name: string, content: number): boolean {
  if (!Number.isInteger(content)) return false;
  return NUMBERS.has(name) ? Math.abs(content) <= MAX_AMOUNT : CODES_AND_IDS.has(name) && Math.abs(content) < 1e6;
}

function redactedValue(content: string, known: KnownIds): string {
  return known.has(content) || TIME.test(content) ? content : redactedText(content).slice(0, MAX_TEXT_CHARS);
}

/** Fields that the till writes itself, without personal data: digests, request paths, redacted bodies. */
const TILL_FIELDS = new Set(["hash", "path", "sent", "received"]);

/** Redacts a record of the till for export. Any of its texts can come from the service or a person. */
export function redactedRecord<T>(record: T, known: KnownIds): T {
  return redactValue(record, {
    redactField: (content, name) => (TILL_FIELDS.has(name) ? content : undefined),
    redactLeaf: (content) =>
      typeof content !== "string" || known.has(content) || TIME.test(content) ? content : redactedText(content),
  }) as T;
}

export function redactedText(text: string): string {
  return withoutPersonalData(redactText(SECRETS, excerpt(normalizedText(text), [])));
}

export function withoutPersonalData(text: string): string {
  return normalizedText(text)
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, MASKED_CUSTOMER)
    .replace(PHONE_LIKE_NUMBER, MASKED_CUSTOMER);
}

function originOf(address: string): string {
  return URL.canParse(address) ? `${redactedText(new URL(address).origin)}/${REDACTED}` : REDACTED;
}
