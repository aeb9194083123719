import type { CSSProperties } from "react";
import type { Payment } from "../../../contract/views.ts";
import { Money } from "../../kit/ui/money.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.tsx";
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
