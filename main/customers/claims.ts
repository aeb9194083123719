/** Extracts claims about a customer from responses, by scope and service name (G25). Pure functions. */
import type { Scope } from "../../contract/customers/permissions.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { PersonalId, ShippingAddress, UserInfo } from "../../contract/wire/wire.ts";
import { isOfAge } from "./national-id.ts";
import type { Claims } from "./records.ts";

const MAX_CHARS = 300;
const ADDRESS = ["formatted", "street_address", "postal_code", "locality", "country"] as const;

/** A full shipping address, for a label only. */
export interface Recipient {
  lines: string[];
  phone: string | null;
}

/** Returns the claims of each requested scope. A scope without claims was not granted. */
export function userInfoClaims(scopes: readonly Scope[], info: UserInfo): { claims: Claims } {
  const parts: Claims = {
    profile: nonEmptyStrings({ name: info.name }),
    phone: nonEmptyStrings({ phone_number: info.phone_number }),
    email: nonEmptyStrings({ email: info.email }),
    address: nonEmptyStrings(picked(info.address ?? {}, ADDRESS)),
  };
  const present = scopes.filter((scope) => Object.keys(parts[scope] ?? {}).length > 0);
  return { claims: Object.fromEntries(present.map((scope) => [scope, parts[scope]])) };
}

export function shippingClaims(address: ShippingAddress): { claims: Claims } {
  const present = nonEmptyStrings(picked(address, ["name", ...ADDRESS]));
  return { claims: Object.keys(present).length === 0 ? {} : { shipping_address: present } };
}

/**
 * Checks the age by a national id, which is not stored: only the result and its proof are.
 * @param now ms since the epoch by the service's clock
 */
export function ageClaims(
  scope: Scope,
  { national_id_number: number, proofs }: PersonalId,
  now: number,
  timeZone: string,
): { claims: Claims; unread?: Partial<Record<Scope, Reason>> } {
  const ofAge = isOfAge(number, now, timeZone);
  if (ofAge === null) return { claims: {}, unread: { [scope]: reasonFor("permission_age_unclear") } };
  const [proof] = proofs;
  const proofParts = nonEmptyStrings({
    source: sourceIn(proof?.source),
    verified_at: timeIn(proof?.verified_at, number),
  });
  return { claims: { [scope]: { over_18: ofAge ? "yes" : "no", ...proofParts } } };
}

/** Known proofs of age. Other values could identify the customer. */
const SOURCES: ReadonlySet<string> = new Set([
  "bankid",
  "buypass",
  "commfides",
  "driving_licence",
  "id_card",
  "minid",
  "passport",
  "population_register",
]);

function sourceIn(text: string | undefined): string | null {
  const source = text?.toLowerCase() ?? "";
  return SOURCES.has(source) ? source : null;
}

/** Returns a date of this century, with an optional time, unless it could contain the national id. */
function timeIn(text: string | undefined, number: string): string | null {
  const time = /^(20\d{2}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text ?? "");
  const [whole = "", day = ""] = time ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Date.parse would read 31 February as a day in March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  const holdsNumber = whole.replace(/\D/g, "").includes(number.slice(0, DIGITS_OF_BIRTH));
  return isDay && !holdsNumber && !Number.isNaN(Date.parse(whole)) ? whole : null;
}

const DIGITS_OF_BIRTH = 6;

/** Combines two proofs of age. If they disagree, the stricter counts and nothing is proven. */
export function ageIn({ fodselsnummer, bankid }: Claims): { over18: string; agrees: boolean } | null {
  const answers = [fodselsnummer?.over_18, bankid?.over_18].filter((word) => word !== undefined);
  const [first] = answers;
  if (first === undefined) return null;
  const agrees = answers.every((word) => word === first);
  return { over18: agrees ? first : "no", agrees };
}

/** Returns the recipient for a parcel; null without a shared address. */
export function recipientIn({ shipping_address: to, profile, phone }: Claims): Recipient | null {
  if (to === undefined) return null;
  const { name = profile?.name, street_address: street, postal_code: code, locality, country, formatted } = to;
  const town = [code, locality].filter((part) => part !== undefined).join(" ");
  const parts = street === undefined && town === "" ? [formatted] : [street, town, country];
  const lines = parts.flatMap((part) => (part ?? "").split(/\s*[\r\n]+\s*/)).filter((line) => line !== "");
  if (lines.length === 0) return null;
  // Some services repeat the name in the address.
  const addressed = name === undefined || lines[0] === name ? lines : [name, ...lines];
  return { lines: addressed, phone: phone?.phone_number ?? null };
}

function picked<K extends string>(from: Partial<Record<K, unknown>>, names: readonly K[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function nonEmptyStrings(parts: Record<string, unknown>): Record<string, string> {
  const present = Object.entries(parts).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].trim() !== "",
  );
  return Object.fromEntries(present.map(([name, value]) => [name, value.slice(0, MAX_CHARS)]));
}
