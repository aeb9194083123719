import { useDispatch, useKiosk, usePayment, useTexts } from "./context.ts";
import { KioskDialog } from "./dialog.tsx";
import styles from "./help.module.css";
import { KioskButton } from "./kiosk-button.tsx";
import { ChargeStatusText, StaffCode } from "./staff-code.tsx";

export function Help() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOpen = useKiosk(({ session }) => session.sheet === "help" && session.askedAt === null);
  const payment = usePayment();
  if (!isOpen) return null;
  const close = () => dispatch({ type: "sheet", sheet: null });
  return (
    <KioskDialog
      name="help"
      title={t("helps.title")}
      onClose={close}
      actions={
        <KioskButton kind="primary" autoFocus isFirst isClose onPress={close}>
          {t("close")}
        </KioskButton>
      }
    >
      <div className={styles.help} data-payment={payment !== null || undefined}>
        <ChargeStatusText />
        {payment !== null && <StaffCode payment={payment} />}
        <section>
          <h3>{t("helps.how")}</h3>
          <ol className={styles.how}>
            <li>{t("helps.step1")}</li>
            <li>{t(payment?.codeMissing ? "helps.step2ByPhone" : "helps.step2")}</li>
            <li>{t("helps.step3")}</li>
          </ol>
          <p className={styles.keys}>{t("helps.keys")}</p>
        </section>
      </div>
    </KioskDialog>
  );
}
