import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneReading, PhoneReadings } from "../../../contract/values/phones.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { useLazyModule } from "../../kit/lazy-module.ts";
import { PHONES } from "../../kit/lazy-parts.ts";
import { useTill, useTillStore } from "../../store/store.ts";

/** Returns the readings of a typed number; "none" too while the countries' rules are not loaded. */
export function usePhoneReadings(text: string): PhoneReadings {
  const { locale, currency } = useTill(({ terminal }) => ({ locale: terminal?.locale, currency: terminal?.currency }));
  useLazyModule(text === "" ? null : PHONES);
  const phones = PHONES.module();
  return useMemo(() => {
    if (phones === null || locale === undefined || currency === undefined) return { kind: "none" };
    return phones.parsePhone(text, phones.shopCountries(locale, currency));
  }, [phones, text, locale, currency]);
}

/**
 * Returns a function that reads a typed number as soon as the countries' rules are loaded. The readings are null when
 * the rules cannot be loaded. A number that was changed, or whose field was closed meanwhile, is not read.
 */
export function usePhoneReader(text: string, onRead: (readings: PhoneReadings | null) => void): () => Promise<void> {
  const store = useTillStore();
  const field = useRef<{ text: string; onRead: typeof onRead } | null>(null);
  useEffect(() => {
    field.current = { text, onRead };
    return () => {
      field.current = null;
    };
  }, [text, onRead]);
  return async () => {
    const phones = await PHONES.load();
    const { terminal } = store.getState();
    if (field.current?.text !== text) return;
    const canRead = phones !== null && terminal !== null;
    field.current.onRead(
      canRead ? phones.parsePhone(text, phones.shopCountries(terminal.locale, terminal.currency)) : null,
    );
  };
}

/** Returns what is wrong with a number that has no reading. */
export function usePhoneProblem(): string {
  const { t } = useTranslation();
  const { isLoaded, own, example } = useTill(({ terminal }) => {
    const phones = PHONES.module();
    if (phones === null || terminal === null) return { isLoaded: false, own: null, example: "" };
    const countries = phones.shopCountries(terminal.locale, terminal.currency);
    return { isLoaded: true, own: phones.ownExample(countries), example: phones.foreignExample(countries) };
  });
  if (!isLoaded) return t("charge.phoneUnchecked");
  return own === null ? t("charge.phoneProblem", { example }) : t("charge.phoneProblemHere", { own, example });
}

export function useNumberWords(): (reading: PhoneReading) => string {
  const { t } = useTranslation();
  const language = useTill((state) => state.language);
  return ({ shown, country }) => {
    const names = new Intl.DisplayNames(LANGUAGE_LOCALES[language], { type: "region" });
    return country === null ? shown : t("phones.number", { number: shown, country: names.of(country) ?? country });
  };
}
