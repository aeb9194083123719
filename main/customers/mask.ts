/** Claims as screens and rows may show them: enough to recognise one's own by, too little to be it. Pure. */
import { maskCustomer, PHONE_PATTERN } from "../../contract/identifiers.ts";
import type { Scope } from "../../contract/permissions.ts";
import { shortened } from "../../contract/shorten.ts";
import type { ShownAccount } from "../../contract/staff-phones.ts";
import type { Claims } from "./records.ts";

const HIDDEN = "•••";

/**
 * One claim: the last digits of a phone number, else the first letter of each word that is long enough to hide behind one.
 * @param name as the service calls it: only a telephone's is one, whatever else looks like it
 */
export function maskClaim(name: string, value: string): string {
  const digits = value.replace(/[^\d]/g, "");
  if (name === "phone_number" && PHONE_PATTERN.test(digits)) return maskCustomer(digits);
  const words = value.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  // So many words and no more: how many there are may tell who it is.
  const shown = words.slice(0, MOST_WORDS).map(shownOf);
  return shown.length === 0 ? HIDDEN : shown.map((letter) => letter + HIDDEN).join(" ");
}

const MOST_WORDS = 3;

/** A letter of scripts with capitals alone: in others one character may be a whole family name. */
function shownOf(word: string): string {
  return /^\p{LC}\p{M}*[\p{L}\p{M}]{2}/u.test(word) ? ([...word][0] ?? "") : "";
}

/** Whose account it is, for the owner who links it; null: the service says neither name nor number. */
export function shownAccount(said: { name?: unknown; phone_number?: unknown }): ShownAccount | null {
  // A name is whatever its owner typed: nothing in it may hide or turn the text around it.
  const name =
    typeof said.name === "string" ? shortened(said.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim(), 60) : "";
  const digits = typeof said.phone_number === "string" ? said.phone_number.replace(/\D/g, "") : "";
  const number = PHONE_PATTERN.test(digits) ? maskCustomer(digits) : null;
  return name === "" && number === null ? null : { name: name === "" ? null : name, number };
}

/** `k•••@e•••`: which of a customer's addresses it is. */
export function maskMail(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  return `${shownOf(local)}${HIDDEN}@${shownOf(domain)}${HIDDEN}`;
}

/** All of them, by scope. */
export function maskClaims(claims: Claims): Claims {
  const scopes = Object.entries(claims) as [Scope, Record<string, string>][];
  return Object.fromEntries(
    scopes.map(([scope, values]) => [
      scope,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskClaim(name, value)])),
    ]),
  );
}
