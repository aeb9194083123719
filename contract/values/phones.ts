/** Parses phone numbers of any country. Wallets are on mobile phones, so other numbers need a confirmation. */
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";
import { PHONE_PATTERN } from "./identifiers.ts";
import { stripInvisible } from "./plain-text.ts";

/** Shorter unknown numbers are not offered: they are probably cut off. */
const MIN_NATIONAL_DIGITS = 7;

export interface PhoneReading {
  /** International form, digits only (G3) */
  digits: string;
  /** International notation with `+`, for the user to check */
  shown: string;
  /** ISO 3166; null: shared or unknown code */
  country: string | null;
}

export type PhoneReadings =
  | { kind: "number"; reading: PhoneReading }
  | { kind: "ask"; readings: PhoneReading[] }
  | { kind: "none" };

/** Returns the countries of the locale and the currency; ISO 4217 codes start with one, except for the euro. */
export function shopCountries(locale: string, currency: string): string[] {
  const regions = [new Intl.Locale(locale).maximize().region ?? "", currency.slice(0, 2)];
  return [...new Set(regions)].filter((region) => isSupportedCountry(region));
}

const OWN_EXAMPLES: Readonly<Record<string, string>> = {
  NO: "91 23 45 67",
  SE: "070-123 45 67",
  DK: "20 12 34 56",
  FI: "041 2345678",
  IS: "611 1234",
};

/** Returns an example of a national number; null without one for these countries. */
export function ownExample(countries: readonly string[]): string | null {
  return countries.map((country) => OWN_EXAMPLES[country]).find((example) => example !== undefined) ?? null;
}

/** Returns an example of a number from another country. */
export function foreignExample(countries: readonly string[]): string {
  return countries.includes("SE") ? "+47 98 76 54 32" : "+46 70 123 45 67";
}

/**
 * Parses a phone number: `+47 987 65 432`, `+46 (0)70…`, `004798765432`, `4798765432`, `98765432`. Without `+` or `00`,
 * it may be national or start with a country code. Both are tried, and several matches become a question.
 * @param countries ISO 3166, see {@link shopCountries}
 */
export function parsePhone(text: string, countries: readonly string[]): PhoneReadings {
  const compact = stripInvisible(text).replace(/\s/g, "");
  const international = compact.startsWith("00") ? `+${compact.slice(2)}` : compact;
  if (international.startsWith("+")) return toReadings([parseNumber(international)]);
  const national = countries.map((country) =>
    isSupportedCountry(country) ? parseNational(compact, country) : undefined,
  );
  const withCode = parseNumber(`+${compact}`);
  return toReadings([...national, withCode?.isValid() ? withCode : undefined]);
}

/** Checks the country code and length of an international number. Rejects trunk prefixes (the `0` of `+46 (0)70…`). */
export function isPossiblePhone(digits: string): boolean {
  return parseNumber(`+${digits}`)?.number === `+${digits}`;
}

function parseNational(text: string, country: CountryCode): PhoneNumber | undefined {
  const number = parseNumber(text, country);
  return number?.isValid() || (number?.nationalNumber.length ?? 0) >= MIN_NATIONAL_DIGITS ? number : undefined;
}

/** Parses the whole text as a number: extraction could find another country code in a national number. */
function parseNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  return number && PHONE_PATTERN.test(number.number.slice(1)) && number.isPossible() ? number : undefined;
}

function toReadings(candidates: readonly (PhoneNumber | undefined)[]): PhoneReadings {
  const numbers = candidates.filter((number) => number !== undefined);
  const valid = numbers.filter((number) => number.isValid());
  const readings = distinct((valid.length > 0 ? valid : numbers).map(toReading));
  const [first] = readings;
  if (first === undefined) return { kind: "none" };
  return readings.length === 1 && valid.length > 0 ? { kind: "number", reading: first } : { kind: "ask", readings };
}

function distinct(readings: PhoneReading[]): PhoneReading[] {
  return readings.filter(({ digits }, index) => readings.findIndex((other) => other.digits === digits) === index);
}

function toReading(number: PhoneNumber): PhoneReading {
  return { digits: number.number.slice(1), shown: number.formatInternational(), country: number.country ?? null };
}
