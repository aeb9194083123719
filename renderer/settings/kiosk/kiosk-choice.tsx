import { Maximize } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "../window-choices.module.css";

export function KioskChoice() {
  const { t } = useTranslation();
  const actions = useActions();
  const {
    isLeft: isExited,
    isBusy,
    isPaymentOpen,
  } = useTill(({ terminal, busy, dialog, managerProblem }) => ({
    isLeft: terminal?.mode === "kiosk" && terminal.kioskLeft,
    isBusy: busy.enterKiosk === true,
    isPaymentOpen: dialog === null && managerProblem?.code === "conflict",
  }));
  if (!isExited) return null;
  return (
    <section className={styles.kiosk} data-testid="kiosk-mode">
      <h3>{t("kioskMode.title")}</h3>
      <p role="status">{t("kioskMode.left")}</p>
      <Button fill kind="primary" Icon={Maximize} isDisabled={isBusy} onPress={() => void actions.enterKiosk()}>
        {t("kioskMode.enter")}
      </Button>
      {isPaymentOpen && (
        <p className={styles.problem} role="alert" data-tone="attention">
          {t("kioskMode.paymentOpen")}
        </p>
      )}
    </section>
  );
}
