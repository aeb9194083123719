import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import { usePeriodWords } from "./days-words.ts";
import styles from "./filters.module.css";

export function Totals() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const period = usePeriodWords();
  const { totals, booked } = useTill(({ list }) => ({ totals: list.totals, booked: list.filter.booked }));
  // Reserves the space while loading, so that the rows do not jump.
  if (totals === null) return <div className={styles.totals} />;
  const { count, sums } = totals;
  const parts: [name: string, amount: number][] = [];
  if (sums !== null) {
    parts.push([t("payments.totals.captured"), sums.captured]);
    for (const kind of ["refunded", "tips", "reserved"] as const)
      if (sums[kind] !== 0) parts.push([t(`payments.totals.${kind}`), sums[kind]]);
  }
  if (totals.booked !== null && booked !== null) {
    parts.push([t(`payments.booked.${booked}`), totals.booked.amount]);
    if (totals.booked.tips !== 0) parts.push([t("payments.totals.tips"), totals.booked.tips]);
  }
  const single = booked === "captured" ? "captures" : booked === "refunded" ? "refunds" : null;
  // A report counts each capture; this list counts payments.
  const singles = totals.booked?.count ?? count;
  return (
    <dl className={styles.totals} aria-label={t("payments.totals.label")} data-testid="totals">
      <div>
        <dt>{period}</dt>
        <dd>{t("payments.totals.count", { count })}</dd>
        {single !== null && singles !== count && <dt>{t(`payments.totals.${single}`, { count: singles })}</dt>}
      </div>
      {parts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
