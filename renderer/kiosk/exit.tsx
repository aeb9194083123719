import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { BesidePin, ManagerPin } from "../kit/approval/manager-pin.tsx";
import layout from "../kit/ui/layout.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.tsx";
import { useTell } from "./context.tsx";

/**
 * The way out, for staff: the PIN of a person who may leave kiosk mode, also where a user is signed in. It goes away by
 * itself, and every wrong PIN is counted and journaled by main.
 */
export function Exit() {
  const { t } = useTranslation();
  const actions = useActions();
  const tell = useTell();
  const { isConflict, isBrowser } = useTill(({ managerProblem, terminal }) => ({
    isConflict: managerProblem?.code === "conflict",
    isBrowser: terminal?.shell === "browser",
  }));
  const { closeDialog, open } = actions;
  useEffect(() => {
    open({ kind: "leaveKiosk" });
    return closeDialog;
  }, [open, closeDialog]);
  return (
    <Sheet title={t("kioskMode.dialogTitle")} onClose={() => tell({ type: "exit", isOpen: false })}>
      <div className={layout.columns} data-testid="kiosk-exit">
        <div>
          <p>{t("kioskMode.dialogText")}</p>
          <p>
            {t("kioskMode.dialogUntil")} {isBrowser && t("kioskMode.browser")}
          </p>
          {isConflict ? <p role="alert">{t("kioskMode.paymentOpen")}</p> : <BesidePin />}
        </div>
        <ManagerPin submit={t("kioskMode.yes")} opens onPin={(pin) => void actions.leaveKiosk(pin)} />
      </div>
    </Sheet>
  );
}
