import { LockKeyhole, UserRound } from "lucide-react";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Permission, ROLE_PERMISSIONS, roleHas } from "../../../contract/roles.ts";
import { useKit, useKitActions } from "../context.ts";
import { Button } from "../ui/button.tsx";
import layout from "../ui/layout.module.css";
import styles from "../ui/sections.module.css";
import { BesidePin, ManagerPin } from "./manager-pin.tsx";

/** Shows a section to those who may see it, and asks anybody else for the PIN of somebody who may. */
export function Gate({ permission, children }: { permission: Permission | null; children: ReactNode }) {
  const { isOpen, name } = useKit(({ terminal }) => ({
    isOpen: permission === null || roleHas(terminal?.staff?.role ?? null, permission),
    name: terminal?.staff?.name ?? "",
  }));
  const content = useFocusWhenOpened(isOpen);
  if (!isOpen && permission !== null) return <AskForPin permission={permission} />;
  return (
    <div ref={content} tabIndex={-1} className={styles.opened}>
      <OpenedBy />
      {/* What one person has begun here is not the next one's to finish. */}
      <Fragment key={name}>{children}</Fragment>
    </div>
  );
}

/** Where the PIN was typed is nothing any more: the keyboard goes on in what it has opened. */
function useFocusWhenOpened(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const wasClosed = useRef(false);
  useEffect(() => {
    if (isOpen && wasClosed.current) content.current?.focus({ preventScroll: true });
    wasClosed.current = !isOpen;
  }, [isOpen]);
  return content;
}

/** The operator who opened a section by their PIN is signed in by it, and is not to forget it. */
function OpenedBy() {
  const { t } = useTranslation();
  const actions = useKitActions();
  const opened = useKit(({ settings }) => settings.opened);
  if (opened === null) return null;
  const { name, before } = opened;
  return (
    <div className={styles.openedBy} data-testid="opened-by">
      <UserRound aria-hidden />
      <p role="status">
        {before === null ? t("settingsScreen.opened", { name }) : t("settingsScreen.openedInstead", { name, before })}
      </p>
      <Button onPress={() => actions.goTo("charge")}>{t("settingsScreen.leave")}</Button>
    </div>
  );
}

function AskForPin({ permission }: { permission: Permission }) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const now = useKit((state) => state.terminal?.staff?.name ?? null);
  const [isTooLittle, setIsTooLittle] = useState(false);
  const whose = ROLE_PERMISSIONS.manager.includes(permission) ? "manager" : "owner";
  const unlock = async (pin: string) => {
    setIsTooLittle(false);
    // Still here after a PIN that was right: it was not the PIN of someone who may.
    setIsTooLittle(await actions.unlockSettings(pin));
  };
  return (
    <div className={styles.gate} data-testid="settings-gate">
      <div className={styles.gateWords}>
        <span className={`${layout.picture} ${styles.gatePicture}`}>
          <LockKeyhole aria-hidden />
        </span>
        <p>
          {t(`settingsScreen.gate.${whose}`)} {now !== null && t("settingsScreen.gate.instead", { name: now })}
        </p>
        <BesidePin />
        {isTooLittle && <p role="alert">{t(`settingsScreen.tooLittle.${whose}`, { name: now ?? "" })}</p>}
      </div>
      <ManagerPin
        keepsFocus
        label={t(`settingsScreen.pin.${whose}`)}
        submit={t("settingsScreen.unlock")}
        onPin={(pin) => void unlock(pin)}
      />
    </div>
  );
}
