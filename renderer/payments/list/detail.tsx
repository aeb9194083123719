import {
  ArrowLeft,
  Ban,
  CircleCheck,
  Inbox,
  LockKeyholeOpen,
  type LucideIcon,
  MousePointerClick,
  Phone,
  QrCode,
  ReceiptText,
  RotateCw,
  TriangleAlert,
  Undo2,
  UserRoundCheck,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Payment, PaymentStep } from "../../../contract/payments/views.ts";
import { receiptsOf } from "../../../contract/receipts/receipts.ts";
import { wasRejectedByService } from "../../kit/result-reason.ts";
import { StateBadge } from "../../kit/ui/badge.tsx";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { FactList } from "../../kit/ui/fact-list.tsx";
import message from "../../kit/ui/message.module.css";
import { Money } from "../../kit/ui/money.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useMoneyFacts, useReason } from "../../kit/ui/use-reason.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import {
  isShownAfterReload,
  netOf,
  openPaymentId,
  releasedOf,
  requiresStaff,
  reservedLeft,
  shownAmount,
} from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ParkedOperation } from "../queue/parked-operation.tsx";
import { RefundRequests } from "../refund/refunds-asked.tsx";
import styles from "./payments.module.css";
import { SoldItems } from "./sold.tsx";
import { Story } from "./story.tsx";

export function PaymentDetail() {
  const { t } = useTranslation();
  const payment = useTill((state) => state.payments[openPaymentId(state) ?? ""] ?? null);
  if (payment === null) {
    return (
      <section className={styles.detail} data-empty>
        <Empty Icon={MousePointerClick} title={t("payments.choose")} text={t("payments.chooseText")} />
      </section>
    );
  }
  return (
    <section
      className={styles.detail}
      aria-label={t("payment.label", { number: payment.number })}
      data-testid="payment"
      data-payment
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      key={payment.posTid}
    >
      <Summary payment={payment} />
      {/* Placed last visually, but before the long history in the tab order. */}
      <PaymentActions payment={payment} />
      <div className={styles.body}>
        <Notes payment={payment} />
        <RefundRequests payment={payment} />
        <Facts payment={payment} />
        <AskedFor payment={payment} />
        <SoldItems payment={payment} />
        <Story payment={payment} />
      </div>
    </section>
  );
}

