import { type RefObject, useState } from "react";
import {
  Cell,
  Collection,
  Column,
  ResizableTableContainer,
  Row,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  TableLoadMoreItem,
  Virtualizer,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { useSecondTask } from "../../kit/second-task.ts";
import { StateBadge } from "../../kit/ui/badge.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { netOf, openPaymentId, shownAmount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./table.module.css";

/** Heights in rem: rows scale with the text like those of other tables. */
const ROW = 3.75;
const HEADING = 2.75;

/**
 * The loaded payments, newest first. Only visible rows are rendered; screen readers get the row count and arrow keys
 * reach all rows.
 * @param isArrowNavigation whether focusing a row does not open it
 */
export function PaymentTable({ isArrowNavigation }: { isArrowNavigation: RefObject<boolean> }) {
  const { t } = useTranslation();
  const actions = useActions();
  const rows = useTill((state) => state.list.ids.flatMap((id) => state.payments[id] ?? []));
  const selectedId = useTill(openPaymentId);
  // The table header renders first and the rows follow in slices.
  const hasRows = useSecondTask();
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const heights = { rowHeight: ROW * rem, loaderHeight: ROW * rem, headingHeight: HEADING * rem };
  return (
    <Virtualizer layout={TableLayout} layoutOptions={heights}>
      <ResizableTableContainer className={styles.scroll} data-late={!hasRows || undefined}>
        <Table
          aria-label={t("payments.title")}
          className={styles.table}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selectedId === null ? [] : [selectedId]}
          onSelectionChange={(keys) => {
            const [key] = keys === "all" ? [] : [...keys];
            if (key !== undefined && !isArrowNavigation.current) actions.select(String(key));
          }}
        >
          <TableHeader className={styles.head}>
            <Column isRowHeader defaultWidth="1.15fr" minWidth={8 * rem} className={styles.column}>
              {t("payments.time")}
            </Column>
            <Column defaultWidth="1.05fr" minWidth={7.1 * rem} className={styles.column}>
              {t("payments.number")}
            </Column>
            <Column defaultWidth="1.7fr" minWidth={12.7 * rem} className={styles.column}>
              {t("payments.state")}
            </Column>
            <Column defaultWidth="1.35fr" minWidth={9.3 * rem} className={`${styles.column} ${styles.end}`}>
              {t("payments.amount")}
            </Column>
          </TableHeader>
          {hasRows ? <PaymentRows rows={rows} /> : <TableBody />}
        </Table>
      </ResizableTableContainer>
    </Virtualizer>
  );
}

function PaymentRows({ rows }: { rows: readonly Payment[] }) {
  const { t } = useTranslation();
  const { money, row } = useFormat();
  const actions = useActions();
  const { now, words, hasMore, isLoadingMore } = useTill((state) => ({
    now: Math.trunc(state.now / 60_000) * 60_000,
    words: [state.language, state.terminal?.locale, state.terminal?.timeZone].join(" "),
    hasMore: state.list.next !== null,
    isLoadingMore: state.list.status === "more",
  }));
  return (
    <TableBody>
      {/* A row re-renders when its payment changes, not when the list grows. */}
      <Collection items={rows} dependencies={[now, words]}>
        {(payment) => (
          <PaymentRow
            id={payment.posTid}
            payment={payment}
            time={row(payment.createdAt, now)}
            amount={money(shownAmount(payment), payment.currency)}
            net={
              payment.phase === "partly_refunded"
                ? t("payment.netShort", { amount: money(netOf(payment), payment.currency) })
                : null
            }
          />
        )}
      </Collection>
      {hasMore && (
        <TableLoadMoreItem isLoading={isLoadingMore} onLoadMore={() => void actions.readMore()} className={styles.more}>
          {t("payments.loading")}
        </TableLoadMoreItem>
      )}
    </TableBody>
  );
}

interface PaymentRowProps {
  id: string;
  payment: Payment;
  time: string;
  amount: string;
  net: string | null;
}

function PaymentRow({ id, payment, time, amount, net }: PaymentRowProps) {
  return (
    <Row id={id} className={styles.row}>
      <Cell className={styles.cell}>{time}</Cell>
      <Cell className={`${styles.cell} ${styles.quiet}`}>{payment.number}</Cell>
      <Cell className={styles.cell}>
        <StateBadge payment={payment} />
      </Cell>
      <Cell className={`${styles.cell} ${styles.amount}`}>
        <span>{amount}</span>
        {net !== null && <span className={styles.net}>{net}</span>}
      </Cell>
    </Row>
  );
}
