import type { Payment } from "../../contract/payments/views.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { useTill } from "../store/store.ts";
import { useKiosk, useMachineRule, usePayment, useTexts } from "./context.ts";
import { chargeStatusOf } from "./select.ts";
import styles from "./staff-code.module.css";

export function ChargeStatusText() {
  const { t, money } = useTexts();
  const rule = useMachineRule();
  const payment = usePayment();
  const session = useKiosk((state) => state.session);
  const known = useTill((state) => JSON.stringify(chargeStatusOf(state, session, payment)));
  const charged: ReturnType<typeof chargeStatusOf> = JSON.parse(known);
  return (
    <section className={styles.charged}>
      <h3>{t("helps.charged")}</h3>
      <p className={styles.answer} role="status" data-testid="kiosk-charged" data-answer={charged.answer}>
        {"amount" in charged
          ? t(`helps.${charged.answer}`, { amount: money(charged.amount) })
          : t(`helps.${charged.answer}`)}
        {charged.answer === "reserved" && rule !== null && ` ${rule}`}
      </p>
    </section>
  );
}

export function StaffCode({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  return (
    <section className={styles.reference}>
      <div className={styles.code}>
        <QrCode text={payment.number} label={t("helps.forStaff")} testId="reference-qr" />
      </div>
      <div>
        <h3>{t("helps.reference")}</h3>
        <p className={styles.number} data-testid="kiosk-reference">
          {payment.number}
        </p>
        <p>{t("helps.forStaff")}</p>
      </div>
    </section>
  );
}
