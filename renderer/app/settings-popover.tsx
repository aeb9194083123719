import { Settings } from "lucide-react";
import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { WindowChoices } from "../settings/window-choices.tsx";
import { useActions, useTill } from "../store/store.ts";
import styles from "./panels.module.css";

/**
 * Theme, language and sound of this window. Its button is rendered elsewhere before this part loads, so that it keeps
 * the focus.
 */
export function SettingsPopover({ of, ...popover }: SettingsPopoverProps) {
  const { t } = useTranslation();
  return (
    <Popover {...popover} triggerRef={of} className={styles.popover} placement="bottom end">
      <Dialog className={styles.settings} aria-label={t("bar.settings")}>
        <Choices onLeave={() => popover.onOpenChange(false)} />
      </Dialog>
    </Popover>
  );
}

export interface SettingsPopoverProps {
  of: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
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
