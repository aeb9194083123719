import { CircleDashed, LoaderCircle, Smartphone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import message from "../../kit/ui/message.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import type { CounterStage, PresentStage } from "../../store/select.ts";
import { AmountAndShop } from "./amount-and-shop.tsx";
import { Checking } from "./checking.tsx";
import { CodeView } from "./code-view.tsx";
import { MatchWords } from "./match-words.tsx";
import { NotAsked } from "./not-asked.tsx";
import styles from "./present.module.css";
import { PresentSide } from "./present-side.tsx";

export function Present({ stage }: { stage: PresentStage }) {
  const { t } = useTranslation();
  if (stage.kind === "checking") return <Checking payment={stage.payment} />;
  if (stage.kind === "notAsked") return <NotAsked payment={stage.payment} />;
  return (
    <div className={styles.screen}>
      <section className={styles.card} aria-label={t("present.title")}>
        <CustomerView stage={stage} />
      </section>
      <PresentSide stage={stage} />
    </div>
  );
}

function CustomerView({ stage }: { stage: CounterStage }) {
  const { t } = useTranslation();
  // A payment being cancelled must not be approved.
  if (stage.payment.abortRequested) {
    return (
      <Waiting payment={stage.payment} picture={<LoaderCircle aria-hidden />} title={t("present.cancelling")}>
        {t("present.cancellingText")}
      </Waiting>
    );
  }
  switch (stage.kind) {
    case "code":
      return <CodeView payment={stage.payment} isExpired={stage.expired} />;
    case "preparing":
      return <Waiting payment={stage.payment} picture={<CircleDashed aria-hidden />} title={t("present.preparing")} />;
    case "sending":
      return (
        <Waiting payment={stage.payment} picture={<LoaderCircle aria-hidden />} title={t("present.sending")}>
          {t(stage.payment.asked === "no" ? "present.waitsText" : "present.sendingText")}
        </Waiting>
      );
    case "approving":
      return <Approving payment={stage.payment} />;
    case "finishing":
      return (
        <Waiting payment={stage.payment} picture={<LoaderCircle aria-hidden />} title={t("present.finishing")}>
          {t("present.finishingText")}
        </Waiting>
      );
  }
}

function Approving({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const amount = money(payment.amount + payment.additionalAmount, payment.currency);
  const isReserve = payment.action === "AUTH";
  return (
    <Waiting payment={payment} picture={<Smartphone aria-hidden />} title={t("present.approveTitle")} isPulsing>
      {payment.customer
        ? t(isReserve ? "present.reserveText" : "present.approveText", { customer: payment.customer, amount })
        : t(isReserve ? "present.reserveTextUnnamed" : "present.approveTextUnnamed", { amount })}
    </Waiting>
  );
}

interface WaitingProps {
  payment: Payment;
  picture: ReactNode;
  title: string;
  children?: ReactNode;
  isPulsing?: boolean;
}

function Waiting({ payment, picture, title, children, isPulsing = false }: WaitingProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} data-tone="waiting" role="status">
      <span className={styles.picture} data-pulsing={isPulsing || undefined}>
        {picture}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <AmountAndShop payment={payment} />
      {isPulsing && <MatchWords payment={payment} />}
      {children && <p className={styles.text}>{children}</p>}
      {payment.checkingSince !== null && (
        <p className={`${message.note} ${styles.checking}`} data-tone="attention">
          <TriangleAlert aria-hidden />
          {t("present.checking")}
        </p>
      )}
    </div>
  );
}
