import { Smartphone, X } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { matchWords } from "../../contract/payments/match-words.ts";
import { countdown, roughTimeLeft } from "../kit/format/time.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./connected.module.css";
import { useKiosk, useTexts } from "./context.ts";

/** The customer has already scanned: the payment goes to that phone, which shows the same words. */
export function Connected() {
  const { t, c, language, locale } = useTexts();
  const actions = useActions();
  const isBefore = useKiosk(({ session }) => session.request === null);
  const { ready, now } = useTill((state) => ({ ready: state.terminal?.scanFirst.ready ?? null, now: state.now }));
  if (ready === null || !isBefore) return null;
  const left = Math.max(0, Date.parse(ready.until) - now);
  return (
    <div className={styles.connected} data-tone="waiting" data-testid="kiosk-connected">
      <Smartphone aria-hidden className={styles.icon} />
      <p className={styles.words} role="status">
        <strong>{t("connected.phone")}</strong>{" "}
        <span>
          {c("words")}: <b data-testid="match-words">{matchWords(ready.wordsOf, language)}</b>
        </span>
      </p>
      <span className={styles.left} role="timer" aria-label={`${c("timeLeft")} ${roughTimeLeft(left, locale)}`}>
        {countdown(left)}
      </span>
      <AriaButton className={styles.forget} onPress={actions.forgetScan}>
        <X aria-hidden />
        {t("connected.notMine")}
      </AriaButton>
    </div>
  );
}
