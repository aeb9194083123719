import { ArrowLeft, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { localisedReason } from "../../../contract/reasons/chosen-reasons.ts";
import { customerLanguageOf } from "../../../contract/values/customer-language.ts";
import { splitAmount } from "../../kit/amount/split.ts";
import { OwnCommandProblem } from "../../kit/approval/command-problem.tsx";
import { PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { useRefundApprover, useRefundsNeedPin } from "../../kit/approval/permissions.ts";
import { ApproverStep } from "../../kit/approval/phone-step.tsx";
import { refundedSoFar } from "../../kit/approval/rights.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { HoldButton } from "../../kit/ui/hold-button.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { ReasonField } from "../../kit/ui/reason-field.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useTypedPart } from "../../kit/ui/use-amount-entry.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./refund.module.css";
import { sameRefundAt } from "./refund.ts";
import type { RefundDraft } from "./refund-draft.ts";

export interface RefundFormProps {
  payment: Payment;
  draft: RefundDraft;
}

/** Renders the current step. A step that needs a PIN is not confirmed without one. */
export function RefundForm({ payment, draft }: RefundFormProps) {
  if (draft.step === "what" || draft.amount === null) return <What payment={payment} draft={draft} />;
  if (draft.asksPin && (draft.step === "pin" || draft.approval === null))
    return <ByPin payment={payment} draft={draft} />;
  return <Confirm payment={payment} draft={draft} />;
}

function What({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { amount, reason, asksPin, goTo } = draft;
  useTypedPart(draft.extent === "full", draft.part, () => draft.setExtent("partial"));
  const show = (value: number) => money(value, payment.currency);
  const cap = t("refund.cap", { amount: show(payment.refundable) });
  const missing = [
    amount === null && draft.part.typed === 0 && t("refund.missing.amount"),
    reason.text === "" && t("refund.missing.reason"),
  ].filter((what) => what !== false);
  return (
    <div className={styles.what}>
      <div className={`${layout.columns} ${styles.columns}`}>
        <div className={styles.form}>
          <Segmented
            fill
            label={t("refund.how")}
            value={draft.extent}
            onChange={draft.setExtent}
            options={[
              { value: "full", label: t("refund.full", { amount: show(payment.refundable) }) },
              { value: "partial", label: t("refund.partial") },
            ]}
          />
          {draft.extent === "full" ? (
            <>
              <p className={styles.full}>{show(payment.refundable)}</p>
              <p className={styles.to}>
                {payment.customer === null ? t("refund.toUnnamed") : t("refund.to", { customer: payment.customer })}
              </p>
            </>
          ) : (
            <AmountField
              label={t("refund.amount")}
              value={draft.part}
              description={cap}
              problem={t("refund.capProblem", { least: show(1), most: show(payment.refundable) })}
            />
          )}
        </div>
        <ReasonField reason={reason} label={t("refund.reason")} hint={t("refund.reasonHint")} />
      </div>
      <div className={styles.next}>
        <p className={styles.missing} data-testid="refund-missing">
          {missing.length > 0 && `${t("refund.missing.title")} ${missing.join(" · ")}`}
        </p>
        <Button
          kind="primary"
          isDisabled={amount === null || missing.length > 0}
          onPress={() => goTo(asksPin ? "pin" : "confirm")}
        >
          {t("common.next")}
        </Button>
      </div>
    </div>
  );
}

function ByPin({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const approver = useRefundApprover(payment, draft.amount ?? 0);
  const needsPin = useRefundsNeedPin();
  const wanted = useRefundInput(payment, draft);
  return (
    <div className={`${layout.columns} ${styles.columns}`}>
      <div className={styles.form}>
        <Summary payment={payment} draft={draft} />
        {needsPin && <p className={layout.quiet}>{t("refundKey.refundHint")}</p>}
        <PinStepProblem />
        {draft.request === null && <BackTo draft={draft} step="what" />}
      </div>
      <ApproverStep
        ask={needsPin ? null : { command: "payment.refund", input: wanted }}
        byPhone={draft.byPhone}
        setByPhone={draft.setByPhone}
        onPhone={(approval) => {
          draft.setApproval(approval);
          draft.setByPhone(false);
          draft.goTo("confirm");
        }}
        label={t(`settingsScreen.pin.${approver}`)}
        submit={t("common.next")}
        onPin={async (pin) => {
          if (!(await actions.checkRefundPin(payment.posTid, pin, refundedSoFar(payment) + (draft.amount ?? 0))))
            return;
          draft.setApproval(pin);
          draft.goTo("confirm");
        }}
      />
    </div>
  );
}

function Confirm({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { reason, asksPin, approval } = draft;
  const amount = draft.amount ?? 0;
  const wanted = useRefundInput(payment, draft);
  const send = () => {
    // A PIN is valid for one attempt; other values stay.
    draft.setApproval(null);
    void actions.refund({ input: wanted, amount, approval: asksPin ? approval : null });
  };
  return (
    <div className={styles.confirm}>
      <Summary payment={payment} draft={draft} />
      <p className={layout.quiet}>
        {t("refund.reason")}: {draft.request?.reason ?? reason.text}
      </p>
      <SameAgain payment={payment} amount={amount} />
      <OwnCommandProblem />
      <HoldButton
        // Without it, the focus would move to Close, which another Enter would press.
        autoFocus
        describedBy={SUMMARY}
        label={t("refund.hold")}
        noHoldLabel={t("refund.noHold")}
        confirmLabel={t("refund.noHoldConfirm", { amount: money(amount, payment.currency) })}
        onHeld={send}
      />
      {draft.request === null && <BackTo draft={draft} step="what" />}
    </div>
  );
}

function useRefundInput(payment: Payment, { request, extent, amount, reason, refundId }: RefundDraft) {
  const shopLanguage = useTill(({ terminal }) => customerLanguageOf(terminal?.locale ?? "en"));
  if (request !== null) {
    const { posTid, amount, additionalAmount, reason } = request;
    return { posTid, amount, additionalAmount, reason, refundId };
  }
  const available = { amount: payment.refundableAmount, additionalAmount: payment.refundableAdditional };
  return {
    posTid: payment.posTid,
    ...(extent === "full" ? null : splitAmount(amount ?? 0, available)),
    // The customer reads the reason in the app and on the receipt.
    reason: localisedReason(payment.wordsIn ?? shopLanguage, reason.text),
    refundId,
  };
}

const SUMMARY = "refund-summary";

function Summary({ payment, draft }: RefundFormProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { customer, currency } = payment;
  const amount = money(draft.amount ?? 0, currency);
  return (
    <p id={SUMMARY} className={styles.summary} data-testid="refund-summary">
      {customer ? t("refund.summary", { amount, customer }) : t("refund.summaryUnnamed", { amount })}
    </p>
  );
}

function BackTo({ draft, step }: { draft: RefundDraft; step: RefundDraft["step"] }) {
  const { t } = useTranslation();
  return (
    <Button
      Icon={ArrowLeft}
      onPress={() => {
        draft.setApproval(null);
        draft.setByPhone(false);
        draft.goTo(step);
      }}
    >
      {t("common.back")}
    </Button>
  );
}

function SameAgain({ payment, amount }: { payment: Payment; amount: number }) {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const at = useTill(({ now }) => sameRefundAt(payment, amount, now));
  if (at === null) return null;
  return (
    <p className={message.note} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      {t("refund.sameAgain", { amount: money(amount, payment.currency), time: clock(at) })}
    </p>
  );
}
