import { displayedMatchWords } from "../../../contract/payments/match-words.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { useCustomersTexts } from "../customers-texts.ts";
import styles from "./match-words.module.css";

export function MatchWords({ payment }: { payment: Payment }) {
  const { t, language } = useCustomersTexts();
  const words = displayedMatchWords(payment, language);
  if (words === null) return null;
  return (
    <p className={styles.match} lang={language}>
      <span>{t("words")}</span> <strong data-testid="match-words">{words}</strong>
    </p>
  );
}
