import { ClockAlert } from "lucide-react";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Empty } from "../../kit/ui/empty.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import tableStyles from "../../kit/ui/table.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { openPaymentId } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { LAPSED_DAYS } from "./actions.ts";
import styles from "./reserved.module.css";
import { ReservedHeader } from "./reserved-header.tsx";

export function LapsedReservations() {
  const { t } = useTranslation();
  const lapsed = useTill((state) => state.reserved.lapsed);
  const { count = 0, amount = 0 } = lapsed ?? {};
  return (
    <section className={screenStyles.card} aria-labelledby="reserved-title" data-reserved>
      <ReservedHeader
        count={t("reserved.lapsedCount", { count, days: LAPSED_DAYS })}
        name={t("reserved.lapsedSum")}
        sum={amount}
      />
      {count === 0 ? (
        <Empty Icon={ClockAlert} title={t("reserved.lapsedEmpty")} text={t("reserved.lapsedText")} />
      ) : (
        <LapsedTable />
      )}
    </section>
  );
}

function LapsedTable() {
  const { t } = useTranslation();
  const { money, row } = useFormat();
  const actions = useActions();
  const { rows, now, opened } = useTill((state) => ({
    rows: state.reserved.lapsed?.posTids.flatMap((posTid) => state.payments[posTid] ?? []) ?? [],
    now: Math.trunc(state.now / 60_000) * 60_000,
    opened: openPaymentId(state),
  }));
  return (
    <div className={tableStyles.scroll}>
      <Table
        aria-label={t("reserved.lapsedLabel")}
        className={tableStyles.table}
        onRowAction={(key) => actions.select(String(key))}
      >
        <TableHeader className={tableStyles.head}>
          <Column isRowHeader>{t("reserved.lapsedAt")}</Column>
          <Column>{t("payments.number")}</Column>
          <Column className={styles.roomy}>{t("payments.customer")}</Column>
          <Column className={tableStyles.end}>{t("payments.amount")}</Column>
        </TableHeader>
        <TableBody items={rows.map((payment) => ({ ...payment, id: payment.posTid }))} dependencies={[now, opened]}>
          {(payment) => (
            <Row className={`${tableStyles.row} ${payment.posTid === opened ? styles.opened : ""}`}>
              <Cell>{row(payment.modifiedAt, now)}</Cell>
              <Cell className={tableStyles.quiet}>{payment.number}</Cell>
              <Cell className={`${tableStyles.quiet} ${styles.roomy}`}>{payment.customer ?? "–"}</Cell>
              <Cell className={tableStyles.amount}>
                {money(payment.amount + payment.additionalAmount - payment.capturedTotal, payment.currency)}
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}
