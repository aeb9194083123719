import { RefreshCw, ScrollText } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Today } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Bars } from "./bars.tsx";
import { Headline } from "./headline.tsx";
import { LapsedNote } from "./lapsed-note.tsx";
import { Problem } from "./problem.tsx";
import styles from "./reports.module.css";
import { Tiles } from "./tiles.tsx";
import todayStyles from "./today.module.css";
import { PersonTable, ProductTable } from "./today-tables.tsx";
import { XView } from "./x-view.tsx";

export function TodaySection() {
  const actions = useActions();
  const { today, isXOpen } = useTill(({ reports }) => ({ today: reports.today, isXOpen: reports.isXOpen }));
  useEffect(() => void actions.readToday(), [actions]);
  if (isXOpen) return <XView />;
  return (
    <Section dense wide>
      <Problem />
      {today && <Day today={today} />}
    </Section>
  );
}

function Day({ today }: { today: Today }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { clock } = useFormat();
  return (
    <div className={todayStyles.day}>
      <Headline today={today} />
      <Tiles today={today} />
      <LapsedNote lapsed={today.lapsed} />
      <Bars
        title={t("reports.todayBars")}
        beforeLabel={today.lastWeek.known ? t("reports.lastWeek") : undefined}
        bars={today.hours.map(({ label, captured, count, lastWeek }) => ({
          label,
          amount: captured,
          count,
          before: lastWeek,
        }))}
      />
      <div className={styles.pair}>
        <PersonTable today={today} />
        <ProductTable today={today} />
      </div>
      <div className={styles.actions}>
        <p className={styles.quiet}>{t("reports.asOf", { time: clock(today.asOf) })}</p>
        <Button Icon={RefreshCw} onPress={() => void actions.readToday()}>
          {t("reports.refresh")}
        </Button>
        <Button Icon={ScrollText} onPress={() => actions.openX(true)}>
          {t("reports.xTitle")}
        </Button>
      </div>
    </div>
  );
}
