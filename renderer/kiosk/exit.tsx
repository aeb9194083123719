import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PinStepProblem } from "../kit/approval/manager-pin.tsx";
import { ApproverStep } from "../kit/approval/phone-step.tsx";
import layout from "../kit/ui/layout.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.ts";
import { useDispatch } from "./context.ts";

const ASK = { command: "shell.leaveKiosk", input: {} } as const;

/**
 * The exit for staff: an authorized PIN or linked phone, even when a user is signed in. It closes automatically. The
 * main process counts and journals wrong PINs.
 */
export function Exit() {
  const { t } = useTranslation();
  const actions = useActions();
  const dispatch = useDispatch();
  const { isConflict, isBrowser } = useTill(({ managerProblem, terminal }) => ({
    isConflict: managerProblem?.code === "conflict",
    isBrowser: terminal?.shell === "browser",
  }));
  const { closeDialog, open } = actions;
  const [byPhone, setByPhone] = useState(false);
  useKeptOpen(dispatch);
  useEffect(() => {
    open({ kind: "leaveKiosk" });
    return closeDialog;
  }, [open, closeDialog]);
  return (
    <Sheet wide title={t("kioskMode.dialogTitle")} onClose={() => dispatch({ type: "exit", isOpen: false })}>
      <div className={layout.columns} data-testid="kiosk-exit">
        <div>
          <p>{t("kioskMode.dialogText")}</p>
          <p>
            {t("kioskMode.dialogUntil")} {isBrowser && t("kioskMode.browser")}
          </p>
          {isConflict ? <p role="alert">{t("kioskMode.paymentOpen")}</p> : <PinStepProblem />}
        </div>
        <ApproverStep
          ask={ASK}
          byPhone={byPhone}
          setByPhone={setByPhone}
          submit={t("kioskMode.yes")}
          opens
          onPin={(pin) => void actions.leaveKiosk(pin)}
          onPhone={(approval) => {
            setByPhone(false);
            void actions.leaveKiosk(approval);
          }}
        />
      </div>
    </Sheet>
  );
}

/** Keeps the sheet open while a phone is being asked, because the screen is not touched then. */
function useKeptOpen(tell: ReturnType<typeof useDispatch>): void {
  const [keptUntil, setKeptUntil] = useState<number | null>(null);
  const { now, until } = useTill(({ now, phoneCheck }) => ({
    now,
    until: phoneCheck !== null && ["code", "asked"].includes(phoneCheck.state) ? Date.parse(phoneCheck.until) : null,
  }));
  useEffect(() => setKeptUntil((kept) => kept ?? until), [until]);
  const keptAt = until !== null && keptUntil !== null && now < keptUntil ? now : null;
  useEffect(() => {
    if (keptAt !== null) tell({ type: "exit", isOpen: true });
  }, [keptAt, tell]);
}
