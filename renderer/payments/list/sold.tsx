import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { isUnitemised } from "../../../contract/values/lines.ts";
import { approverOf } from "../../kit/story/sentence.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { requiresStaff } from "../../store/select.ts";
import { useSoldName } from "../../store/sold-name.ts";
import { useTill } from "../../store/store.ts";
import styles from "./payments.module.css";

export function SoldItems({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const nameOf = useSoldName();
  const isHidden = useTill(requiresStaff);
  const started = useTill(({ timelines }) =>
    timelines[payment.posTid]?.find(({ event }) => event === "payment.started"),
  );
  const { lines, additionalAmount, currency } = payment;
  if (isHidden || isUnitemised(lines)) return null;
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  const approver = started && approverOf(started);
  const rows = lines.map((line) => ({
    what: `${line.quantity} × ${nameOf(line) || t("payment.keyed")}`,
    amount: line.quantity * line.unitAmount,
  }));
  const off = approver ? t("payment.discountBy", { name: approver }) : t("payment.discount");
  if (discount > 0) rows.push({ what: off, amount: -discount });
  if (additionalAmount > 0) rows.push({ what: t("payment.tip"), amount: additionalAmount });
  return (
    <section aria-label={t("payment.sold")} data-testid="sold">
      <dl className={styles.facts}>
        {rows.map(({ what, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a payment never change
          <div key={index}>
            <dt>{what}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
