import { Settings, SunMoon } from "lucide-react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { WindowChoices } from "../settings/window-choices.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./panels.module.css";

/**
 * What an operator may choose for this window: theme, language, sounds.
 * @param isOpen from the start: its button was pressed before this was here
 */
export function SettingsPopover({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <DialogTrigger defaultOpen={isOpen}>
      <IconButton label={t("bar.settings")} Icon={SunMoon} />
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <Dialog className={styles.settings ?? ""} aria-label={t("bar.settings")}>
          {({ close }) => <Choices onLeave={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Choices({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const version = useTill((state) => state.terminal?.version ?? "");
  return (
    <>
      <WindowChoices />
      <Button
        fill
        Icon={Settings}
        onPress={() => {
          onLeave();
          actions.openSettings();
        }}
      >
        {t("settingsScreen.open")}
      </Button>
      <p className={styles.version}>{t("settings.version", { version })}</p>
    </>
  );
}
