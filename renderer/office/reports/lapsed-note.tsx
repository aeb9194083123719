import { ChevronRight, TriangleAlert } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Lapsed } from "../../../contract/accounting/reports.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions } from "../../store/store.ts";
import styles from "./today.module.css";

export function LapsedNote({ lapsed: { count, amount, items, since } }: { lapsed: Lapsed }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { money, dateTime } = useFormat();
  if (count === 0) return null;
  return (
    <section className={styles.lapsed} data-tone="attention" data-testid="lapsed">
      <h3>
        <TriangleAlert aria-hidden size={22} />
        {t("reports.lapsed", { count, amount: money(amount), since: dateTime(since) })}
      </h3>
      <ul>
        {items.map(({ posTid, number, amount: one, at }) => (
          <li key={posTid}>
            <AriaButton className={styles.lapsedRow} onPress={() => actions.select(posTid)}>
              <strong>{number}</strong>
              <span>{dateTime(at)}</span>
              <span className={styles.rowAmount}>{money(one)}</span>
              <ChevronRight aria-hidden size={18} />
            </AriaButton>
          </li>
        ))}
      </ul>
      {count > items.length && <p>{t("reports.lapsedMore", { count: count - items.length })}</p>}
    </section>
  );
}
