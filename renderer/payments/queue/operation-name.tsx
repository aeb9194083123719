import { useTranslation } from "react-i18next";
import type { Operation } from "../../../contract/views.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.tsx";
import styles from "./queue.module.css";

/** What an operation is: its kind, its amount where it has one, and whose it is. */
export function OperationName({ operation, withPayment = false }: { operation: Operation; withPayment?: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const payment = useTill((state) => state.payments[operation.posTid] ?? null);
  // A request, a release or a cancel has no amount of its own: it is about the whole payment.
  const own = operation.amount === null ? null : operation.amount + (operation.additionalAmount ?? 0);
  const amount = own ?? (payment && payment.amount + payment.additionalAmount);
  return (
    <p className={styles.name}>
      <strong>{t(`queue.kinds.${operation.kind}`)}</strong>
      {amount !== null && <strong>{money(amount, payment?.currency)}</strong>}
      {withPayment && payment && <span className={styles.quiet}>{payment.number}</span>}
    </p>
  );
}
