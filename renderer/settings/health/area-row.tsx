import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { HealthArea, HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import { FINDINGS, isUrgent } from "../../../contract/health/findings.ts";
import { FactList } from "../../kit/ui/fact-list.tsx";
import layout from "../../kit/ui/layout.module.css";
import { factsOf, headline, STATUS_APPEARANCE, type Words } from "./facts.ts";
import styles from "./health.module.css";

export interface AreaRowProps {
  area: HealthArea;
  report: HealthReport;
  words: Words;
  opens?: boolean;
  children?: ReactNode;
}

export function AreaRow({ area, report, words, opens = false, children }: AreaRowProps) {
  const { t } = useTranslation();
  const { code, values } = report.findings[area];
  const { status } = FINDINGS[code];
  const { tone, Icon } = STATUS_APPEARANCE[status];
  const facts = factsOf(area, report, words);
  return (
    <details
      className={styles.area}
      open={status === "bad" || opens}
      data-status={status}
      data-tone={tone}
      data-testid={`health-${area}`}
    >
      <summary className={styles.summary}>
        <Icon aria-hidden size={22} />
        <span className={styles.name}>
          {t(`health.area.${area}`)}
          <span className={`${layout.unseen} ${styles.unseen}`}>, {t(`health.status.${status}`)}</span>
        </span>
        <span className={styles.sentence}>{t(`healthFinding.${code}`, values)}</span>
        <span className={styles.value}>{headline(area, report, words)}</span>
        <ChevronDown aria-hidden size={18} className={styles.chevron} />
        {isUrgent(code) && (
          <span className={styles.next}>
            <strong>{t("health.next")}:</strong> {t(`healthNext.${code}`, values)}
          </span>
        )}
      </summary>
      <div className={styles.unfolded}>
        {facts.length > 0 && <FactList facts={facts} className={styles.facts} />}
        {children}
      </div>
    </details>
  );
}
