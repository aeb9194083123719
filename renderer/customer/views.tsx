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
import type { DisplayText, DisplayView } from "../../contract/receipts/display.ts";
import { formatMoney, moneyParts } from "../../contract/values/money.ts";
import type { Tone } from "../kit/appearance.ts";
import { countdown } from "../kit/format/time.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import money from "../kit/ui/money.module.css";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import styles from "./customer.module.css";
import { Sale } from "./sale.tsx";
import { msLeft } from "./store.ts";

interface Shown {
  display: DisplayView;
}

interface Timed extends Shown {
  now: number;
}

export function CodeFace({ display, now }: Timed) {
  const { t } = useTranslation(CUSTOMERS);
  const left = msLeft(display, now);
  const isOver = left !== null && left <= 0;
  if (display.code === null) return null;
  return (
    <div className={styles.asked}>
      <div className={styles.qr}>
        <QrCode text={display.code} label={t("code", priceOf(display))} expired={isOver ? t("expired") : null} />
      </div>
      <div className={styles.words}>
        <Price display={display} />
        <Sale display={display} />
        {isOver ? (
          <p className={styles.text} role="alert">
            {t("codeOver")}
          </p>
        ) : (
          <HowTo display={display} />
        )}
        {display.tip && !isOver && <p className={styles.note}>{t("tip")}</p>}
        <div className={styles.below}>
          {!isOver && <Words display={display} />}
          <TimeLeft left={left} />
        </div>
      </div>
    </div>
  );
}

function HowTo({ display: { look, lines } }: Shown) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <ol className={styles.howTo} data-brief={lines.length > 0 || undefined}>
      <li>{look.appName === null ? t("steps.open") : t("steps.openNamed", { app: look.appName })}</li>
      <li>{t("steps.scan")}</li>
      <li>{t("steps.approve")}</li>
    </ol>
  );
}

function Words({ display: { words } }: Shown) {
  const { t } = useTranslation(CUSTOMERS);
  if (words === null) return null;
  return (
    <p className={styles.match}>
      <span>{t("words")}</span> <strong data-testid="match-words">{words}</strong>
    </p>
  );
}

const WAIT_ICONS: Partial<Record<DisplayText, LucideIcon>> = {
  approve: Smartphone,
  unheard: CloudOff,
  moment: CircleDashed,
  queued: CloudOff,
  staff: MessageCircleQuestion,
};

const UNSURE: ReadonlySet<DisplayText> = new Set(["staff", "queued", "unheard"]);

export function Waiting({ display, now }: Timed) {
  const { t } = useTranslation(CUSTOMERS);
  const isOnPhone = display.state === "approve";
  const Icon = WAIT_ICONS[display.text] ?? LoaderCircle;
  const key = display.text as
    | "approve"
    | "unheard"
    | "moment"
    | "queued"
    | "sending"
    | "finishing"
    | "choose"
    | "chooseByOrder"
    | "dispensing"
    | "dispensingByOrder"
    | "cancelling"
    | "undoing"
    | "staff";
  return (
    <div className={styles.centred} data-tone={UNSURE.has(display.text) ? "attention" : "waiting"}>
      <StatePicture Icon={Icon} isPulsing={display.text === "approve"} />
      <div role="status">
        <h1 className={styles.title}>{t(`wait.${key}.title`)}</h1>
        <p className={styles.text}>{t(`wait.${key}.text`)}</p>
      </div>
      <Price display={display} />
      {isOnPhone && <Words display={display} />}
      {isOnPhone && display.tip && <p className={styles.text}>{t("tip")}</p>}
      <TimeLeft left={msLeft(display, now)} />
    </div>
  );
}

const OUTCOMES: Record<"paid" | "reserved" | "not_paid", { tone: Tone; Icon: LucideIcon }> = {
  paid: { tone: "paid", Icon: CircleCheck },
  reserved: { tone: "reserved", Icon: LockKeyhole },
  not_paid: { tone: "failed", Icon: OctagonX },
};

export function Outcome({ display }: Shown) {
  const { t } = useTranslation(CUSTOMERS);
  const state = display.state as keyof typeof OUTCOMES;
  const key = display.text as "paid" | "reserved" | "declined" | "cancelled" | "expired" | "noCode";
  const { tone, Icon } = OUTCOMES[state];
  return (
    <div className={styles.outcome} data-tone={tone}>
      <div className={styles.what} role={state === "not_paid" ? "alert" : "status"}>
        <h1 className={styles.word}>
          <Icon aria-hidden className={styles.shape} />
          {t(`outcome.${state}`)}
        </h1>
        <Amount display={display} />
        <p className={styles.outcomeText}>{t(`because.${key}`)}</p>
        <p className={styles.outcomeShop}>{display.shop}</p>
        {display.takeAway?.way === "app" && <p className={styles.outcomeText}>{t("takeAway.app")}</p>}
        {display.takeAway?.way === "coming" && <p className={styles.outcomeText}>{t("takeAway.coming")}</p>}
      </div>
      {display.takeAway?.way === "code" && <Receipt text={display.takeAway.text} />}
    </div>
  );
}

/** The receipt itself as a code; nothing is downloaded. */
function Receipt({ text }: { text: string }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.receipt}>
      <div className={styles.receiptCode}>
        <QrCode text={text} label={t("takeAway.label")} isDense testId="receipt-qr" />
      </div>
      <p>{t("takeAway.code")}</p>
    </div>
  );
}

export function OutOfOrder() {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.centred} data-tone="attention">
      <StatePicture Icon={Unplug} />
      <div role="alert">
        <h1 className={styles.title}>{t("away.title")}</h1>
        <p className={styles.text}>{t("away.text")}</p>
      </div>
    </div>
  );
}

function Price({ display }: Shown) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.price}>
      <p className={styles.purpose}>{t(display.reserves ? "toReserve" : "toPay")}</p>
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

export function TimeLeft({ left }: { left: number | null }) {
  const { t } = useTranslation(CUSTOMERS);
  if (left === null || left <= 0) return null;
  return (
    <p className={styles.timeLeft}>
      {t("timeLeft")} <span role="timer">{countdown(left)}</span>
    </p>
  );
}

function priceOf({ amount, currency, locale, shop }: DisplayView): { amount: string; shop: string } {
  return { amount: formatMoney(amount ?? 0, currency, locale), shop };
}
