/** What the service's answers say of a customer, by scope and by the service's own names (G25). Pure. */
import type { Scope } from "../../contract/permissions.ts";
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { PersonalId, ShippingAddress, UserInfo } from "../../contract/wire.ts";
import { isOfAge } from "./national-id.ts";
import type { Claims } from "./records.ts";

/** Longer is no name and no address; a service that sends more is not kept. */
const MAX_CHARS = 300;
const ADDRESS = ["formatted", "street_address", "postal_code", "locality", "country"] as const;

/** Where what was bought is sent, in full: for the label alone that it is asked for. */
export interface Recipient {
  /** Name and address, line by line */
  lines: string[];
  phone: string | null;
}

/** Of each scope that was asked for, what there is of it; one without anything was not granted. */
export function userInfoClaims(scopes: readonly Scope[], info: UserInfo): { claims: Claims } {
  const parts: Claims = {
    profile: given({ name: info.name }),
    phone: given({ phone_number: info.phone_number }),
    email: given({ email: info.email }),
    address: given(picked(info.address ?? {}, ADDRESS)),
  };
  const there = scopes.filter((scope) => Object.keys(parts[scope] ?? {}).length > 0);
  return { claims: Object.fromEntries(there.map((scope) => [scope, parts[scope]])) };
}

export function shippingClaims(address: ShippingAddress): { claims: Claims } {
  const there = given(picked(address, ["name", ...ADDRESS]));
  return { claims: Object.keys(there).length === 0 ? {} : { shipping_address: there } };
}

/**
 * A national id is looked at here and kept nowhere: what is left is whether its owner is of age, and by what proof.
 * @param now ms since the epoch, by the service's clock
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
  const said = given({ source: sourceIn(proof?.source), verified_at: timeIn(proof?.verified_at, number) });
  return { claims: { [scope]: { over_18: ofAge ? "yes" : "no", ...said } } };
}

/** What is known to prove an age. Any other word may say who the customer is. */
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

/** A day of this century with or without its time, and nothing that could be the number in disguise. */
function timeIn(text: string | undefined, number: string): string | null {
  const time = /^(20\d{2}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text ?? "");
  const [whole = "", day = ""] = time ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // A 31st of February would be read as a day in March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  const holdsNumber = whole.replace(/\D/g, "").includes(number.slice(0, DIGITS_OF_BIRTH));
  return isDay && !holdsNumber && !Number.isNaN(Date.parse(whole)) ? whole : null;
}

/** A national id begins with its owner's day of birth. */
const DIGITS_OF_BIRTH = 6;

/** What an age check comes to: of two proofs that do not say the same the stricter, which then proves nothing. */
export function ageIn({ fodselsnummer, bankid }: Claims): { over18: string; agrees: boolean } | null {
  const said = [fodselsnummer?.over_18, bankid?.over_18].filter((word) => word !== undefined);
  const [first] = said;
  if (first === undefined) return null;
  const agrees = said.every((word) => word === first);
  return { over18: agrees ? first : "no", agrees };
}

/** Who a parcel goes to, as it is written on one; null: no address was shared for that. */
export function recipientIn({ shipping_address: to, profile, phone }: Claims): Recipient | null {
  if (to === undefined) return null;
  const { name = profile?.name, street_address: street, postal_code: code, locality, country, formatted } = to;
  const town = [code, locality].filter((part) => part !== undefined).join(" ");
  const parts = street === undefined && town === "" ? [formatted] : [street, town, country];
  const lines = parts.flatMap((part) => (part ?? "").split(/\s*[\r\n]+\s*/)).filter((line) => line !== "");
  if (lines.length === 0) return null;
  // Some services repeat the name at the head of the address.
  const addressed = name === undefined || lines[0] === name ? lines : [name, ...lines];
  return { lines: addressed, phone: phone?.phone_number ?? null };
}

function picked<K extends string>(from: Partial<Record<K, unknown>>, names: readonly K[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function given(parts: Record<string, unknown>): Record<string, string> {
  const there = Object.entries(parts).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].trim() !== "",
  );
  return Object.fromEntries(there.map(([name, value]) => [name, value.slice(0, MAX_CHARS)]));
}
