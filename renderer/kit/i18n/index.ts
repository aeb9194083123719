/**
 * Texts of the screens (i18next). Each language has two files: `first.ts` is loaded before the first screen, `others.ts`
 * with later screens.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { REASONS } from "../../../contract/reasons/reasons.ts";
import { OPERATOR_LANGUAGES, type OperatorLanguage } from "../../../contract/values/customer-language.ts";
import { enCustomers } from "./customer/en.ts";
import { CUSTOMERS } from "./customers.ts";
import type { FirstTexts } from "./en/first.ts";
import type { OtherTexts } from "./en/others.ts";

/** Languages of operators' screens. */
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

/** Locale for dates and numbers, by language. */
export const LANGUAGE_LOCALES: Record<Language, string> = { en: "en-GB", nb: "nb-NO" };

/** Returns the first supported language of a browser's list; English if none is supported. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    if (/^(nb|nn|no)\b/i.test(tag)) return "nb";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** Initialises i18next. Resolves when the texts of the first screen are loaded. */
export async function initTexts(language: Language): Promise<void> {
  const first = await FIRST[language]();
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    initAsync: false,
    interpolation: { escapeValue: false },
    ns: ["translation", CUSTOMERS],
    // Texts that load later re-render only components that set `bindI18nStore` (see `REDRAW_WHEN_LOADED`).
    react: { bindI18nStore: "" },
    resources: { en: { [CUSTOMERS]: enCustomers }, [language]: { translation: first } },
  });
  if (language === "en") i18next.addResourceBundle("en", CUSTOMERS, enCustomers);
}

/** Loads all texts of a language; the active one by default. @throws when a file cannot be loaded */
export async function loadTexts(language: Language = activeLanguage()): Promise<void> {
  if (reasonTexts(language) !== undefined) return;
  const [first, others] = await Promise.all([FIRST[language](), OTHERS[language]()]);
  // Redraws no screen: none shows these texts yet.
  i18next.addResourceBundle(language, "translation", { ...first, ...others }, false, true, { silent: true });
}

/** Texts of the main process's reasons (`contract/reasons/reasons.ts`); undefined: the language is not loaded. */
export function reasonTexts(language: Language): Readonly<Record<keyof typeof REASONS, string>> | undefined {
  return i18next.getResource(language, "translation", "reason") as ReturnType<typeof reasonTexts>;
}

function activeLanguage(): Language {
  return LANGUAGES.find((language) => language === i18next.language) ?? "en";
}

/** Changes the language of all screens; its texts must be loaded. */
export function changeLanguage(language: Language): void {
  void i18next.changeLanguage(language);
}
