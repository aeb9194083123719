import { CircleCheck, FileText, Printer, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Money } from "../../kit/ui/money.tsx";
import solid from "../../kit/ui/solid.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions } from "../../store/store.ts";
import styles from "./closed-summary.module.css";
import { ReportView } from "./report-view.tsx";

export function ClosedSummary({ report }: { report: Report }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { dateTime } = useFormat();
  const { number, by, from, to } = report;
  const { isWhole, text } = useVerdict(report);
  const Shape = isWhole ? CircleCheck : TriangleAlert;
  return (
    <section
      className={`${solid.screen} ${styles.ending}`}
      data-tone={isWhole ? undefined : "attention"}
      data-testid="day-closed"
    >
      <div className={styles.what} role="status">
        <h1 className={solid.word}>
          <Shape aria-hidden className={solid.shape} />
          {t("reports.ended")}
        </h1>
        <Money amount={report.net} currency={report.currency} className={styles.amount} />
        <p className={styles.verdict}>{text}</p>
        <p>
          {t(by === null ? "reports.endedNumber" : "reports.endedBy", {
            number,
            time: t("reports.fromTo", { from: dateTime(from), to: dateTime(to) }),
            name: by,
          })}
        </p>
      </div>
      <div className={`${solid.actions} ${styles.actions}`}>
        <Button Icon={Printer} fill onPress={() => window.print()}>
          {t("reports.print")}
        </Button>
        <Button Icon={FileText} fill onPress={() => actions.leaveEnding("closed")}>
          {t("reports.showReport")}
        </Button>
        <Button kind="primary" size="large" fill autoFocus onPress={() => actions.leaveEnding("today")}>
          {t("reports.done")}
        </Button>
      </div>
      <div className={styles.paper}>
        <ReportView report={report} />
      </div>
    </section>
  );
}

function useVerdict({ comparison, reconciliation }: Report): { isWhole: boolean; text: string } {
  const { t } = useTranslation();
  if (comparison?.state === "nothing_to_compare") return { isWhole: true, text: t("reports.nothingToAgree") };
  if (comparison?.state === "not_compared" || reconciliation === null)
    return { isWhole: false, text: t("reports.notAgreed") };
  const { total, differences, confirming = 0 } = reconciliation;
  if (differences === 0 && confirming === 0) return { isWhole: true, text: t("reports.agree", { count: total }) };
  const text = t("reports.agreeMost", {
    agree: total - differences - confirming,
    payments: t("reports.paymentCount", { count: total }),
    differences: t("reports.differenceCount", { count: differences }),
  });
  const more = confirming > 0 ? ` ${t("reports.confirmingLine", { count: confirming })}` : "";
  return { isWhole: differences === 0, text: text + more };
}
