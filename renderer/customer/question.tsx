import { CircleCheck, CircleDashed, CircleSlash, Clock, type LucideIcon, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DisplayQuestion, DisplayView } from "../../contract/receipts/display.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import styles from "./customer.module.css";
import { msLeft } from "./store.ts";
import { TimeLeft } from "./views.tsx";

interface QuestionProps {
  display: DisplayView;
  now: number;
}

export function Question({ display, now }: QuestionProps) {
  const { question } = display;
  if (question === null) return null;
  return question.state === "code" ? (
    <Code display={display} question={question} now={now} />
  ) : (
    <Standing question={question} state={question.state} shop={display.shop} />
  );
}

function Code({ display, question, now }: QuestionProps & { question: DisplayQuestion }) {
  const { t } = useTranslation(CUSTOMERS);
  const { look, shop } = display;
  const left = msLeft(display, now);
  const isOver = left !== null && left <= 0;
  if (question.code === null) return null;
  return (
    <div className={styles.asked}>
      <div className={styles.qr}>
        <QrCode text={question.code} label={t("ask.code", { shop })} expired={isOver ? t("expired") : null} />
      </div>
      <div className={styles.words}>
        <h1 className={styles.title}>{t("ask.title")}</h1>
        <p className={styles.question}>{question.text}</p>
        {isOver ? (
          <p className={styles.text} role="alert">
            {t("codeOver")}
          </p>
        ) : (
          <ol className={styles.howTo}>
            <li>{look.appName === null ? t("steps.open") : t("steps.openNamed", { app: look.appName })}</li>
            <li>{t("steps.scan")}</li>
            <li>{t("ask.answer")}</li>
          </ol>
        )}
        <p className={styles.text}>{t("ask.choose")}</p>
        <div className={styles.below}>
          <TimeLeft left={left} />
        </div>
      </div>
    </div>
  );
}

type Standing = Exclude<DisplayQuestion["state"], "code">;

const ICONS: Readonly<Record<Standing, LucideIcon>> = {
  moment: CircleDashed,
  asked: Smartphone,
  shared: CircleCheck,
  declined: CircleSlash,
  over: Clock,
};

function Standing({ question, state, shop }: { question: DisplayQuestion; state: Standing; shop: string }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.centred} data-tone="waiting">
      <StatePicture Icon={ICONS[state]} isPulsing={state === "asked"} />
      <div role="status">
        {state === "moment" || state === "asked" ? (
          <>
            <h1 className={styles.title}>{t(state === "asked" ? "ask.asked" : "ask.title")}</h1>
            <p className={styles.question}>{question.text}</p>
            <p className={styles.text}>{t("ask.choose")}</p>
          </>
        ) : (
          <>
            <h1 className={styles.title}>{t(`ask.${state}.title`)}</h1>
            <p className={styles.text}>{t(`ask.${state}.text`)}</p>
          </>
        )}
      </div>
      <p className={styles.shop}>{shop}</p>
    </div>
  );
}
