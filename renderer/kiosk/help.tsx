import { QrCode } from "../kit/qr/qr-code.tsx";
import { useTill } from "../store/store.tsx";
import { useKiosk, useMachineRule, usePayment, useTell, useTexts } from "./context.tsx";
import { KioskDialog } from "./dialog.tsx";
import styles from "./help.module.css";
import { KioskButton } from "./kiosk-button.tsx";
import { type Charged, chargedOf } from "./select.ts";

/** On every screen: whether money moved, under which number staff find it, and how one buys here. */
export function Help() {
  const { t } = useTexts();
  const tell = useTell();
  const session = useKiosk((state) => state.session);
  const payment = usePayment();
  const charged = useTill((state) => JSON.stringify(chargedOf(state, session, payment)));
  if (session.sheet !== "help" || session.askedAt !== null) return null;
  const close = () => tell({ type: "sheet", sheet: null });
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
      <div className={styles.help}>
        <section className={styles.charged}>
          <h3>{t("helps.charged")}</h3>
          <Answer charged={JSON.parse(charged)} />
        </section>
        {payment !== null && (
          <section className={styles.reference}>
            <h3>{t("helps.reference")}</h3>
            <p className={styles.number} data-testid="kiosk-reference">
              {payment.number}
            </p>
            <div className={styles.code}>
              <QrCode text={payment.number} label={t("helps.forStaff")} testId="reference-qr" />
            </div>
            <p>{t("helps.forStaff")}</p>
          </section>
        )}
        <section>
          <h3>{t("helps.how")}</h3>
          <ol className={styles.how}>
            <li>{t("helps.step1")}</li>
            <li>{t("helps.step2")}</li>
            <li>{t("helps.step3")}</li>
          </ol>
          <p className={styles.keys}>{t("helps.keys")}</p>
        </section>
      </div>
    </KioskDialog>
  );
}

function Answer({ charged }: { charged: Charged }) {
  const { t, money } = useTexts();
  const rule = useMachineRule();
  return (
    <p className={styles.answer} role="status" data-testid="kiosk-charged" data-answer={charged.answer}>
      {"amount" in charged
        ? t(`helps.${charged.answer}`, { amount: money(charged.amount) })
        : t(`helps.${charged.answer}`)}
      {charged.answer === "reserved" && rule !== null && ` ${rule}`}
    </p>
  );
}
