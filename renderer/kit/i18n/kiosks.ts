/** Texts of the kiosk: a separate namespace with one file per language, loaded on first use. */
import i18next from "i18next";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { enKiosk, type KioskTexts } from "./kiosk/en.ts";

/** The namespace, for `useTranslation`. */
export const KIOSK = "kiosk";

const LOADERS: Record<Exclude<CustomerLanguage, "en">, () => Promise<KioskTexts>> = {
  nb: async () => (await import("./kiosk/nb.ts")).nbKiosk,
  sv: async () => (await import("./kiosk/sv.ts")).svKiosk,
  da: async () => (await import("./kiosk/da.ts")).daKiosk,
  fi: async () => (await import("./kiosk/fi.ts")).fiKiosk,
  de: async () => (await import("./kiosk/de.ts")).deKiosk,
  fr: async () => (await import("./kiosk/fr.ts")).frKiosk,
  es: async () => (await import("./kiosk/es.ts")).esKiosk,
  pl: async () => (await import("./kiosk/pl.ts")).plKiosk,
  uk: async () => (await import("./kiosk/uk.ts")).ukKiosk,
};

/** Returns the texts of one language. */
export async function kioskTexts(language: CustomerLanguage): Promise<KioskTexts> {
  return language === "en" ? enKiosk : LOADERS[language]();
}

/** Loads a language's texts. On failure the texts stay English. */
export async function loadKioskTexts(language: CustomerLanguage): Promise<void> {
  if (!i18next.hasResourceBundle("en", KIOSK)) i18next.addResourceBundle("en", KIOSK, enKiosk);
  if (i18next.hasResourceBundle(language, KIOSK)) return;
  const texts = await kioskTexts(language).catch(() => null);
  if (texts !== null) i18next.addResourceBundle(language, KIOSK, texts);
}
