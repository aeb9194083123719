import { HeartPulse, RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { HEALTH_AREAS, type HealthArea, type HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import { FINDINGS, type HealthStatus } from "../../../contract/health/findings.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import message from "../../kit/ui/message.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { AreaRow } from "./area-row.tsx";
import { STATUS_APPEARANCE } from "./facts.ts";
import styles from "./health.module.css";
import { SupportBundle } from "./support-bundle.tsx";
import { Trend } from "./trend.tsx";
import { Vends } from "./vends/vends.tsx";

const WORST_FIRST: readonly HealthStatus[] = ["bad", "attention", "ok"];

export function HealthSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { health, healthStatus } = useTill((state) => state.diagnostics);
  if (healthStatus === "failed") {
    return (
      <Empty Icon={TriangleAlert} title={t("health.failed")}>
        <Button onPress={() => void actions.readHealth()}>{t("health.again")}</Button>
      </Empty>
    );
  }
  if (health === null) return <Empty Icon={HeartPulse} title={t("payments.loading")} />;
  return (
    <Section>
      <Overall report={health} />
      <SupportBundle />
      <Areas report={health} />
    </Section>
  );
}

function Overall({ report }: { report: HealthReport }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const actions = useActions();
  const isLoading = useTill((state) => state.diagnostics.healthStatus === "loading");
  const { status, at } = report;
  const { tone, Icon } = STATUS_APPEARANCE[status];
  const failing = status === "ok" ? [] : areasOf(report, status).map((area) => t(`health.area.${area}`));
  return (
    <div className={`${message.note} ${styles.overall}`} data-tone={tone} data-testid="health" data-status={status}>
      <Icon aria-hidden size={28} />
      <p role="status" className={styles.overallText}>
        <strong>
          {t(`health.overall.${status}`)}
          {failing.length > 0 && `: ${failing.join(", ")}`}
        </strong>
        <span className={styles.quiet}>{t("health.at", { time: exact(at) })}</span>
      </p>
      <Button Icon={RefreshCw} isDisabled={isLoading} onPress={() => void actions.readHealth()}>
        {t("health.again")}
      </Button>
    </div>
  );
}

function areasOf({ findings }: HealthReport, status: HealthStatus): HealthArea[] {
  return HEALTH_AREAS.filter((area) => FINDINGS[findings[area].code].status === status);
}

function Areas({ report }: { report: HealthReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { language, now } = useTill((state) => ({ language: state.language, now: state.now }));
  const words = { t, format, language, now };
  return (
    <div className={styles.areas}>
      {WORST_FIRST.flatMap((status) => areasOf(report, status)).map((area) => (
        <AreaRow
          key={area}
          area={area}
          report={report}
          words={words}
          opens={area === "dispenser" && report.dispenser.toLookAt + report.dispenser.offSale.length > 0}
        >
          {area === "callbacks" && <Trend callbacks={report.callbacks} />}
          {area === "dispenser" && <Vends dispenser={report.dispenser} />}
          {area === "database" && report.database.damage !== null && <Restore restore={report.restore} />}
        </AreaRow>
      ))}
    </div>
  );
}

function Restore({ restore }: { restore: HealthReport["restore"] }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (restore === null) return <p>{t("health.restore.none")}</p>;
  return (
    <section className={styles.restore} aria-labelledby="restore-title">
      <h3 id="restore-title">{t("health.restore.title")}</h3>
      <p>{t("health.restore.text", { time: dateTime(restore.backupAt) })}</p>
      <code className={styles.command}>{restore.command}</code>
    </section>
  );
}
