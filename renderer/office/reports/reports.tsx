import { useTranslation } from "react-i18next";
import { may } from "../../kit/approval/permissions.ts";
import { SectionTabs } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import { Ending } from "./ending.tsx";
import { REPORT_SECTIONS } from "./sections.tsx";

/** The manager's screens: how the day goes, closing it, and what was closed. A day that was just closed has all of it. */
export function Reports() {
  const { t } = useTranslation();
  const actions = useActions();
  const chosen = useTill(({ reports }) => reports.section);
  // What the day came to is for those who may see it: a user who is signed out by time leaves no sum behind.
  const ended = useTill(({ reports, terminal }) => (may(terminal, "reports") ? reports.ended : null));
  if (ended !== null) return <Ending report={ended} />;
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
