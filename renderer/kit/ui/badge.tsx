import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { type Appearance, badgeOf } from "../appearance.ts";
import styles from "./badge.module.css";

export function StateBadge({ payment }: { payment: Payment }) {
  return <Badge look={badgeOf(payment)} />;
}

export function Badge({ look: { word, tone, Icon } }: { look: Appearance }) {
  const { t } = useTranslation();
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon aria-hidden className={styles.icon} />
      <span className={styles.word}>{t(`state.${word}`)}</span>
    </span>
  );
}
