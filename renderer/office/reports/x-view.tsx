import { ArrowLeft, Printer, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { Problem } from "./problem.tsx";
import { ReportView } from "./report-view.tsx";
import styles from "./reports.module.css";

/** The X report of the open period; reading it changes nothing. */
export function XView() {
  const { t } = useTranslation();
  const actions = useActions();
  const report = useTill(({ reports }) => reports.x);
  const [isTaken, setIsTaken] = useState(false);
  useEffect(() => void actions.readX(), [actions]);
  useEffect(() => {
    if (isTaken) window.print();
  }, [isTaken]);
  return (
    <Section titled>
      <div className={styles.actions}>
        <Button Icon={ArrowLeft} onPress={() => actions.openX(false)}>
          {t("common.back")}
        </Button>
        <Button Icon={RefreshCw} onPress={() => void actions.readX()}>
          {t("reports.refresh")}
        </Button>
        <Button Icon={Printer} onPress={() => void actions.takeX().then((taken) => taken && setIsTaken(true))}>
          {t("reports.takeX")}
        </Button>
        {isTaken && <p role="status">{t("reports.takenX")}</p>}
      </div>
      <Problem />
      {report && <ReportView report={report} />}
    </Section>
  );
}
