import { useTranslation } from "react-i18next";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import type { AmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import type { KioskFieldsProps } from "./kiosk-draft.ts";

interface MoneyFieldsProps extends KioskFieldsProps {
  deposit: AmountEntry;
  isMissing: boolean;
}

export function MoneyFields({ draft, onChange, deposit, isMissing }: MoneyFieldsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const isTooLarge = deposit.entry.problem === "too_large";
  return (
    <Group title={t("kioskSettings.money")}>
      <div>
        <h4 className={layout.fieldTitle}>{t("kioskSettings.rule")}</h4>
        <Segmented
          fill
          label={t("kioskSettings.rule")}
          value={draft.unknownDrop}
          onChange={(unknownDrop) => onChange({ unknownDrop })}
          options={[
            { value: "release", label: t("kioskSettings.rules.release") },
            { value: "capture", label: t("kioskSettings.rules.capture") },
          ]}
        />
        <p className={layout.fieldHint}>{t(`kioskSettings.ruleHint.${draft.unknownDrop}`)}</p>
      </div>
      <Switch isSelected={draft.hasDeposit} onChange={(hasDeposit) => onChange({ hasDeposit })}>
        {t("kioskSettings.deposit")}
      </Switch>
      {draft.hasDeposit && (
        <AmountField
          isLine
          label={t("kioskSettings.depositAmount")}
          value={deposit}
          isMissing={isMissing}
          description={t("kioskSettings.depositHint")}
          problem={
            isTooLarge
              ? t("kioskSettings.depositTooLarge", { most: money(MAX_AMOUNT) })
              : t("kioskSettings.depositProblem")
          }
        />
      )}
    </Group>
  );
}
