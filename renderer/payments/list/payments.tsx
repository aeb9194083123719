import { PaymentDetail } from "./detail.tsx";
import { PaymentListPanel } from "./list.tsx";
import { useIsPaymentOpen } from "./pane.tsx";
import styles from "./payments.module.css";

export function Payments() {
  const isOpen = useIsPaymentOpen();
  return (
    <div className={styles.screen} data-detail={isOpen || undefined}>
      <PaymentListPanel />
      <PaymentDetail />
    </div>
  );
}
