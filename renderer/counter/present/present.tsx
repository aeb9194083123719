import { CircleDashed, ExternalLink, LoaderCircle, Smartphone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/views.ts";
import { QrCode } from "../../kit/qr/qr-code.tsx";
import message from "../../kit/ui/message.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { type CounterStage, isKioskNow, type PresentStage } from "../../store/select.ts";
import { useTill } from "../../store/store.tsx";
import { AmountAndShop } from "./amount-and-shop.tsx";
import { Checking } from "./checking.tsx";
import howTo from "./how-to.module.css";
import { NotAsked } from "./not-asked.tsx";
import styles from "./present.module.css";
import { PresentSide } from "./present-side.tsx";

/** What stands on the till while the customer pays: the code, then the wait for their approval. */
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
  // Nobody is asked to approve what is being cancelled.
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

function CodeView({ payment, isExpired }: { payment: Payment; isExpired: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (!payment.qr) return null;
  const amount = money(payment.amount + payment.additionalAmount);
  return (
    <div className={styles.code}>
      <QrCode text={payment.qr.text} label={t("present.qr", { amount })} isExpired={isExpired} />
      <div className={styles.words}>
        <AmountAndShop payment={payment} />
        {isExpired ? (
          <p className={howTo.note} role="alert">
            {t("present.expiredText")}
          </p>
        ) : (
          <HowTo payment={payment} link={payment.qr.text} />
        )}
      </div>
    </div>
  );
}

function HowTo({ payment, link }: { payment: Payment; link: string }) {
  const { t } = useTranslation();
  // A link leads out of the window, and a kiosk's leads nowhere.
  const demo = useTill((state) => (isKioskNow(state) ? null : (state.terminal?.demo ?? null)));
  return (
    <>
      <ol className={howTo.howTo}>
        <li>{t("present.step1")}</li>
        <li>{t("present.step2")}</li>
        <li>{t("present.step3")}</li>
      </ol>
      {payment.additionalEdit && <p className={howTo.note}>{t("present.tip")}</p>}
      {demo && (
        <a className={howTo.demoLink} href={phoneLink(demo.phoneUrl, link)} target="_blank" rel="noreferrer">
          {t("present.openOnPhone")}
          <ExternalLink aria-hidden size={20} />
        </a>
      )}
      <p className={howTo.link}>
        <span>{t("present.link")}</span>
        <span data-testid="qr-link">{link}</span>
      </p>
    </>
  );
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

/** The demo phone's page with a code already scanned. */
export function phoneLink(phoneUrl: string, link: string): string {
  const url = new URL(phoneUrl);
  url.searchParams.set("link", link);
  return url.href;
}
