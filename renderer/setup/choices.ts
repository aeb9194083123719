import type { POS_TYPES } from "../../contract/values/identifiers.ts";
import { currentCurrencies } from "../kit/format/currencies.ts";

const COMMON_CURRENCIES = ["NOK", "SEK", "DKK", "EUR", "GBP", "USD"];
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
 * Returns common and other current currencies by name. The current one is always included, so that the list shows it.
 */
export function currencyChoices(language: string, current: string): { common: Choice[]; others: Choice[] } {
  const named = currentCurrencies(language).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  const all = named.some(({ value }) => value === current) ? named : [{ value: current, label: current }, ...named];
  return {
    common: COMMON_CURRENCIES.flatMap((code) => all.filter(({ value }) => value === code)),
    others: all.filter(({ value }) => !COMMON_CURRENCIES.includes(value)),
  };
}

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

export function zoneChoices(current: string | null): Choice[] {
  const zones = Intl.supportedValuesOf("timeZone");
  const all = current === null || zones.includes(current) ? zones : [current, ...zones];
  return all.map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

export function machineTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export type PosType = (typeof POS_TYPES)[number];

/** POS types (section 2.1). The contract's list would load its schemas. */
export const POS_TYPE_CHOICES: readonly PosType[] = ["store", "webshop", "mobile", "vending", "poster"];