function Summary({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isFromElsewhere = useTill((state) => state.wayBack.payment !== null);
  const kind = t(payment.action === "SALE" ? "payment.sale" : "payment.reserve");
  const { amount, additionalAmount, capturedTotal, currency } = payment;
  const isPart = capturedTotal > 0 && capturedTotal < amount + additionalAmount;
  return (
    <header className={styles.summary}>
      <div className={styles.summaryLine}>
        <span className={styles.back} data-elsewhere={isFromElsewhere || undefined}>
          <IconButton label={t("payments.back")} Icon={ArrowLeft} onPress={() => actions.select(null)} />
        </span>
        <StateBadge payment={payment} />
        <span className={styles.number}>{payment.number}</span>
      </div>
      <Money amount={shownAmount(payment)} currency={currency} className={styles.amount} />
      <p className={styles.parts}>
        {isPart && <span>{t("payment.takenOf", { amount: money(amount + additionalAmount, currency) })}</span>}
        {additionalAmount > 0 && (
          <span>
            {t("payment.withTip", { amount: money(amount, currency), tip: money(additionalAmount, currency) })}
          </span>
        )}
        <span>{kind}</span>
        {payment.customer && <span>{payment.customer}</span>}
      </p>
    </header>
  );
}

function Notes({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { exact, dateTime } = useFormat();
  const reasonText = useReasonText();
  const { attention, attentionReason, checkingSince, late, operations } = payment;
  const reason = useReason(payment);
  const facts = useMoneyFacts(payment);
  const refusal = payment.phase === "rejected" || payment.undoing ? reason : null;
  const parked = operations.filter(({ state }) => state === "attention");
  const isSaidBelow = parked.some(({ lastError }) => lastError === attention);
  return (
    <>
      {late && (
        <Note Icon={Inbox}>
          <p>{t(`inbox.because.${late.because}`)}</p>
          <p className={styles.noteMore}>{t("inbox.note", { time: dateTime(late.since) })}</p>
        </Note>
      )}
      {attention !== null && !isSaidBelow && (
        <Note Icon={TriangleAlert}>
          <p>{(wasRejectedByService(payment) && reason) || t("detail.attention")}</p>
          {facts !== null && <p>{facts}</p>}
          <Quote>{reasonText(attentionReason, attention)}</Quote>
        </Note>
      )}
      {parked.map((operation) => (
        <ParkedOperation key={operation.id} operation={operation} />
      ))}
      {checkingSince !== null && attention === null && !payment.undoing && (
        <Note Icon={TriangleAlert}>
          <p>{t("payment.checking")}</p>
          <p className={styles.noteMore}>{t("detail.checkingSince", { time: exact(checkingSince) })}</p>
        </Note>
      )}
      {refusal && <p className={styles.reason}>{refusal}</p>}
    </>
  );
}

function AskedFor({ payment: { posTid, permission } }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  if (permission === null) return null;
  return (
    <div className={styles.facts}>
      <p>{t("customerData.asked")}</p>
      <Button Icon={UserRoundCheck} onPress={() => void actions.openPermission(posTid)}>
        {t("customerData.open")}
      </Button>
    </div>
  );
}

function Note({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className={`${message.note} ${styles.note}`} data-tone="attention" role="alert">
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}

function Facts({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const left = reservedLeft(payment);
  const released = releasedOf(payment);
  const facts: [string, string][] = [];
  if (payment.register !== null) facts.push([t("payment.register"), payment.register]);
  if (payment.recovered) facts.push([t("payment.origin"), t("payment.recovered")]);
  if (left > 0) facts.push([t("payment.left"), money(left, payment.currency)]);
  if (payment.capturedTotal > 0 && (left > 0 || released > 0 || payment.refundedTotal > 0))
    facts.push([t("payment.captured"), money(payment.capturedTotal, payment.currency)]);
  if (released > 0) facts.push([t("payment.released"), money(released, payment.currency)]);
  if (payment.refundedTotal > 0) facts.push([t("payment.refunded"), money(payment.refundedTotal, payment.currency)]);
  if (payment.phase === "partly_refunded") facts.push([t("payment.net"), money(netOf(payment), payment.currency)]);
  if (left > 0 && payment.expiresAt !== null) facts.push([t("payment.ends"), dateTime(payment.expiresAt)]);
  if (facts.length === 0) return null;
  return <FactList facts={facts} className={styles.facts} />;
}

/** Leaving is possible only at the counter. */
type ShownStep = Exclude<PaymentStep, "leave">;

const STEP_ICONS: Record<ShownStep, LucideIcon> = {
  capture: CircleCheck,
  reauthorise: RotateCw,
  release: LockKeyholeOpen,
  abort: Ban,
  refund: Undo2,
  identify: Phone,
  attach: CircleCheck,
};

const STEP_ORDER: readonly ShownStep[] = ["attach", "capture", "reauthorise", "identify", "refund", "release", "abort"];

const FOR_CUSTOMERS: ReadonlySet<ShownStep> = new Set(["identify", "abort"]);

function PaymentActions({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  // A parked request offers its cancel itself.
  const isParked = payment.operations.some(({ kind, state }) => kind === "create" && state === "attention");
  const isHidden = useTill(requiresStaff);
  const steps = STEP_ORDER.filter(
    (step) => payment.steps.includes(step) && !(step === "abort" && isParked) && (!isHidden || FOR_CUSTOMERS.has(step)),
  );
  const mayShow = isShownAfterReload(payment);
  const hasReceipt = !isHidden && receiptsOf(payment).length > 0;
  if (steps.length === 0 && !mayShow && !hasReceipt) return null;
  const main = steps.find((step) => step === "attach" || step === "capture");
  return (
    <fieldset className={styles.actions} aria-label={t("payment.actions")}>
      {mayShow && (
        <Button kind="primary" fill Icon={QrCode} onPress={() => actions.present(payment.posTid)}>
          {t("payment.showCode")}
        </Button>
      )}
      {steps.map((step) => (
        <Button
          key={step}
          fill
          kind={step === main ? "primary" : "secondary"}
          Icon={STEP_ICONS[step]}
          isDisabled={isBusy}
          onPress={() => start(step)}
        >
          {t(`payment.${step}`)}
        </Button>
      ))}
      {hasReceipt && (
        <Button fill Icon={ReceiptText} onPress={() => actions.openReceipt(payment)}>
          {t("receipts.open")}
        </Button>
      )}
    </fieldset>
  );
  function start(step: ShownStep) {
    const { posTid } = payment;
    if (step === "capture" || step === "refund" || step === "attach") return actions.open({ kind: step, posTid });
    if (step === "identify") return actions.open({ kind: "phone", posTid });
    return actions.open({ kind: "confirmStep", posTid, step });
  }
}
