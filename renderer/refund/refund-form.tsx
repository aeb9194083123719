import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { type Approval, ApprovalField, leaveOf, useApproval } from "../manager/approval.tsx";
import { useMayRefund, useRefundApprover, useRefundsNeedPin } from "../manager/pin-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { AmountField, type AmountText, useAmountText } from "../ui/amount-field.tsx";
import { HoldButton } from "../ui/hold-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useFormat } from "../ui/use-format.ts";
import { type Reason, ReasonField, useReason } from "./reason-field.tsx";
import styles from "./refund.module.css";
import { newRefundId } from "./refund-id.ts";
import { sameRefundAt } from "./same-again.ts";
import { splitAmount } from "./split.ts";

export interface RefundDraft {
  how: "full" | "partial";
  setHow: (how: "full" | "partial") => void;
  part: AmountText;
  reason: Reason;
  /** Fixed while the dialog is open */
  refundId: string;
  approval: Approval;
}

/**
 * What a person has filled in. It belongs to the dialog and not to the form: the form goes away while the PIN is
 * looked at, and after a wrong one a partial refund must still be that partial refund.
 */
export function useRefundDraft(payment: Payment): RefundDraft {
  const [how, setHow] = useState<"full" | "partial">("full");
  const approval = useApproval();
  const [refundId] = useState(newRefundId);
  const part = useAmountText(payment.currency, payment.refundable);
  const reason = useReason();
  return { how, setHow, part, reason, refundId, approval };
}

export interface RefundFormProps {
  payment: Payment;
  draft: RefundDraft;
}

/** How much, why, and by whose leave. */
export function RefundForm({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const show = (value: number) => money(value, payment.currency);
  const cap = t("refund.cap", { amount: show(payment.refundable) });
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <Segmented
          fill
          label={t("refund.how")}
          value={draft.how}
          onChange={draft.setHow}
          options={[
            { value: "full", label: t("refund.full") },
            { value: "partial", label: t("refund.partial") },
          ]}
        />
        {draft.how === "full" ? (
          <p className={styles.quiet}>{cap}</p>
        ) : (
          <AmountField
            label={t("refund.amount")}
            value={draft.part}
            description={cap}
            problem={t("refund.capProblem", { least: show(1), most: show(payment.refundable) })}
          />
        )}
        <ReasonField reason={draft.reason} />
      </div>
      <Confirm payment={payment} draft={draft} />
    </div>
  );
}

function Confirm({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const missingId = useId();
  const { how, part, reason, refundId, approval } = draft;
  const amount = how === "full" ? payment.refundable : part.amount;
  const leave = leaveOf(approval, useMayRefund(payment, amount ?? 0));
  const approver = useRefundApprover(payment, amount ?? 0);
  const needsPin = useRefundsNeedPin();
  const shown = money(amount ?? 0, payment.currency);
  const missing = [
    amount === null && t("refund.missing.amount"),
    reason.text === "" && t("refund.missing.reason"),
    !leave.isGiven && t(approver === "owner" ? "refund.missing.ownerPin" : "refund.missing.pin"),
  ].filter((what) => what !== false);
  const send = () => {
    if (missing.length > 0 || amount === null) return;
    const available = { amount: payment.refundableAmount, additionalAmount: payment.refundableAdditional };
    const parts = how === "full" ? null : splitAmount(amount, available);
    // A PIN is for one try; everything else stays for the next.
    approval.setPin("");
    void actions.refund({
      posTid: payment.posTid,
      parts,
      amount,
      reason: reason.text,
      pin: leave.pin,
      refundId,
    });
  };
  return (
    <div className={styles.confirm}>
      <ApprovalField approval={approval} leave={leave} label={t(`settingsScreen.pin.${approver}`)} />
      {needsPin && <p className={styles.quiet}>{t("refundKey.refundHint")}</p>}
      <p className={styles.summary} aria-live="polite" data-testid="refund-summary">
        {amount !== null &&
          (payment.customer
            ? t("refund.summary", { amount: shown, customer: payment.customer })
            : t("refund.summaryUnnamed", { amount: shown }))}
      </p>
      {amount !== null && <SameAgain payment={payment} amount={amount} />}
      <p className={styles.missing} id={missingId} data-testid="refund-missing">
        {missing.length > 0 && `${t("refund.missing.title")} ${missing.join(" · ")}`}
      </p>
      <HoldButton
        label={t("refund.hold")}
        noHoldLabel={t("refund.noHold")}
        confirmLabel={t("refund.noHoldConfirm", { amount: shown })}
        describedBy={missing.length > 0 ? missingId : undefined}
        isDisabled={missing.length > 0}
        onHeld={send}
      />
    </div>
  );
}

/** The same amount was given back a moment ago: it may be a second time by mistake. */
function SameAgain({ payment, amount }: { payment: Payment; amount: number }) {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const at = useTill(({ now }) => sameRefundAt(payment, amount, now));
  if (at === null) return null;
  return (
    <p className={styles.again} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      {t("refund.sameAgain", { amount: money(amount, payment.currency), time: clock(at) })}
    </p>
  );
}
