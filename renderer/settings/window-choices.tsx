import { useTranslation } from "react-i18next";
import { Switch } from "../kit/ui/switch.tsx";
import { ThemeChoice, WindowLanguageChoice } from "../kit/ui/window-choices.tsx";
import { useActions, useTill } from "../store/store.ts";
import styles from "./window-choices.module.css";

export function WindowChoices() {
  const { t } = useTranslation();
  const actions = useActions();
  const { theme, language, sound } = useTill(({ theme, language, sound }) => ({ theme, language, sound }));
  return (
    <>
      <div className={styles.choice}>
        <h3>{t("settings.theme")}</h3>
        <ThemeChoice fill value={theme} onChange={actions.setTheme} />
      </div>
      <div className={styles.choice}>
        <h3>{t("settings.language")}</h3>
        <WindowLanguageChoice fill value={language} onChange={actions.setLanguage} />
      </div>
      <Switch isSelected={sound} onChange={actions.setSound}>
        {t("settings.sound")}
      </Switch>
    </>
  );
}
