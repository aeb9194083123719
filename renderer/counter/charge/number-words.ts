import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneReading, PhoneReadings } from "../../../contract/values/phones.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { useLazyModule } from "../../kit/lazy-module.ts";
import { PHONES } from "../../kit/lazy-parts.ts";
import { useTill } from "../../store/store.ts";

export function usePhoneReadings(text: string): PhoneReadings {
  const { locale, currency } = useTill(({ terminal }) => ({ locale: terminal?.locale, currency: terminal?.currency }));
  useLazyModule(text === "" ? null : PHONES);
  const phones = PHONES.module();
  return useMemo(() => {
    if (phones === null || locale === undefined || currency === undefined) return { kind: "none" };
    return phones.parsePhone(text, phones.shopCountries(locale, currency));
  }, [phones, text, locale, currency]);
}

export function usePhoneProblem(): string {
  const { t } = useTranslation();
  const { own, example } = useTill(({ terminal }) => {
    const phones = PHONES.module();
    if (phones === null || terminal === null) return { own: null, example: "" };
    const countries = phones.shopCountries(terminal.locale, terminal.currency);
    return { own: phones.ownExample(countries), example: phones.foreignExample(countries) };
  });
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
