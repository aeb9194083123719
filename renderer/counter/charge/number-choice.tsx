import { Phone } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  foreignExample,
  ownExample,
  type PhoneReading,
  type PhoneReadings,
  readPhone,
  shopCountries,
} from "../../../contract/phones.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./number-choice.module.css";

/** What was typed, read with the shop's own countries. */
export function usePhoneReadings(text: string): PhoneReadings {
  const countries = useTill(({ terminal }) => (terminal ? shopCountries(terminal.locale, terminal.currency) : []));
  return useMemo(() => readPhone(text, countries), [text, countries]);
}

/** What is said of what is no number: how to type any. */
export function usePhoneProblem(): string {
  const { t } = useTranslation();
  const { own, example } = useTill(({ terminal }) => {
    const countries = terminal ? shopCountries(terminal.locale, terminal.currency) : [];
    return { own: ownExample(countries), example: foreignExample(countries) };
  });
  return own === null ? t("charge.phoneProblem", { example }) : t("charge.phoneProblemHere", { own, example });
}

/** A number as its country writes it, with the country's name in the operator's language. */
export function useNumberWords(): (reading: PhoneReading) => string {
  const { t } = useTranslation();
  const language = useTill((state) => state.language);
  return ({ shown, country }) => {
    const names = new Intl.DisplayNames(LANGUAGE_LOCALES[language], { type: "region" });
    return country === null ? shown : t("phones.number", { number: shown, country: names.of(country) ?? country });
  };
}

interface NumberChoiceProps {
  readings: readonly PhoneReading[];
  onChoose: (digits: string) => void;
}

/** One button for each way to read a number: nobody is asked before one of them is pressed. */
export function NumberChoice({ readings, onChoose }: NumberChoiceProps) {
  const { t } = useTranslation();
  const words = useNumberWords();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  return (
    <div className={styles.choice}>
      <p role="status">{t(readings.length === 1 ? "phones.unusual" : "phones.several")}</p>
      {readings.map((reading) => (
        <Button key={reading.digits} fill Icon={Phone} isDisabled={isBusy} onPress={() => onChoose(reading.digits)}>
          {readings.length === 1 ? t("phones.yes", { number: words(reading) }) : words(reading)}
        </Button>
      ))}
    </div>
  );
}

/** Asks which number is meant, before anybody is asked to pay. */
export function WhichNumber() {
  const { t } = useTranslation();
  const actions = useActions();
  const readings = usePhoneReadings(useTill(({ draft }) => draft.phone));
  if (readings.kind !== "ask") return null;
  return (
    <Sheet title={t(readings.readings.length === 1 ? "phones.confirm" : "phones.title")} onClose={actions.closeDialog}>
      <NumberChoice readings={readings.readings} onChoose={(digits) => void actions.chargeNumber(digits)} />
    </Sheet>
  );
}
