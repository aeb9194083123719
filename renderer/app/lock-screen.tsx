import { useTranslation } from "react-i18next";
import layout from "../kit/ui/layout.module.css";
import { useFormat } from "../kit/ui/use-format.ts";
import { NameAndPin } from "../settings/people/name-and-pin.tsx";
import { useNow, useTill } from "../store/store.ts";
import { ConnectionChip } from "./connection-chip.tsx";
import styles from "./lock-screen.module.css";

/** The sign-in screen with clock, till name, connection, users and keypad. Never shown over a payment in progress. */
export function LockScreen() {
  const { t } = useTranslation();
  return (
    <main className={styles.lock} data-testid="lock">
      <h1 className={layout.unseen}>{t("staff.signIn.title")}</h1>
      <NameAndPin onDone={() => undefined} head={<Head />} />
    </main>
  );
}

function Head() {
  const { clock, weekday } = useFormat();
  const now = useNow();
  const { merchant, pos } = useTill(({ terminal }) => ({
    merchant: terminal?.merchant.name ?? terminal?.merchant.id ?? "",
    pos: terminal?.pos.name ?? "",
  }));
  return (
    <header className={styles.head}>
      <p className={styles.when}>
        <time className={styles.clock}>{clock(now)}</time>
        <span className={styles.day}>{weekday(now)}</span>
      </p>
      <p className={styles.shop}>
        <strong>{merchant}</strong>
        <span>{pos}</span>
      </p>
      <div role="status">
        <ConnectionChip />
      </div>
    </header>
  );
}
