import { PaymentDetail } from "./detail.tsx";
import { PaymentListPanel } from "./list.tsx";
import { useIsOpen } from "./pane.tsx";
import styles from "./payments.module.css";

export function Payments() {
  const isOpen = useIsOpen();
  return (
    <div className={styles.screen} data-detail={isOpen || undefined}>
      <PaymentListPanel />
      <PaymentDetail />
    </div>
  );
}
