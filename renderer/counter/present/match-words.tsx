import { useTranslation } from "react-i18next";
import { shownWords } from "../../../contract/match-words.ts";
import type { Payment } from "../../../contract/views.ts";
import { customersLanguage } from "../../store/select.ts";
import { useTill } from "../../store/store.tsx";
import styles from "./match-words.module.css";

/** The two words by which a customer knows that their app asks for this very payment. */
export function MatchWords({ payment }: { payment: Payment }) {
  const language = useTill(customersLanguage);
  const { t } = useTranslation("translation", { lng: language });
  const words = shownWords(payment, language);
  if (words === null) return null;
  return (
    <p className={styles.match} lang={language}>
      <span>{t("present.words")}</span> <strong data-testid="match-words">{words}</strong>
    </p>
  );
}
