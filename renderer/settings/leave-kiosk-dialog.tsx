import { useTranslation } from "react-i18next";
import { ApprovalSheet } from "../kit/approval/approval.tsx";
import { may } from "../kit/approval/permissions.ts";
import { useActions, useTill } from "../store/store.tsx";

/** Says what leaving kiosk mode means, and asks for the leave of somebody who may. */
export function LeaveKioskDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const { mayAlone, isBusy, isBrowser } = useTill(({ terminal, busy }) => ({
    mayAlone: may(terminal, "kiosk_exit"),
    isBusy: busy.leaveKiosk === true,
    isBrowser: terminal?.shell === "browser",
  }));
  return (
    <ApprovalSheet
      title={t("kioskMode.dialogTitle")}
      yes={t("kioskMode.yes")}
      isReady
      isBusy={isBusy}
      mayAlone={mayAlone}
      onYes={(pin) => void actions.leaveKiosk(pin)}
      about={
        <>
          <p>{t("kioskMode.dialogText")}</p>
          <p>
            {t("kioskMode.dialogUntil")} {isBrowser && t("kioskMode.browser")}
          </p>
        </>
      }
    />
  );
}
