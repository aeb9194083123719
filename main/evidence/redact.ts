/**
 * What may be kept of a request, an answer or a message: amounts, states, ids and words, by a list of names. Whatever
 * is not on the list stays out, so that a field which the service adds one day does not end up in a support file.
 */
import { maskCustomer, SOME_CUSTOMER } from "../../contract/identifiers.ts";
import { parseJson } from "../api/json.ts";
import { excerpt } from "../api/redaction.ts";

const REDACTED = "[redacted]";
/** A body of this API is a few hundred bytes. */
const MAX_KEPT_CHARS = 8192;
const MAX_TEXT_CHARS = 500;

/** Values that are numbers, codes or the two sides' own ids (specification 2.3, G4 to G12). */
const PLAIN = new Set(
  `action additional_amount additional_edit allow_credit amount auth_additional_amount auth_amount capture_id credit
   currency date_expires date_modified error_type event expires_in id interchange_fee pos_id pos_tid refund_id
   required_scope status status_code tid transaction_fee`.split(/\s+/),
);
/** Parts that hold others of these. */
const PARTS = new Set(["captures", "refunds", "meta", "object", "error_details"]);
/** Words that people wrote: kept without what may be somebody's number or address. */
const WORDS = new Set(["text", "error_description", "required_scope_text"]);
/** Addresses: whoever knows the whole of one may use it. */
const ADDRESSES = new Set(["attachment_uri", "callback_uri", "next", "uri"]);

/** The JSON of a body without what must not be kept; null for an empty one. */
export function redactedBody(body: Uint8Array | string | null): string | null {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (bytes === null || bytes.length === 0) return null;
  const parsed = parseJson(bytes);
  if (!parsed.ok) return withoutPeople(excerpt(new TextDecoder().decode(bytes), [])).slice(0, MAX_TEXT_CHARS);
  return JSON.stringify(redacted(parsed.value)).slice(0, MAX_KEPT_CHARS);
}

/** The same for a value. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return redactedMember("", value, false);
  // A scan's id is the customer's token (2.5); every other id is the two sides' own.
  const isScan = "argstring" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [name, redactedMember(name, content, isScan)]),
  );
}

function redactedMember(name: string, content: unknown, isScan: boolean): unknown {
  if (content === null || typeof content === "boolean") return content;
  if (name === "customer") return typeof content === "string" ? maskCustomer(content) : SOME_CUSTOMER;
  if (isScan && name === "id") return REDACTED;
  if (PARTS.has(name)) return redacted(content);
  if (WORDS.has(name) && typeof content === "string") return withoutPeople(excerpt(content, []));
  if (ADDRESSES.has(name) && typeof content === "string") return originOf(content);
  if (!PLAIN.has(name) || typeof content === "object") return REDACTED;
  return typeof content === "string" ? excerpt(content, []).slice(0, MAX_TEXT_CHARS) : content;
}

/** What reads like a phone number, a personal number or an e-mail address. */
export function withoutPeople(text: string): string {
  return text
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, SOME_CUSTOMER)
    .replace(/\+?\d(?:[\s().-]?\d){6,}/g, SOME_CUSTOMER);
}

function originOf(address: string): string {
  return URL.canParse(address) ? `${new URL(address).origin}/${REDACTED}` : REDACTED;
}
