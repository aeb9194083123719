import { PaymentDetail } from "./detail.tsx";
import { PaymentListPanel } from "./list.tsx";
import { useIsOpen } from "./pane.tsx";
import styles from "./payments.module.css";

/** Every payment of this till, and what can be done with the one that is chosen. */
export function Payments() {
  const isOpen = useIsOpen();
  return (
    <div className={styles.screen} data-detail={isOpen || undefined}>
      <PaymentListPanel />
      <PaymentDetail />
    </div>
  );
}
