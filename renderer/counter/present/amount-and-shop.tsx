import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { Money } from "../../kit/ui/money.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import styles from "./present.module.css";

export function AmountAndShop({ payment }: { payment: Payment }) {
  const shop = useTill((state) => state.terminal?.merchant.name ?? state.terminal?.pos.name ?? "");
  const { t } = useTranslation();
  const { money } = useFormat();
  const total = payment.amount + payment.additionalAmount;
  return (
    <div className={styles.amountBox} style={{ "--ems": widthOf(money(total, payment.currency)) } as CSSProperties}>
      <Money amount={total} currency={payment.currency} className={styles.amount} />
      <p className={styles.shop}>{shop}</p>
      {payment.register !== null && (
        <p className={styles.register}>{t("present.register", { register: payment.register })}</p>
      )}
    </div>
  );
}

/** Approximate width in digits; other characters are at most half as wide. */
function widthOf(amount: string): number {
  const figures = amount.replaceAll(/\D/g, "").length;
  return figures * 0.6 + (amount.length - figures) * 0.24;
}
