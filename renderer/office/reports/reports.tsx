import { useTranslation } from "react-i18next";
import { hasPermission } from "../../kit/approval/permissions.ts";
import { SectionTabs } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { ClosedSummary } from "./closed-summary.tsx";
import { REPORT_SECTIONS } from "./sections.ts";

/** The reports screen. The summary of a just closed day fills it. */
export function Reports() {
  const { t } = useTranslation();
  const actions = useActions();
  const chosen = useTill(({ reports }) => reports.section);
  // Hides the summary when its user was signed out.
  const ended = useTill(({ reports, terminal }) => (hasPermission(terminal, "reports") ? reports.ended : null));
  if (ended !== null) return <ClosedSummary report={ended} />;
  return (
    <SectionTabs
      title={t("reports.title")}
      label={t("reports.sections")}
      testId="reports"
      sections={REPORT_SECTIONS}
      chosen={chosen}
      onChoose={actions.openReports}
    />
  );
}
