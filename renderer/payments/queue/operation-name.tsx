import { useTranslation } from "react-i18next";
import type { Operation } from "../../../contract/payments/views.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import { amountOf } from "./actions.ts";
import styles from "./queue.module.css";

export function OperationName({ operation, withPayment = false }: { operation: Operation; withPayment?: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const payment = useTill((state) => state.payments[operation.posTid] ?? null);
  const amount = amountOf(operation, payment ?? undefined);
  return (
    <p className={styles.name}>
      <strong>{t(`queue.kinds.${operation.kind}`)}</strong>
      {amount !== null && <strong>{money(amount, payment?.currency)}</strong>}
      {withPayment && payment && <span className={styles.quiet}>{payment.number}</span>}
    </p>
  );
}
