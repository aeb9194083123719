import { LockKeyhole } from "lucide-react";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Permission, roleHasPermission } from "../../../contract/values/roles.ts";
import { useKit, useKitActions } from "../context.ts";
import layout from "../ui/layout.module.css";
import styles from "../ui/sections.module.css";
import { ManagerPin, PinStepProblem } from "./manager-pin.tsx";
import { hasPermission } from "./permissions.ts";

/** Shows a section to users with the permission, and asks others for an authorized PIN. */
export function Gate({ permission, children }: { permission: Permission | null; children: ReactNode }) {
  const { isOpen, name } = useKit(({ terminal }) => ({
    isOpen: permission === null || hasPermission(terminal, permission),
    name: terminal?.staff?.name ?? "",
  }));
  const content = useFocusWhenOpened(isOpen);
  if (!isOpen && permission !== null) return <AskForPin permission={permission} />;
  return (
    <div ref={content} tabIndex={-1} className={styles.opened}>
      {/* The key resets the section's state when the user changes. */}
      <Fragment key={name}>{children}</Fragment>
    </div>
  );
}

/** Moves the focus into the opened section, because the PIN field is gone. */
function useFocusWhenOpened(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const wasClosed = useRef(false);
  useEffect(() => {
    if (isOpen && wasClosed.current) content.current?.focus({ preventScroll: true });
    wasClosed.current = !isOpen;
  }, [isOpen]);
  return content;
}

/** True while the focus is in the list of sections, where it must stay. */
function isInList(): boolean {
  return document.activeElement?.matches("[role=tab]:focus-visible") ?? false;
}

function AskForPin({ permission }: { permission: Permission }) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const now = useKit((state) => state.terminal?.staff?.name ?? null);
  const [isTooLittle, setIsTooLittle] = useState(false);
  const [keepsFocus] = useState(isInList);
  const gate = useRef<HTMLDivElement>(null);
  // A tapped tab takes the focus after the section is shown, so the PIN field is focused again.
  useEffect(() => {
    if (keepsFocus) return;
    const frame = requestAnimationFrame(() => gate.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [keepsFocus]);
  const whose = useKit(({ terminal }) =>
    roleHasPermission("manager", permission, terminal?.people.roles ?? []) ? "manager" : "owner",
  );
  const unlock = async (pin: string) => {
    setIsTooLittle(false);
    // Still mounted after a correct PIN: the PIN's owner lacks the permission.
    setIsTooLittle(await actions.unlockSettings(pin));
  };
  return (
    <div ref={gate} className={styles.gate} data-testid="settings-gate">
      <div className={styles.gateWords}>
        <span className={`${layout.picture} ${styles.gatePicture}`}>
          <LockKeyhole aria-hidden />
        </span>
        <p className={styles.gateWhy}>
          {t(`settingsScreen.gate.${whose}`)} {now !== null && t("settingsScreen.gate.instead", { name: now })}
        </p>
      </div>
      <PinStepProblem />
      {isTooLittle && <p role="alert">{t(`settingsScreen.tooLittle.${whose}`, { name: now ?? "" })}</p>}
      <ManagerPin
        opens
        keepsFocus={keepsFocus}
        label={t(`settingsScreen.pin.${whose}`)}
        submit={t("settingsScreen.unlock")}
        onPin={(pin) => void unlock(pin)}
      />
    </div>
  );
}
