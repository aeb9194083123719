import { useTranslation } from "react-i18next";
import { selectableRates } from "../../../contract/values/vat.ts";
import { Field } from "../../kit/ui/field.tsx";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import styles from "./catalogue.module.css";
import { isOtherRate, type RateDraft } from "./draft.ts";

interface RateFieldProps {
  value: RateDraft;
  onChange: (value: RateDraft) => void;
  /** The till's locale: its country's rates are offered */
  locale: string;
  isWrong: boolean;
  label?: string;
  /** Label of "no rate", where possible */
  none?: string;
}

export function RateField({ value, onChange, locale, isWrong, label, none }: RateFieldProps) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  return (
    <div className={styles.rate} data-other={isOtherRate(value) || undefined}>
      <SelectField
        label={label ?? t("catalogue.vat")}
        value={value.chosen}
        onChange={(chosen) => onChange({ ...value, chosen })}
      >
        {none && <option value="">{none}</option>}
        {selectableRates(locale).map((rate) => (
          <option key={rate} value={String(rate)}>
            {percent(rate)}
          </option>
        ))}
        <option value="other">{t("catalogue.otherVat")}</option>
      </SelectField>
      {isOtherRate(value) && (
        <Field
          autoFocus
          label={t("catalogue.percent")}
          value={value.other}
          onChange={(other) => onChange({ ...value, other })}
          problem={isWrong ? t("catalogue.vatProblem") : undefined}
          input={{ maxLength: 7, inputMode: "decimal", autoComplete: "off" }}
        />
      )}
    </div>
  );
}
