import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Terminal } from "../../../contract/payments/views.ts";
import type { PhoneReading, PhoneReadings } from "../../../contract/values/phones.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { useLazyModule } from "../../kit/lazy-module.ts";
import { PHONES } from "../../kit/lazy-parts.ts";
import { userChangeCheck } from "../../store/operator-change.ts";
import { useTill, useTillStore } from "../../store/store.ts";

type Phones = NonNullable<ReturnType<typeof PHONES.module>>;

function readingsOf(phones: Phones, text: string, { locale, currency }: Pick<Terminal, "locale" | "currency">) {
  return phones.parsePhone(text, phones.shopCountries(locale, currency));
}

/** Returns the readings of a typed number; "none" until the numbering rules are loaded. */
export function usePhoneReadings(text: string): PhoneReadings {
  const { locale, currency } = useTill(({ terminal }) => ({ locale: terminal?.locale, currency: terminal?.currency }));
  useLazyModule(text === "" ? null : PHONES);
  const phones = PHONES.module();
  return useMemo(() => {
    if (phones === null || locale === undefined || currency === undefined) return { kind: "none" };
    return readingsOf(phones, text, { locale, currency });
  }, [phones, text, locale, currency]);
}

/**
 * Reads a submitted number, after loading the numbering rules if needed. Changing the number, closing its field or
 * signing in another user cancels the reading.
 * @param onRead receives the readings; null: the numbering rules cannot be loaded
 */
export function usePhoneReader(text: string, onRead: (readings: PhoneReadings | null) => void) {
  const store = useTillStore();
  const [isReading, setIsReading] = useState(false);
  const shown = useRef<{ text: string } | null>(null);
  useEffect(() => {
    shown.current = { text };
    return () => {
      shown.current = null;
      setIsReading(false);
    };
  }, [text]);
  const report = () => {
    const phones = PHONES.module();
    const { terminal } = store.getState();
    onRead(phones === null || terminal === null ? null : readingsOf(phones, text, terminal));
  };
  const read = async () => {
    if (PHONES.module() !== null) return report();
    const submitted = shown.current;
    const hasUserChanged = userChangeCheck(store.getState());
    setIsReading(true);
    await PHONES.load();
    if (shown.current !== submitted) return;
    setIsReading(false);
    if (!hasUserChanged(store.getState())) report();
  };
  return { read, isReading };
}

/** Returns what is wrong with a number that has no reading. */
export function usePhoneProblem(): string {
  const { t } = useTranslation();
  const examples = useTill(({ terminal }) => {
    const phones = PHONES.module();
    if (phones === null || terminal === null) return null;
    const countries = phones.shopCountries(terminal.locale, terminal.currency);
    return { own: phones.ownExample(countries), example: phones.foreignExample(countries) };
  });
  if (examples === null) return t("charge.phoneUnchecked");
  const { own, example } = examples;
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
