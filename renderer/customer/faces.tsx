import {
  CircleCheck,
  CircleDashed,
  CloudOff,
  LoaderCircle,
  LockKeyhole,
  type LucideIcon,
  MessageCircleQuestion,
  OctagonX,
  Smartphone,
  Unplug,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DisplayText, DisplayView } from "../../contract/display.ts";
import { formatMoney, moneyParts } from "../../contract/money.ts";
import type { Tone } from "../kit/appearance.ts";
import { countdown } from "../kit/format/time.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import money from "../kit/ui/money.module.css";
import styles from "./customer.module.css";

interface Shown {
  display: DisplayView;
}

interface Timed extends Shown {
  now: number;
}

/** Nobody pays: the shop's name, and how one pays here. */
export function Idle({ display }: Shown) {
  const { t } = useTranslation();
  return (
    <div className={styles.idle}>
      <span className={styles.picture} aria-hidden>
        <Smartphone />
      </span>
      <h1 className={styles.shopName}>{display.shop}</h1>
      <p className={styles.text}>{t("customer.welcome")}</p>
    </div>
  );
}

/** The code to scan, with the amount and what to do. */
export function Asked({ display, now }: Timed) {
  const { t } = useTranslation();
  const left = msLeft(display, now);
  const isOver = left !== null && left <= 0;
  if (display.code === null) return null;
  return (
    <div className={styles.asked}>
      <div className={styles.qr}>
        <QrCode text={display.code} label={t("customer.code", priceOf(display))} isExpired={isOver} />
      </div>
      <div className={styles.words}>
        <Price display={display} />
        {isOver ? (
          <p className={styles.text} role="alert">
            {t("customer.codeOver")}
          </p>
        ) : (
          <ol className={styles.howTo}>
            <li>{t("present.step1")}</li>
            <li>{t("present.step2")}</li>
            <li>{t("present.step3")}</li>
          </ol>
        )}
        {display.tip && !isOver && <p className={styles.text}>{t("customer.tip")}</p>}
        <TimeLeft left={left} />
      </div>
    </div>
  );
}

const WAIT_ICONS: Partial<Record<DisplayText, LucideIcon>> = {
  approve: Smartphone,
  moment: CircleDashed,
  queued: CloudOff,
  staff: MessageCircleQuestion,
};

/** Something is under way: on the customer's phone, or where the customer cannot hurry it. */
export function Waiting({ display, now }: Timed) {
  const { t } = useTranslation();
  const isOnPhone = display.state === "approve";
  const Icon = WAIT_ICONS[display.text] ?? LoaderCircle;
  const key = display.text as
    | "approve"
    | "moment"
    | "queued"
    | "sending"
    | "finishing"
    | "cancelling"
    | "undoing"
    | "staff";
  return (
    <div
      className={styles.waiting}
      data-tone={display.text === "staff" || display.text === "queued" ? "attention" : "waiting"}
    >
      <span className={styles.picture} data-pulsing={isOnPhone || undefined} aria-hidden>
        <Icon />
      </span>
      <div role="status">
        <h1 className={styles.title}>{t(`customer.wait.${key}.title`)}</h1>
        <p className={styles.text}>{t(`customer.wait.${key}.text`)}</p>
      </div>
      <Price display={display} />
      {isOnPhone && display.tip && <p className={styles.text}>{t("customer.tip")}</p>}
      <TimeLeft left={msLeft(display, now)} />
    </div>
  );
}

const OUTCOMES: Record<"paid" | "reserved" | "not_paid", { tone: Tone; Icon: LucideIcon }> = {
  paid: { tone: "paid", Icon: CircleCheck },
  reserved: { tone: "reserved", Icon: LockKeyhole },
  not_paid: { tone: "failed", Icon: OctagonX },
};

/** What became of it, to be read from a step away. */
export function Outcome({ display }: Shown) {
  const { t } = useTranslation();
  const state = display.state as keyof typeof OUTCOMES;
  const key = display.text as "paid" | "reserved" | "declined" | "cancelled" | "expired";
  const { tone, Icon } = OUTCOMES[state];
  return (
    <div className={styles.outcome} data-tone={tone} role={state === "not_paid" ? "alert" : "status"}>
      <h1 className={styles.word}>
        <Icon aria-hidden className={styles.shape} />
        {t(`customer.outcome.${state}`)}
      </h1>
      <Amount display={display} />
      <p className={styles.outcomeText}>{t(`customer.because.${key}`)}</p>
      <p className={styles.outcomeShop}>{display.shop}</p>
    </div>
  );
}

/** There is no till behind this page. */
export function OutOfOrder() {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} data-tone="attention">
      <span className={styles.picture} aria-hidden>
        <Unplug />
      </span>
      <div role="alert">
        <h1 className={styles.title}>{t("customer.away.title")}</h1>
        <p className={styles.text}>{t("customer.away.text")}</p>
      </div>
    </div>
  );
}

function Price({ display }: Shown) {
  const { t } = useTranslation();
  return (
    <div className={styles.price}>
      <p className={styles.purpose}>{t(display.reserves ? "customer.toReserve" : "customer.toPay")}</p>
      <Amount display={display} />
      <p className={styles.shop}>{display.shop}</p>
    </div>
  );
}

function Amount({ display: { amount, currency, locale } }: Shown) {
  if (amount === null) return null;
  const { number, symbol, symbolFirst } = moneyParts(amount, currency, locale);
  return (
    <p className={`${money.money} ${styles.amount}`} data-testid="amount">
      {symbolFirst && <span className={money.symbol}>{symbol}</span>}
      <span className={money.number}>{number}</span>
      {!symbolFirst && <span className={money.symbol}>{symbol}</span>}
    </p>
  );
}

function TimeLeft({ left }: { left: number | null }) {
  const { t } = useTranslation();
  if (left === null || left <= 0) return null;
  return (
    <p className={styles.timeLeft}>
      {t("customer.timeLeft")} <span role="timer">{countdown(left)}</span>
    </p>
  );
}

function priceOf({ amount, currency, locale, shop }: DisplayView): { amount: string; shop: string } {
  return { amount: formatMoney(amount ?? 0, currency, locale), shop };
}

function msLeft({ until }: DisplayView, now: number): number | null {
  return until === null ? null : Date.parse(until) - now;
}
