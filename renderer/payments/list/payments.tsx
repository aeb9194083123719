import { useTill } from "../../store/store.tsx";
import { PaymentDetail } from "./detail.tsx";
import { PaymentListPanel } from "./list.tsx";
import styles from "./payments.module.css";

/** Every payment of this till, and what can be done with the one that is chosen. */
export function Payments() {
  const selectedId = useTill((state) => state.selectedId);
  return (
    <div className={styles.screen} data-detail={selectedId !== null || undefined}>
      <PaymentListPanel />
      <PaymentDetail />
    </div>
  );
}
