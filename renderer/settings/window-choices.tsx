import { useTranslation } from "react-i18next";
import { Segmented } from "../kit/ui/segmented.tsx";
import { Switch } from "../kit/ui/switch.tsx";
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
        <Segmented
          fill
          label={t("settings.theme")}
          value={theme}
          onChange={actions.setTheme}
          options={[
            { value: "system", label: t("settings.system") },
            { value: "light", label: t("settings.light") },
            { value: "dark", label: t("settings.dark") },
          ]}
        />
      </div>
      <div className={styles.choice}>
        <h3>{t("settings.language")}</h3>
        <Segmented
          fill
          label={t("settings.language")}
          value={language}
          onChange={actions.setLanguage}
          options={[
            { value: "en", label: t("settings.english") },
            { value: "nb", label: t("settings.norwegian") },
          ]}
        />
      </div>
      <Switch isSelected={sound} onChange={actions.setSound}>
        {t("settings.sound")}
      </Switch>
    </>
  );
}
