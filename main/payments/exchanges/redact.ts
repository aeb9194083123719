/**
 * Redaction of recorded requests, responses and callbacks by an allow-list: amounts, states, ids and texts. A field that
 * is not listed is left out, so that one which the service adds later does not end up in a support file.
 */

import { parseJson } from "../../../contract/canonical-json.ts";
import { maskCustomer, SOME_CUSTOMER } from "../../../contract/identifiers.ts";
import { MAX_AMOUNT } from "../../../contract/money.ts";
import { excerpt, REDACTED, redactValue, without } from "../../service/api/redaction.ts";
import { asRead, LONG_NUMBER, SECRETS } from "../../service/redaction.ts";

/** A body of this API is a few hundred bytes. */
const MAX_KEPT_CHARS = 8192;
const MAX_TEXT_CHARS = 500;
const MAX_NAME_CHARS = 64;

/** Values that are codes or the two sides' own ids (specification 2.3, G4 to G12). */
const PLAIN = new Set(
  `action capture_id currency date_expires date_modified error_type event id pos_id pos_tid product_id refund_id required_scope
   status tid`.split(/\s+/),
);
/** Values that are amounts in minor units, or small numbers. */
const FIGURES = new Set(
  `additional_amount amount auth_additional_amount auth_amount credit discount expires_in interchange_fee item_cost quantity
   status_code total transaction_fee vat vat_rate`.split(/\s+/),
);
/** Values that are yes or no. */
const SWITCHES = new Set(["additional_edit", "allow_credit"]);
/** Parts that hold others of these. */
const PARTS = new Set(["captures", "refunds", "meta", "object", "error_details", "line_items"]);
/** Free texts: kept without phone numbers, personal numbers and e-mail addresses. */
const WORDS = new Set(["text", "description", "error_description", "required_scope_text"]);
/** Addresses: the whole of one may be a credential. */
const ADDRESSES = new Set(["attachment_uri", "callback_uri", "next", "uri"]);
/** How a customer was masked already. */
const MASKED = /^•••\d{0,4}$/;
/** A day, or a moment, of this century: nothing else has figures in this order. */
const TIME =
  /^20\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** The ids that the till knows to be its own or the service's for a payment: they stay, whatever they look like. */
export type KnownIds = ReadonlySet<string>;

/** The JSON of a body without what must not be kept; null for an empty one. */
export function redactedBody(body: Uint8Array | string | null, known: KnownIds = new Set()): string | null {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (bytes === null || bytes.length === 0) return null;
  const parsed = parseJson(bytes);
  if (!parsed.ok) return shownText(new TextDecoder().decode(bytes)).slice(0, MAX_TEXT_CHARS);
  return JSON.stringify(redacted(parsed.value, known)).slice(0, MAX_KEPT_CHARS);
}

/** The same for a value. */
function redacted(value: unknown, known: KnownIds): unknown {
  return redactValue(value, {
    // A name may be anything, too, in an object that is kept by what customers are called, say.
    name: (name) => shownText(name).slice(0, MAX_NAME_CHARS),
    whole(content, name, parent) {
      if (content === null || typeof content === "boolean") return undefined;
      if (name === "customer") return maskedCustomer(content);
      // A scan's id is the customer's token (2.5); every other id is the two sides' own.
      if (name === "id" && "argstring" in parent) return REDACTED;
      return typeof content === "object" && !PARTS.has(name) ? REDACTED : undefined;
    },
    leaf: (content, name) => redactedLeaf(content, name, known),
  });
}

function redactedLeaf(content: unknown, name: string, known: KnownIds): unknown {
  if (content === null || typeof content === "boolean") return content;
  if (typeof content === "number") return isFigure(name, content) ? content : REDACTED;
  if (typeof content !== "string") return REDACTED;
  if (WORDS.has(name)) return shownText(content);
  if (ADDRESSES.has(name)) return originOf(content);
  if (PLAIN.has(name) || FIGURES.has(name) || SWITCHES.has(name)) return shownValue(content, known);
  return REDACTED;
}

function maskedCustomer(content: unknown): string {
  if (typeof content !== "string") return SOME_CUSTOMER;
  return MASKED.test(content) ? content : maskCustomer(content);
}

/** A number is a figure where one is due, and is no telephone's: those have more digits than any amount. */
function isFigure(name: string, content: number): boolean {
  if (!Number.isInteger(content)) return false;
  return FIGURES.has(name) ? Math.abs(content) <= MAX_AMOUNT : PLAIN.has(name) && Math.abs(content) < 1e6;
}

function shownValue(content: string, known: KnownIds): string {
  return known.has(content) || TIME.test(content) ? content : shownText(content).slice(0, MAX_TEXT_CHARS);
}

/** Written by the till itself, without personal data: digests, request paths, bodies that are redacted already. */
const OWN = new Set(["hash", "path", "sent", "received"]);

/** A record of the till redacted for export: any text in it may hold what the service or a person wrote. */
export function redactedRecord<T>(record: T, known: KnownIds): T {
  return redactValue(record, {
    whole: (content, name) => (OWN.has(name) ? content : undefined),
    leaf: (content) =>
      typeof content !== "string" || known.has(content) || TIME.test(content) ? content : shownText(content),
  }) as T;
}

/** A text without what looks like a secret and without what may be a person; only its beginning when it is long. */
export function shownText(text: string): string {
  return withoutPeople(without(SECRETS, excerpt(asRead(text), [])));
}

/** What reads like a phone number, a personal number or an e-mail address, however it is written. */
export function withoutPeople(text: string): string {
  return asRead(text)
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, SOME_CUSTOMER)
    .replace(LONG_NUMBER, SOME_CUSTOMER);
}

function originOf(address: string): string {
  return URL.canParse(address) ? `${shownText(new URL(address).origin)}/${REDACTED}` : REDACTED;
}
