export const CUSTOMER_LANGUAGES = ["en", "nb", "sv", "da", "fi", "de", "fr", "es", "pl", "uk"] as const;
export type CustomerLanguage = (typeof CUSTOMER_LANGUAGES)[number];

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

/** Returns the customers' language for a shop's locale; English if it is not supported. */
export function customerLanguageOf(locale: string): CustomerLanguage {
  const [tag = ""] = locale.toLowerCase().split(/[-_]/);
  const language = tag === "nn" || tag === "no" ? "nb" : tag;
  return CUSTOMER_LANGUAGES.find((each) => each === language) ?? "en";
}

/** Returns the shop's locale if it has the customer's language, else the language's default locale. */
export function customerLocale(language: CustomerLanguage, shops: string): string {
  return customerLanguageOf(shops) === language ? shops : LOCALES[language];
}

export const OPERATOR_LANGUAGES = ["en", "nb"] as const satisfies readonly CustomerLanguage[];
export type OperatorLanguage = (typeof OPERATOR_LANGUAGES)[number];

/** Returns the operators' language for a shop's locale; English if it is not supported. */
export function operatorLanguageOf(locale: string): OperatorLanguage {
  return customerLanguageOf(locale) === "nb" ? "nb" : "en";
}
