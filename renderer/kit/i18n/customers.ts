/**
 * Texts for customers: a separate namespace with one file per language. English is bundled; other languages are loaded on
 * first use.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { type CustomersTexts, enCustomers } from "./customer/en.ts";

/** The namespace, for `useTranslation`. */
export const CUSTOMERS = "customer";

/** For `useTranslation` of customers' texts on an operator's page. Their language may load after the screen is shown. */
export const REDRAW_WHEN_LOADED = { bindI18nStore: "added" } as const;

const LOADERS: Record<Exclude<CustomerLanguage, "en">, () => Promise<CustomersTexts>> = {
  nb: async () => (await import("./customer/nb.ts")).nbCustomers,
  sv: async () => (await import("./customer/sv.ts")).svCustomers,
  da: async () => (await import("./customer/da.ts")).daCustomers,
  fi: async () => (await import("./customer/fi.ts")).fiCustomers,
  de: async () => (await import("./customer/de.ts")).deCustomers,
  fr: async () => (await import("./customer/fr.ts")).frCustomers,
  es: async () => (await import("./customer/es.ts")).esCustomers,
  pl: async () => (await import("./customer/pl.ts")).plCustomers,
  uk: async () => (await import("./customer/uk.ts")).ukCustomers,
};

/** Returns the texts of one language. */
export async function customersTexts(language: CustomerLanguage): Promise<CustomersTexts> {
  return language === "en" ? enCustomers : LOADERS[language]();
}

/** Loads a language's texts. On failure the texts stay English. */
export async function loadCustomersTexts(language: CustomerLanguage): Promise<void> {
  if (i18next.hasResourceBundle(language, CUSTOMERS)) return;
  const texts = await customersTexts(language).catch(() => null);
  if (texts !== null) i18next.addResourceBundle(language, CUSTOMERS, texts);
}

/** Initialises i18next for the customer page, in English. */
export function initCustomersTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    ns: [CUSTOMERS],
    defaultNS: CUSTOMERS,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: REDRAW_WHEN_LOADED,
    resources: { en: { [CUSTOMERS]: enCustomers } },
  });
}

/** Changes the customer page's language; its texts must be loaded. */
export function changeCustomerLanguage(language: CustomerLanguage): void {
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}
