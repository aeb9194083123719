/** Scopes and the customer data that they allow (4.1, G25), including the customer's choice. */
import { createHash } from "node:crypto";
import type { PersonalId, ShippingAddress, UserInfo } from "../../contract/wire/wire.ts";
import type { Customer } from "../state/customers.ts";

export const SCOPES = {
  openid: "Log you in with this app",
  profile: "Your name",
  phone: "Your phone number",
  email: "Your e-mail address",
  address: "Your home address",
  shipping_address: "Your delivery address",
  fodselsnummer: "Your national identity number",
  bankid: "Your identity, confirmed with BankID",
} as const;
export type Scope = keyof typeof SCOPES;

/** Scopes that require `openid` (4.1). */
export const NEEDS_OPENID: readonly Scope[] = ["address", "phone", "email"];

/**
 * Parses a space-delimited list of scopes.
 * @returns the scopes without duplicates, or the problem
 */
export function readScopes(text: string): { ok: true; scopes: Scope[] } | { ok: false; because: string } {
  const words = [...new Set(text.split(" ").filter((word) => word !== ""))];
  const unknown = words.filter((word) => !Object.hasOwn(SCOPES, word));
  if (unknown.length > 0) {
    return { ok: false, because: `${unknown.join(", ")}: not a scope; known are ${Object.keys(SCOPES).join(", ")}` };
  }
  const scopes = words as Scope[];
  const lacking = NEEDS_OPENID.filter((scope) => scopes.includes(scope) && !scopes.includes("openid"));
  if (lacking.length > 0) return { ok: false, because: `${lacking.join(", ")} can only be read together with openid` };
  return { ok: true, scopes };
}

/**
 * Returns the requested scopes that the customer chose.
 * @param chosen undefined for all
 * @returns space-delimited in the requested order; null if none was chosen; or the problem
 */
export function chosenScope(
  asked: string,
  chosen: readonly string[] | undefined,
): { ok: true; scope: string | null } | { ok: false; because: string } {
  if (chosen === undefined) return { ok: true, scope: asked };
  const requestedWords = asked.split(" ").filter((word) => word !== "");
  const unrequested = chosen.filter((word) => !requestedWords.includes(word));
  if (unrequested.length > 0) return { ok: false, because: `${unrequested.join(", ")}: was not requested` };
  const parsedChoice = readScopes(requestedWords.filter((word) => chosen.includes(word)).join(" "));
  if (!parsedChoice.ok) return parsedChoice;
  return {
    ok: true,
    scope: parsedChoice.scopes.length === 0 && requestedWords.length > 0 ? null : parsedChoice.scopes.join(" "),
  };
}

export function hasScope(granted: string, scope: Scope): boolean {
  return granted.split(" ").includes(scope);
}

export function userInfoClaims(merchantId: string, customer: Customer, granted: string): UserInfo {
  const claims: UserInfo = { sub: subject(merchantId, customer) };
  if (hasScope(granted, "profile")) claims.name = customer.name;
  if (hasScope(granted, "phone")) Object.assign(claims, { phone_number: customer.phone, phone_number_verified: true });
  if (hasScope(granted, "email")) Object.assign(claims, { email: customer.email, email_verified: true });
  if (hasScope(granted, "address")) claims.address = address(customer);
  return claims;
}

export function shippingAddressOf(customer: Customer): ShippingAddress {
  return { name: customer.name, ...address(customer) };
}

/** Response of the national id endpoints: all proofs, or only BankID. */
export function personalIdOf(customer: Customer, only: "bankid" | null): PersonalId {
  const proofs = [
    { source: "bankid", verified_at: "2024-01-15 09:00:00" },
    { source: "population_register", verified_at: "2024-01-15 09:00:05" },
  ].filter(({ source }) => only === null || source === only);
  return { national_id_number: customer.national_id, proofs };
}

/** A pairwise subject: merchants cannot correlate a customer. */
function subject(merchantId: string, customer: Customer): string {
  return createHash("sha256").update(`${merchantId}|${customer.phone}`).digest("hex").slice(0, 32);
}

function address(customer: Customer) {
  const { street_address, postal_code, locality, country } = customer;
  return { formatted: `${street_address}\n${postal_code} ${locality}`, street_address, postal_code, locality, country };
}
