import { Settings } from "lucide-react";
import { Dialog, DialogTrigger, Popover, Switch } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../store/store.ts";
import { IconButton } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import styles from "./panels.module.css";

/** What an operator may choose for this window: theme, language, sounds. */
export function SettingsPopover() {
  const { t } = useTranslation();
  return (
    <DialogTrigger>
      <IconButton label={t("bar.settings")} Icon={Settings} />
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <Dialog className={styles.settings ?? ""} aria-label={t("bar.settings")}>
          <Choices />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Choices() {
  const { t } = useTranslation();
  const actions = useActions();
  const { theme, language, sound, version } = useTill((state) => ({
    theme: state.theme,
    language: state.language,
    sound: state.sound,
    version: state.terminal?.version ?? "",
  }));
  return (
    <>
      <div>
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
      <div>
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
      <Switch className={styles.switch ?? ""} isSelected={sound} onChange={actions.setSound}>
        {t("settings.sound")}
        <span className={styles.track} />
      </Switch>
      <p className={styles.version}>{t("settings.version", { version })}</p>
    </>
  );
}
