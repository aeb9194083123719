import { MonitorSmartphone, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { Segmented } from "../kit/ui/segmented.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./window-choices.module.css";

/** The screen that faces the customer: opened here, and put in its place by a person where the till cannot. */
export function CustomerSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { view, language, wasBlocked } = useTill((state) => state.shell);
  const isBusy = useTill((state) => state.busy.customerScreen === true);
  if (view === null) return null;
  const { way, open } = view.customerDisplay;
  const isOneDisplay = way === "window" && view.displays === 1;
  return (
    <Section narrow>
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
      {language && (
        <div className={styles.choice}>
          <h3>{t("customerScreen.language")}</h3>
          <Segmented
            fill
            label={t("customerScreen.language")}
            value={language}
            onChange={(chosen) => void actions.setCustomerLanguage(chosen)}
            options={[
              { value: "en", label: t("settings.english") },
              { value: "nb", label: t("settings.norwegian") },
            ]}
          />
        </div>
      )}
    </Section>
  );
}
