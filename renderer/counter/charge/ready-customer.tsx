import { Smartphone, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { matchWords } from "../../../contract/payments/match-words.ts";
import { countdown } from "../../kit/format/time.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { customersLanguage } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./ready-customer.module.css";

/** A customer scanned a sticker before the sale: shows match words and time, never the identity. */
export function ReadyCustomer() {
  const { t } = useTranslation();
  const actions = useActions();
  const { ready, language, now } = useTill((state) => ({
    ready: state.terminal?.scanFirst.ready ?? null,
    language: customersLanguage(state),
    now: state.now,
  }));
  if (ready === null) return null;
  const left = Math.max(0, Date.parse(ready.until) - now);
  return (
    <div className={styles.ready} data-tone="waiting" data-testid="customer-ready" title={t("scanFirst.hint")}>
      <Smartphone aria-hidden size={22} />
      <p role="status" className={styles.words}>
        <strong>{t("scanFirst.ready")}</strong>
        <span>
          <span className={layout.unseen}>{t("scanFirst.words")} </span>
          <span data-testid="ready-words">{matchWords(ready.wordsOf, language)}</span>
          <span aria-hidden> · {countdown(left)}</span>
        </span>
      </p>
      <IconButton label={t("scanFirst.forget")} Icon={X} preventFocusOnPress onPress={actions.forgetScan} />
    </div>
  );
}
