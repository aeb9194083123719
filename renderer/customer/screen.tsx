import { FlaskConical } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { ScreenAnswer } from "../../contract/integration/registers.ts";
import type { DisplayView } from "../../contract/receipts/display.ts";
import { inkOn } from "../kit/contrast.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import { Attract } from "./attract.tsx";
import type { DisplayPort } from "./client.ts";
import styles from "./customer.module.css";
import { Message } from "./message.tsx";
import { Question } from "./question.tsx";
import { type CustomerStore, hadTimeToSee } from "./store.ts";
import { Tip } from "./tip.tsx";
import { CodeFace, Outcome, OutOfOrder, Waiting } from "./views.tsx";

interface CustomerScreenProps {
  store: CustomerStore;
  client: Pick<DisplayPort, "chooseTip" | "answer">;
}

export function CustomerScreen({ store, client }: CustomerScreenProps) {
  const { connection, display, logo, now } = useStore(store);
  const isConnected = connection === "ready" || connection === "connecting";
  return (
    <div className={styles.frame} style={accentOf(display)}>
      <main className={styles.page} data-testid="customer" data-state={isConnected ? display?.state : connection}>
        {!isConnected && <OutOfOrder />}
        {isConnected && display && (
          <Face
            display={display}
            logo={logo}
            now={now}
            onChoose={(amount) => void client.chooseTip(amount, display.offer?.amount ?? 0)}
            onAnswer={(answer) => {
              if (hadTimeToSee(store.getState(), Date.now()))
                void client.answer(display.message?.screenId ?? "", answer);
            }}
          />
        )}
        {isConnected && display && <NoRealMoney environment={display.environment} />}
      </main>
    </div>
  );
}

function accentOf(display: DisplayView | null): CSSProperties | undefined {
  const accent = display?.look.accent ?? null;
  return accent === null ? undefined : ({ "--accent": accent, "--on-accent": inkOn(accent) } as CSSProperties);
}

interface FaceProps {
  display: DisplayView;
  logo: string | null;
  now: number;
  onChoose: (tip: number) => void;
  onAnswer: (answer: ScreenAnswer) => void;
}

function Face({ display, logo, now, onChoose, onAnswer }: FaceProps) {
  switch (display.state) {
    case "idle":
      return <Attract display={display} logo={logo} />;
    case "message":
      return display.message && <Message display={display} message={display.message} onAnswer={onAnswer} />;
    case "tip":
      return (
        display.offer && <Tip key={display.offer.amount} display={display} offer={display.offer} onChoose={onChoose} />
      );
    case "pay":
      return <CodeFace display={display} now={now} />;
    case "ask":
      return <Question display={display} now={now} />;
    case "wait":
    case "approve":
      return <Waiting display={display} now={now} />;
    case "paid":
    case "reserved":
    case "not_paid":
      return <Outcome display={display} />;
  }
}

/** Marks a till that moves no real money. */
function NoRealMoney({ environment }: Pick<DisplayView, "environment">) {
  const { t } = useTranslation(CUSTOMERS);
  if (environment === "live") return null;
  return (
    <p className={styles.noRealMoney}>
      <FlaskConical aria-hidden size={20} />
      {t(`${environment}`)}
    </p>
  );
}
