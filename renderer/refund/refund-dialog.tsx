import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { isPin, PinField, useIsManager } from "../manager/pin-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { AmountField } from "../ui/amount-field.tsx";
import { HoldButton } from "../ui/hold-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useFormat } from "../ui/use-format.ts";
import { ReasonField, useReason } from "./reason-field.tsx";
import styles from "./refund.module.css";
import { RefundProgressView } from "./refund-progress.tsx";
import { splitAmount } from "./split.ts";

/** Gives money back, from the original payment alone: how much, why, by whose leave - and only then a long press. */
export function RefundDialog({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const progress = useTill((state) => state.refund);
  return (
    <Sheet wide={progress.kind === "idle"} title={t("refund.title")} onClose={actions.closeDialog}>
      {progress.kind === "idle" ? (
        <RefundForm payment={payment} />
      ) : (
        <RefundProgressView payment={payment} progress={progress} />
      )}
    </Sheet>
  );
}

function RefundForm({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isManager = useIsManager();
  const [how, setHow] = useState<"full" | "partial">("full");
  const [part, setPart] = useState<number | null>(null);
  const [pin, setPin] = useState("");
  const reason = useReason();
  const show = (value: number) => money(value, payment.currency);
  const amount = how === "full" ? payment.refundable : part;
  const hasPin = isManager || isPin(pin);
  const isReady = amount !== null && reason.text !== "" && hasPin;
  const summary =
    amount === null
      ? ""
      : payment.customer
        ? t("refund.summary", { amount: show(amount), customer: payment.customer })
        : t("refund.summaryUnnamed", { amount: show(amount) });
  const send = () => {
    if (!isReady || amount === null) return;
    const available = { amount: payment.refundableAmount, additionalAmount: payment.refundableAdditional };
    const parts = how === "full" ? null : splitAmount(amount, available);
    void actions.refund({ posTid: payment.posTid, parts, amount, reason: reason.text, pin: isManager ? null : pin });
  };
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <Segmented
          fill
          label={t("refund.how")}
          value={how}
          onChange={setHow}
          options={[
            { value: "full", label: t("refund.full") },
            { value: "partial", label: t("refund.partial") },
          ]}
        />
        {how === "full" ? (
          <p className={styles.quiet}>{t("refund.cap", { amount: show(payment.refundable) })}</p>
        ) : (
          <AmountField
            label={t("refund.amount")}
            currency={payment.currency}
            most={payment.refundable}
            description={t("refund.cap", { amount: show(payment.refundable) })}
            problem={t("refund.capProblem", { least: show(1), most: show(payment.refundable) })}
            onChange={setPart}
          />
        )}
        <ReasonField reason={reason} />
      </div>
      <div className={styles.confirm}>
        {!isManager && <PinField value={pin} onChange={setPin} />}
        <p className={styles.summary} aria-live="polite" data-testid="refund-summary">
          {summary}
        </p>
        <HoldButton
          label={t("refund.hold")}
          confirmLabel={t("refund.noHoldConfirm", { amount: show(amount ?? 0) })}
          isDisabled={!isReady}
          onHeld={send}
        />
      </div>
    </div>
  );
}
