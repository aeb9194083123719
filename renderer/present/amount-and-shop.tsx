import type { Payment } from "../../contract/views.ts";
import { useTill } from "../store/store.ts";
import { Money } from "../ui/money.tsx";
import styles from "./present.module.css";

/** What is to be paid, and to whom: large enough for the customer. */
export function AmountAndShop({ payment }: { payment: Payment }) {
  const shop = useTill((state) => state.terminal?.merchant.name ?? state.terminal?.pos.name ?? "");
  return (
    <div>
      <Money amount={payment.amount + payment.additionalAmount} currency={payment.currency} className={styles.amount} />
      <p className={styles.shop}>{shop}</p>
    </div>
  );
}
