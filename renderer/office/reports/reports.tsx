import { useTranslation } from "react-i18next";
import { SectionTabs } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import { REPORT_SECTIONS } from "./sections.tsx";

/** The manager's screens: how the day goes, closing it, and what was closed. */
export function Reports() {
  const { t } = useTranslation();
  const actions = useActions();
  const chosen = useTill(({ reports }) => reports.section);
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
