/**
 * Phone numbers as people write them, read by the library's tables of every country. A wallet is on a mobile phone: only
 * a number in some country's mobile plan is taken without a question. Pure.
 */
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";
import { PHONE_PATTERN } from "./identifiers.ts";
import { withoutMarks } from "./plain-text.ts";

/** Fewer digits than this are nobody's phone that is not known to be one: a number cut short is not to be offered. */
const FEWEST_NATIONAL = 7;

/** One way to read what was typed. */
export interface PhoneReading {
  /** International form, digits only (G3): what is sent */
  digits: string;
  /** As its country writes it, with `+`: what a person checks before it is sent */
  shown: string;
  /** ISO 3166, for the country's name; null where the code is shared or unknown */
  country: string | null;
}

/** A number; or several readings, or one that is in no mobile plan, that a person has to confirm; or nothing. */
export type PhoneReadings =
  | { kind: "number"; reading: PhoneReading }
  | { kind: "ask"; readings: PhoneReading[] }
  | { kind: "none" };

/**
 * The countries whose national numbers are typed without a code: that of the shop's locale, and that of its currency
 * where it is another one. An ISO 4217 code begins with its country (the euro's does not name one).
 */
export function shopCountries(locale: string, currency: string): string[] {
  const regions = [new Intl.Locale(locale).maximize().region ?? "", currency.slice(0, 2)];
  return [...new Set(regions)].filter((region) => isSupportedCountry(region));
}

/** Numbers in the groups that a country's own are shown in, for the countries that the service is used in. */
const OWN_EXAMPLES: Readonly<Record<string, string>> = {
  NO: "91 23 45 67",
  SE: "070-123 45 67",
  DK: "20 12 34 56",
  FI: "041 2345678",
  IS: "611 1234",
};

/** A number as the shop's own country writes it; null where none is known. */
export function ownExample(countries: readonly string[]): string | null {
  return countries.map((country) => OWN_EXAMPLES[country]).find((example) => example !== undefined) ?? null;
}

/** A number as another country than the shop's writes it, with its code: the way to type any number. */
export function foreignExample(countries: readonly string[]): string {
  return countries.includes("SE") ? "+47 98 76 54 32" : "+46 70 123 45 67";
}

/**
 * Reads a phone number as people write it: `+47 987 65 432`, `+46 (0)70…`, `004798765432`, `4798765432`, `98765432`.
 * Without `+` or `00` it is a national number of the shop, or has its country's code in front: both are tried, and what
 * fits more than one country's plan is asked about.
 * @param countries ISO 3166, see {@link shopCountries}
 */
export function readPhone(text: string, countries: readonly string[]): PhoneReadings {
  const compact = withoutMarks(text).replace(/\s/g, "");
  const international = compact.startsWith("00") ? `+${compact.slice(2)}` : compact;
  if (international.startsWith("+")) return chosen([parsed(international)]);
  const national = countries.map((country) => (isSupportedCountry(country) ? nationalOf(compact, country) : undefined));
  const withCode = parsed(`+${compact}`);
  return chosen([...national, withCode?.isValid() ? withCode : undefined]);
}

/**
 * Whether digits are a possible number in international form: the country's code exists, the length fits, and no digit
 * is in it that is dialled inside the country alone (the `0` of `+46 (0)70…`).
 */
export function isPossiblePhone(digits: string): boolean {
  return parsed(`+${digits}`)?.number === `+${digits}`;
}

function nationalOf(text: string, country: CountryCode): PhoneNumber | undefined {
  const number = parsed(text, country);
  return number?.isValid() || (number?.nationalNumber.length ?? 0) >= FEWEST_NATIONAL ? number : undefined;
}

/** A national number keeps its own country: the library must not find another one in its first digits. */
function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  return number && PHONE_PATTERN.test(number.number.slice(1)) && number.isPossible() ? number : undefined;
}

function chosen(candidates: readonly (PhoneNumber | undefined)[]): PhoneReadings {
  const numbers = candidates.filter((number) => number !== undefined);
  const valid = numbers.filter((number) => number.isValid());
  const readings = distinct((valid.length > 0 ? valid : numbers).map(readingOf));
  const [first] = readings;
  if (first === undefined) return { kind: "none" };
  return readings.length === 1 && valid.length > 0 ? { kind: "number", reading: first } : { kind: "ask", readings };
}

function distinct(readings: PhoneReading[]): PhoneReading[] {
  return readings.filter(({ digits }, at) => readings.findIndex((other) => other.digits === digits) === at);
}

function readingOf(number: PhoneNumber): PhoneReading {
  return { digits: number.number.slice(1), shown: number.formatInternational(), country: number.country ?? null };
}
