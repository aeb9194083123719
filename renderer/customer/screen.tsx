import { FlaskConical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { DisplayView } from "../../contract/display.ts";
import styles from "./customer.module.css";
import { Asked, Idle, Outcome, OutOfOrder, Waiting } from "./faces.tsx";
import type { CustomerStore } from "./store.ts";

/** What the customer sees: one face at a time, and nothing to press. */
export function CustomerScreen({ store }: { store: CustomerStore }) {
  const { connection, display, now } = useStore(store);
  const isConnected = connection === "ready" || connection === "connecting";
  return (
    <div className={styles.frame}>
      <main className={styles.page} data-testid="customer" data-state={isConnected ? display?.state : connection}>
        {!isConnected && <OutOfOrder />}
        {isConnected && display && <Face display={display} now={now} />}
        {isConnected && display && <NoRealMoney environment={display.environment} />}
      </main>
    </div>
  );
}

function Face({ display, now }: { display: DisplayView; now: number }) {
  switch (display.state) {
    case "idle":
      return <Idle display={display} />;
    case "pay":
      return <Asked display={display} now={now} />;
    case "wait":
    case "approve":
      return <Waiting display={display} now={now} />;
    case "paid":
    case "reserved":
    case "not_paid":
      return <Outcome display={display} />;
  }
}

/** A till that moves no real money looks it, to the customer too. */
function NoRealMoney({ environment }: Pick<DisplayView, "environment">) {
  const { t } = useTranslation();
  if (environment === "live") return null;
  return (
    <p className={styles.noRealMoney}>
      <FlaskConical aria-hidden size={20} />
      {t(`customer.${environment}`)}
    </p>
  );
}
