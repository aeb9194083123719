import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SCREEN_ANSWERS, type ScreenAnswer } from "../../contract/integration/registers.ts";
import type { DisplayMessage, DisplayView } from "../../contract/receipts/display.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { Button } from "../kit/ui/button.tsx";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import styles from "./customer.module.css";
import own from "./message.module.css";

interface MessageProps {
  display: DisplayView;
  message: DisplayMessage;
  onAnswer: (answer: ScreenAnswer) => void;
}

const LONG = 90;

export function Message({ display, message, onAnswer }: MessageProps) {
  if (message.answer !== null) return <Answered answer={message.answer} />;
  if (message.kind === "code") return <Code message={message} shop={display.shop} />;
  const isLong = (message.title?.length ?? 0) + message.text.length > LONG;
  return (
    <div className={own.message} data-long={isLong || undefined}>
      <Words key={message.screenId} message={message} />
      {message.kind === "question" && <Answers question={message.text} onAnswer={onAnswer} />}
      <p className={styles.shop}>{display.shop}</p>
    </div>
  );
}

function Words({ message: { title, text } }: Pick<MessageProps, "message">) {
  if (title === null)
    return (
      <div role="status">
        <h1 className={own.words}>{text}</h1>
      </div>
    );
  return (
    <div role="status">
      <h1 className={own.words}>{title}</h1>
      <p className={own.text}>{text}</p>
    </div>
  );
}

function Answers({ question, onAnswer }: Pick<MessageProps, "onAnswer"> & { question: string }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <fieldset className={own.answers} aria-label={question}>
      {SCREEN_ANSWERS.map((answer) => (
        <Button key={answer} size="large" fill onPress={() => onAnswer(answer)}>
          {t(`message.${answer}`)}
        </Button>
      ))}
    </fieldset>
  );
}

function Code({ message: { title, text }, shop }: Pick<MessageProps, "message"> & { shop: string }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.asked}>
      <div className={styles.qr}>
        <QrCode text={text} label={title ?? t("message.code", { shop })} />
      </div>
      <div className={styles.words}>
        <div role="status">
          <h1 className={own.words}>{title ?? t("steps.scan")}</h1>
        </div>
        <p className={styles.shop}>{shop}</p>
      </div>
    </div>
  );
}

function Answered({ answer }: { answer: ScreenAnswer }) {
  const { t } = useTranslation(CUSTOMERS);
  return (
    <div className={styles.centred}>
      <StatePicture Icon={CircleCheck} />
      <div role="status">
        <h1 className={styles.title}>{t("message.thanks")}</h1>
        <p className={styles.text}>{t("message.answered", { answer: t(`message.${answer}`) })}</p>
      </div>
    </div>
  );
}
