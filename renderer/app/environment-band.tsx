import { ExternalLink, FlaskConical, TestTubeDiagonal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { isInKioskMode } from "../store/select.ts";
import { useTill } from "../store/store.ts";
import styles from "./environment-band.module.css";

export function EnvironmentBand() {
  const { t } = useTranslation();
  const { environment, demo, isKiosk } = useTill((state) => ({
    environment: state.terminal?.environment ?? "live",
    demo: state.terminal?.demo ?? null,
    isKiosk: isInKioskMode(state),
  }));
  if (environment === "live") return null;
  const Icon = environment === "demo" ? FlaskConical : TestTubeDiagonal;
  return (
    <aside
      className={styles.band}
      data-print-mark
      data-environment={environment}
      data-testid="environment"
      aria-label={t("environment.label")}
    >
      <strong className={styles.words}>
        <Icon aria-hidden size={18} />
        {t(`environment.${environment}`)}
      </strong>
      {demo && isKiosk && <span className={styles.link}>{demo.phoneUrl}</span>}
      {demo && !isKiosk && (
        <a className={styles.link} href={demo.phoneUrl} target="_blank" rel="noreferrer">
          {t("environment.phone")}
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      {demo?.managerPin && !isKiosk && (
        <span className={styles.pin}>{t("environment.pin", { pin: demo.managerPin })}</span>
      )}
    </aside>
  );
}
