/** Masks claims for screens and rows: recognisable to their owner, but not readable. Pure. */

import type { Scope } from "../../contract/customers/permissions.ts";
import type { ShownAccount } from "../../contract/people/staff-phones.ts";
import { maskCustomer, PHONE_PATTERN } from "../../contract/values/identifiers.ts";
import { shortenText } from "../../contract/values/plain-text.ts";
import type { Claims } from "./records.ts";

const HIDDEN = "•••";

/**
 * Masks one claim: keeps the last digits of a phone number, else the first letter of each longer word.
 * @param name the service's name, which alone identifies a phone number
 */
export function maskClaim(name: string, value: string): string {
  const digits = value.replace(/[^\d]/g, "");
  if (name === "phone_number" && PHONE_PATTERN.test(digits)) return maskCustomer(digits);
  const words = value.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  // Limited, because the number of words could identify a person.
  const masked = words.slice(0, MAX_WORDS).map(shownOf);
  return masked.length === 0 ? HIDDEN : masked.map((letter) => letter + HIDDEN).join(" ");
}

const MAX_WORDS = 3;

/** Returns a first letter only for scripts with capitals: in others one character may be a whole family name. */
function shownOf(word: string): string {
  return /^\p{LC}\p{M}*[\p{L}\p{M}]{2}/u.test(word) ? ([...word][0] ?? "") : "";
}

/** Returns a person's account for the owner who links it; null without name and number. */
export function shownAccount(userInfo: { name?: unknown; phone_number?: unknown }): ShownAccount | null {
  // Names are user input: removes invisible and direction characters.
  const name =
    typeof userInfo.name === "string" ? shortenText(userInfo.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim(), 60) : "";
  const digits = typeof userInfo.phone_number === "string" ? userInfo.phone_number.replace(/\D/g, "") : "";
  const number = PHONE_PATTERN.test(digits) ? maskCustomer(digits) : null;
  return name === "" && number === null ? null : { name: name === "" ? null : name, number };
}

/** Masks an e-mail address as `k•••@e•••`. */
export function maskMail(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  return `${shownOf(local)}${HIDDEN}@${shownOf(domain)}${HIDDEN}`;
}

export function maskClaims(claims: Claims): Claims {
  const scopes = Object.entries(claims) as [Scope, Record<string, string>][];
  return Object.fromEntries(
    scopes.map(([scope, values]) => [
      scope,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskClaim(name, value)])),
    ]),
  );
}
