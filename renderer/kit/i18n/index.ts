/**
 * The texts of the screens: i18next over catalogues that are bundled, typed and complete. A language is in two files:
 * what the first screen says, which is there before it, and everything else, which comes with the screens that say it.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { OPERATOR_LANGUAGES, type OperatorLanguage } from "../../../contract/customer-language.ts";
import type { REASONS } from "../../../contract/reasons.ts";
import { enCustomers } from "./customer/en.ts";
import { CUSTOMERS } from "./customers.ts";
import type { FirstTexts } from "./en/first.ts";
import type { OtherTexts } from "./en/others.ts";

/** Of operators' screens. */
export const LANGUAGES = OPERATOR_LANGUAGES;
export type Language = OperatorLanguage;

const FIRST: Record<Language, () => Promise<FirstTexts>> = {
  en: async () => (await import("./en/first.ts")).enFirst,
  nb: async () => (await import("./nb/first.ts")).nbFirst,
};

const OTHERS: Record<Language, () => Promise<OtherTexts>> = {
  en: async () => (await import("./en/others.ts")).enOthers,
  nb: async () => (await import("./nb/others.ts")).nbOthers,
};

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

/** Begins in a language: what the first screen says is there once this resolves. */
export async function startTexts(language: Language): Promise<void> {
  const first = await FIRST[language]();
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    initAsync: false,
    interpolation: { escapeValue: false },
    ns: ["translation", CUSTOMERS],
    // Texts that load later redraw only their readers, which set `bindI18nStore` themselves (`COMES_LATE`).
    react: { bindI18nStore: "" },
    resources: { en: { [CUSTOMERS]: enCustomers }, [language]: { translation: first } },
  });
  if (language === "en") i18next.addResourceBundle("en", CUSTOMERS, enCustomers);
}

/** Has all that a language says ready; the one that is spoken unless told. @throws when that cannot be fetched */
export async function loadTexts(language: Language = spoken()): Promise<void> {
  if (reasonTexts(language) !== undefined) return;
  const [first, others] = await Promise.all([FIRST[language](), OTHERS[language]()]);
  // Redraws no screen: none shows these texts yet.
  i18next.addResourceBundle(language, "translation", { ...first, ...others }, false, true, { silent: true });
}

/** Main's own sentences (`contract/reasons.ts`); undefined: the language was not loaded. */
export function reasonTexts(language: Language): Readonly<Record<keyof typeof REASONS, string>> | undefined {
  return i18next.getResource(language, "translation", "reason") as ReturnType<typeof reasonTexts>;
}

function spoken(): Language {
  return LANGUAGES.find((language) => language === i18next.language) ?? "en";
}

/** Changes the language of every screen at once, to one that was loaded. */
export function changeLanguage(language: Language): void {
  void i18next.changeLanguage(language);
}
