import { useTranslation } from "react-i18next";
import { minorDigits } from "../../contract/values/money.ts";
import { Section } from "../kit/ui/section-tabs.tsx";
import { Segmented } from "../kit/ui/segmented.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./window-choices.module.css";
import { WindowChoices } from "./window-choices.tsx";

/** The meaning of `149` at the counter and in dialogs. In the settings only, to avoid accidental changes. */
export function AmountChoice() {
  const { t } = useTranslation();
  const actions = useActions();
  const { money } = useFormat();
  const { unitsFirst, currency } = useTill((state) => ({
    unitsFirst: state.unitsFirst,
    currency: state.terminal?.currency ?? "NOK",
  }));
  if (minorDigits(currency) === 0) return null;
  const example = (amount: number) => t("settings.amountExample", { amount: money(amount) });
  return (
    <div className={styles.choice}>
      <h3>{t("settings.amounts")}</h3>
      <Segmented
        fill
        label={t("settings.amounts")}
        value={unitsFirst}
        onChange={actions.setUnitsFirst}
        options={[
          { value: "minor", label: example(149) },
          { value: "whole", label: example(149 * 10 ** minorDigits(currency)) },
        ]}
      />
    </div>
  );
}

export function WindowSection() {
  return (
    <Section>
      <div className={styles.rows}>
        <WindowChoices />
        <AmountChoice />
      </div>
    </Section>
  );
}
