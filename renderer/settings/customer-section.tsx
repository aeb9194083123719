import { MonitorSmartphone, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePermission } from "../kit/approval/permissions.ts";
import { Button } from "../kit/ui/button.tsx";
import { Group } from "../kit/ui/group.tsx";
import { LanguageChoice } from "../kit/ui/language-choice.tsx";
import layout from "../kit/ui/layout.module.css";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../store/store.ts";

export function CustomerSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { view, usualLanguage: language, wasBlocked } = useTill((state) => state.shell);
  const mayChoose = usePermission("settings");
  const isBusy = useTill((state) => state.busy.customerScreen === true);
  if (view === null) return null;
  const { way, open } = view.customerDisplay;
  const isOneDisplay = way === "window" && view.displays === 1;
  return (
    <Section>
      <div className={layout.groups}>
        <div className={layout.group}>
          <p>{t(way === "page" ? "customerScreen.pageText" : "customerScreen.windowText")}</p>
          {isOneDisplay && <p>{t("customerScreen.oneDisplay")}</p>}
          <Button
            fill
            kind="primary"
            Icon={MonitorSmartphone}
            isDisabled={isBusy}
            onPress={() => void actions.openCustomerScreen()}
          >
            {t(way === "page" ? "customerScreen.openPage" : "customerScreen.open")}
          </Button>
          {wasBlocked && <p role="alert">{t("customerScreen.blocked")}</p>}
          {open && (
            <>
              <p role="status">{t("customerScreen.isOpen")}</p>
              <Button fill Icon={X} isDisabled={isBusy} onPress={() => void actions.closeCustomerScreen()}>
                {t("customerScreen.close")}
              </Button>
            </>
          )}
        </div>
        {language && mayChoose && (
          <Group title={t("customerScreen.language")}>
            <LanguageChoice
              label={t("customerScreen.language")}
              value={language}
              onChange={(chosen) => void actions.setUsualLanguage(chosen)}
            />
          </Group>
        )}
      </div>
    </Section>
  );
}
