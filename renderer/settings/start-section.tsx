import { useTranslation } from "react-i18next";
import { Switch } from "../kit/ui/switch.tsx";
import { useActions, useTill } from "../store/store.ts";
import styles from "./window-choices.module.css";

export function StartPart() {
  const { t } = useTranslation();
  const actions = useActions();
  const autoStart = useTill((state) => state.shell.view?.autoStart ?? null);
  const isBusy = useTill((state) => state.busy.autoStart === true);
  if (autoStart === null) return null;
  const { enabled, possible, reason, optionsKept } = autoStart;
  return (
    <section className={styles.start} aria-labelledby="starting">
      <h3 id="starting">{t("startScreen.title")}</h3>
      {possible && (
        <Switch isSelected={enabled} isDisabled={isBusy} onChange={(on) => void actions.setAutoStart(on)}>
          {t("startScreen.switch")}
        </Switch>
      )}
      <p>{t(reason === null ? "startScreen.text" : `startScreen.${reason}`)}</p>
      {possible && !optionsKept && <p>{t("startScreen.options")}</p>}
    </section>
  );
}
