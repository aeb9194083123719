/** What there is to choose from for money, language and time: the usual ones first. */

import type { POS_TYPES } from "../../contract/identifiers.ts";
import { currentCurrencies } from "../kit/format/currencies.ts";

const COMMON_CURRENCIES = ["NOK", "SEK", "DKK", "EUR", "GBP", "USD"];
/** Where wallets of this kind are used, and the languages of people who keep shops there. */
const LOCALES = [
  "nb-NO",
  "nn-NO",
  "sv-SE",
  "da-DK",
  "fi-FI",
  "de-DE",
  "nl-NL",
  "fr-FR",
  "es-ES",
  "pl-PL",
  "uk-UA",
  "en-GB",
  "en-IE",
  "en-US",
];

export interface Choice {
  value: string;
  label: string;
}

/**
 * Currencies by their names in a language: the common ones, and all others that people pay with today, by code. The one
 * in use is always among them, whatever it is: a list without it would show another.
 */
export function currencyChoices(language: string, current: string): { common: Choice[]; others: Choice[] } {
  const named = currentCurrencies(language).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  const all = named.some(({ value }) => value === current) ? named : [{ value: current, label: current }, ...named];
  return {
    common: COMMON_CURRENCIES.flatMap((code) => all.filter(({ value }) => value === code)),
    others: all.filter(({ value }) => !COMMON_CURRENCIES.includes(value)),
  };
}

/** Languages with their country, by name; the one in use is always among them. */
export function localeChoices(language: string, current: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: "language", languageDisplay: "standard" });
  const tags = LOCALES.includes(current) || !isLocale(current) ? LOCALES : [current, ...LOCALES];
  return tags.map((value) => ({ value, label: names.of(value) ?? value }));
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Every time zone that this machine knows. */
export function zoneChoices(current: string | null): Choice[] {
  const zones = Intl.supportedValuesOf("timeZone");
  const all = current === null || zones.includes(current) ? zones : [current, ...zones];
  return all.map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** The zone that this machine is set to. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export type PosType = (typeof POS_TYPES)[number];

/** The kinds of a POS (section 2.1), for a list to choose from. The contract's own list comes with its schemas. */
export const POS_TYPE_CHOICES: readonly PosType[] = ["store", "webshop", "mobile", "vending", "poster"];
