import type { CSSProperties } from "react";
import type { Payment } from "../../contract/views.ts";
import { useTill } from "../store/store.ts";
import { Money } from "../ui/money.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./present.module.css";

/** What is to be paid, and to whom: large enough for the customer. */
export function AmountAndShop({ payment }: { payment: Payment }) {
  const shop = useTill((state) => state.terminal?.merchant.name ?? state.terminal?.pos.name ?? "");
  const { money } = useFormat();
  const total = payment.amount + payment.additionalAmount;
  const characters = money(total, payment.currency).length;
  return (
    <div className={styles.amountBox} style={{ "--characters": characters } as CSSProperties}>
      <Money amount={total} currency={payment.currency} className={styles.amount} />
      <p className={styles.shop}>{shop}</p>
    </div>
  );
}
