import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { Bars } from "./bars.tsx";
import { Figures } from "./figures.tsx";
import { Problem } from "./problem.tsx";
import styles from "./reports.module.css";

/** How the day goes, against the same weekday of last week. */
export function TodaySection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { money, clock } = useFormat();
  const today = useTill(({ reports }) => reports.today);
  const locale = useTill(({ terminal }) => terminal?.locale ?? "en");
  useEffect(() => void actions.readToday(), [actions]);
  if (today === null) return <Problem />;
  const share = (value: number | null) =>
    value === null ? "–" : new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(value);
  return (
    <Section>
      <Problem />
      <Figures
        items={[
          {
            label: t("reports.sold"),
            value: money(today.sold),
            note: t("reports.lastWeekByNow", { amount: money(today.lastWeek.soldByNow) }),
          },
          { label: t("reports.payments"), value: today.count },
          { label: t("reports.average"), value: today.average === null ? "–" : money(today.average) },
          { label: t("reports.tips"), value: money(today.tips) },
          {
            label: t("reports.refunded"),
            value: money(today.refunds.amount),
            note: t("reports.paymentCount", { count: today.refunds.count }),
          },
          {
            label: t("reports.reserved"),
            value: money(today.reserved.amount),
            note: t("reports.paymentCount", { count: today.reserved.count }),
          },
          {
            label: t("reports.declined"),
            value: share(today.declined.share),
            note: t("reports.of", { count: today.declined.count, outOf: today.declined.outOf }),
          },
        ]}
      />
      <Bars
        title={t("reports.todayBars")}
        beforeLabel={t("reports.lastWeek")}
        bars={today.hours.map(({ label, captured, count, lastWeek }) => ({
          label,
          amount: captured,
          count,
          before: lastWeek,
        }))}
      />
      <div className={styles.actions}>
        <p className={styles.quiet}>{t("reports.asOf", { time: clock(today.asOf) })}</p>
        <Button Icon={RefreshCw} onPress={() => void actions.readToday()}>
          {t("reports.refresh")}
        </Button>
      </div>
    </Section>
  );
}
