import { Maximize } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./window-choices.module.css";

/** The way out of kiosk mode for now, and back; nothing at a till that is no kiosk. */
export function KioskChoice() {
  const { t } = useTranslation();
  const { isKiosk, kiosk } = useTill(({ terminal, shell }) => ({
    isKiosk: terminal?.mode === "kiosk",
    kiosk: shell.view?.kiosk ?? null,
  }));
  if (!isKiosk || kiosk === null) return null;
  return (
    <section className={styles.kiosk} data-testid="kiosk-mode">
      <h3>{t("kioskMode.title")}</h3>
      {kiosk.possible ? <Way isLeft={kiosk.left} /> : <p>{t("kioskMode.noWindow")}</p>}
    </section>
  );
}

function Way({ isLeft }: { isLeft: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isBusy, isPaymentOpen } = useTill(({ busy, dialog, managerProblem }) => ({
    isBusy: busy.enterKiosk === true,
    isPaymentOpen: dialog === null && managerProblem?.code === "conflict",
  }));
  return (
    <>
      <p role="status">{t(isLeft ? "kioskMode.left" : "kioskMode.text")}</p>
      {isLeft ? (
        <Button fill kind="primary" Icon={Maximize} isDisabled={isBusy} onPress={() => void actions.enterKiosk()}>
          {t("kioskMode.enter")}
        </Button>
      ) : (
        <Button fill onPress={() => actions.open({ kind: "leaveKiosk" })}>
          {t("kioskMode.leave")}
        </Button>
      )}
      {isPaymentOpen && (
        <p className={styles.problem} role="alert" data-tone="attention">
          {t("kioskMode.paymentOpen")}
        </p>
      )}
    </>
  );
}
