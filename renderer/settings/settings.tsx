import { useTranslation } from "react-i18next";
import { SectionTabs, type TabSection } from "../kit/ui/section-tabs.tsx";
import { DiscardSheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.ts";
import { FromHeadOffice } from "./from-head-office.tsx";

export function Settings({ sections }: { sections: readonly TabSection[] }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { chosen, pendingNavigation } = useTill(({ settings }) => ({
    chosen: settings.section,
    pendingNavigation: settings.pendingNavigation,
  }));
  return (
    <>
      <SectionTabs
        title={t("settingsScreen.title")}
        label={t("settingsScreen.sections")}
        testId="settings"
        sections={sections}
        chosen={chosen}
        onChoose={actions.openSettings}
        Note={FromHeadOffice}
      />
      {pendingNavigation !== null && <DiscardSheet onKeep={actions.keepEditing} onDiscard={actions.discardUnsaved} />}
    </>
  );
}
