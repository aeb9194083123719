import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { splitAmount } from "../../kit/amount/split.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { GuardedButton } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useAmountEntry, useTypedPart } from "../../kit/ui/use-amount-entry.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { reservedLeft } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./dialogs.module.css";

type How = "full" | "part";

export function CaptureDialog({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const [how, setHow] = useState<How>("full");
  const most = reservedLeft(payment);
  const typed = useAmountEntry(payment.currency, most);
  useTypedPart(how === "full", typed, () => setHow("part"));
  const part = typed.amount;
  const amount = how === "full" ? most : part;
  const show = (value: number) => money(value, payment.currency);
  const parts =
    part === null
      ? null
      : splitAmount(part, { amount: payment.authorisedLeft, additionalAmount: payment.authorisedAdditionalLeft });
  const rest = amount === null ? null : most - amount;
  const take = () => {
    if (amount === null || isBusy) return;
    void actions.capture(payment.posTid, how === "full" ? null : parts);
  };
  return (
    <Sheet
      wide={how === "part"}
      title={t("capture.title")}
      onClose={actions.closeDialog}
      footer={
        <GuardedButton kind="primary" isDisabled={amount === null || isBusy} onPress={take}>
          {amount === null ? t("capture.buttonEmpty") : t("capture.button", { amount: show(amount) })}
        </GuardedButton>
      }
    >
      <div className={how === "part" ? `${layout.columns} ${styles.columns}` : styles.form}>
        <div className={styles.form}>
          <HowMuch value={how} onChange={setHow} />
          {rest !== null && (
            <p className={layout.quiet}>{rest > 0 ? t("capture.rest", { amount: show(rest) }) : t("capture.none")}</p>
          )}
        </div>
        {how === "part" && (
          <AmountField
            label={t("capture.amount")}
            value={typed}
            onEnter={take}
            description={t("capture.cap", { amount: show(most) })}
            problem={t("refund.capProblem", { least: show(1), most: show(most) })}
          />
        )}
      </div>
    </Sheet>
  );
}

function HowMuch({ value, onChange }: { value: How; onChange: (how: How) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      fill
      label={t("capture.how")}
      value={value}
      onChange={onChange}
      options={[
        { value: "full", label: t("capture.full") },
        { value: "part", label: t("capture.part") },
      ]}
    />
  );
}
