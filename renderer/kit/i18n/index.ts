/** The texts of the screens: i18next over catalogues that are bundled, typed and complete. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { OPERATOR_LANGUAGES, type OperatorLanguage } from "../../../contract/customer-language.ts";
import { enCustomers } from "./customer/en.ts";
import { CUSTOMERS } from "./customers.ts";
import { en } from "./en/index.ts";
import { nb } from "./nb/index.ts";

/** Of operators' screens. */
export const LANGUAGES = OPERATOR_LANGUAGES;
export type Language = OperatorLanguage;

/** Main's own sentences: see `contract/reasons.ts`. */
export const REASON_TEXTS = { en: en.reason, nb: nb.reason } as const satisfies Record<Language, typeof en.reason>;

/** Where dates and numbers of a language are written as there. */
export const LANGUAGE_LOCALES: Record<Language, string> = { en: "en-GB", nb: "nb-NO" };

/** The operator's language that fits a browser's wish; English when none does. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    if (/^(nb|nn|no)\b/i.test(tag)) return "nb";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** Loads the catalogues; texts are there when it returns. */
export function startTexts(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    initAsync: false,
    interpolation: { escapeValue: false },
    ns: ["translation", CUSTOMERS],
    // What a customer reads may come when the screen is there already.
    react: { bindI18nStore: "added" },
    resources: { en: { translation: en, [CUSTOMERS]: enCustomers }, nb: { translation: nb } },
  });
}

/** Changes the language of every screen at once. */
export function changeLanguage(language: Language): void {
  void i18next.changeLanguage(language);
}
