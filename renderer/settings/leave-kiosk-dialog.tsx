import { useTranslation } from "react-i18next";
import { roleHas } from "../../contract/permissions.ts";
import { ApprovalField, leaveOf, useApproval } from "../manager/approval.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import styles from "./window-choices.module.css";

/** Says what leaving kiosk mode means, and asks for the leave of somebody who may. */
export function LeaveKioskDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const { mayAlone, isBusy, isBrowser } = useTill(({ terminal, busy }) => ({
    mayAlone: roleHas(terminal?.staff?.role ?? null, "kiosk_exit"),
    isBusy: busy.leaveKiosk === true,
    isBrowser: terminal?.shell === "browser",
  }));
  const approval = useApproval();
  const leave = leaveOf(approval, mayAlone);
  return (
    <Sheet
      wide
      title={t("kioskMode.dialogTitle")}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onPress={actions.closeDialog}>{t("common.back")}</Button>
          <Button
            kind="primary"
            isDisabled={isBusy || !leave.isGiven}
            onPress={() => void actions.leaveKiosk(leave.pin)}
          >
            {t("kioskMode.yes")}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.form}>
          <p>{t("kioskMode.dialogText")}</p>
          <p>
            {t("kioskMode.dialogUntil")} {isBrowser && t("kioskMode.browser")}
          </p>
        </div>
        <div className={styles.form}>
          <ApprovalField approval={approval} leave={leave} />
        </div>
      </div>
    </Sheet>
  );
}
