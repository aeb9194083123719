/** What customers read, whatever the operator's own language is, and what operators read. Pure. */

export const CUSTOMER_LANGUAGES = ["en", "nb", "sv", "da", "fi", "de", "fr", "es", "pl", "uk"] as const;
export type CustomerLanguage = (typeof CUSTOMER_LANGUAGES)[number];

/** What each language is called by those who speak it: so they find it, whatever the screen around it speaks. */
export const LANGUAGE_NAMES: Readonly<Record<CustomerLanguage, string>> = {
  en: "English",
  nb: "Norsk",
  sv: "Svenska",
  da: "Dansk",
  fi: "Suomi",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pl: "Polski",
  uk: "Українська",
};

/** Where amounts and dates are written as those who read a language expect them. */
const LOCALES: Readonly<Record<CustomerLanguage, string>> = {
  en: "en-GB",
  nb: "nb-NO",
  sv: "sv-SE",
  da: "da-DK",
  fi: "fi-FI",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  pl: "pl-PL",
  uk: "uk-UA",
};

/** The language that customers of a shop read, by how it writes its amounts; English where that is none of these. */
export function languageOf(locale: string): CustomerLanguage {
  const [tag = ""] = locale.toLowerCase().split(/[-_]/);
  const language = tag === "nn" || tag === "no" ? "nb" : tag;
  return CUSTOMER_LANGUAGES.find((each) => each === language) ?? "en";
}

/**
 * How amounts and dates are written for a customer: as the shop does where it speaks their language, else as is usual
 * where that is spoken.
 * @param shops the shop's own locale: `nb-NO`
 */
export function customersLocale(language: CustomerLanguage, shops: string): string {
  return languageOf(shops) === language ? shops : LOCALES[language];
}

/** What the screens of operators speak, and the papers that only they read. */
export const OPERATOR_LANGUAGES = ["en", "nb"] as const satisfies readonly CustomerLanguage[];
export type OperatorLanguage = (typeof OPERATOR_LANGUAGES)[number];

/** The operators' language of a shop, by how it writes its amounts; English where they have none of their own. */
export function operatorLanguageOf(locale: string): OperatorLanguage {
  return languageOf(locale) === "nb" ? "nb" : "en";
}
