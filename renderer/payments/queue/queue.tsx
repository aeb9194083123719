import { CloudUpload, TriangleAlert } from "lucide-react";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import { APPEARANCE, type Appearance, CHECKING } from "../../kit/appearance.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import tableStyles from "../../kit/ui/table.module.css";
import { TryNow } from "../../kit/ui/try-now.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import type { TillState } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ListAndPayment } from "../list/pane.tsx";
import { amountOf } from "./actions.ts";
import { ParkedOperation } from "./parked-operation.tsx";
import styles from "./queue.module.css";

export function Queue() {
  const { t } = useTranslation();
  // While offline the banner has the same button.
  const isPaused = useTill(({ terminal }) => terminal?.connectivity === "online" && terminal.queue.paused);
  const isForManager = useTill(hasOnlyParked);
  return (
    <ListAndPayment>
      <section className={screenStyles.card} aria-labelledby="queue-title" data-testid="queue">
        <header className={screenStyles.header}>
          <div>
            <h1 id="queue-title" className={screenStyles.title}>
              {t(isForManager ? "queue.parked" : "queue.title")}
            </h1>
            <p className={screenStyles.intro}>{t(isForManager ? "queue.parkedText" : "queue.intro")}</p>
          </div>
          {isPaused && <TryNow />}
        </header>
        <Content />
      </section>
    </ListAndPayment>
  );
}

function hasOnlyParked(state: TillState): boolean {
  const { items } = state.queue;
  return items.length > 0 && items.every((item) => item.state === "attention") && codesToShow(state).length === 0;
}

function Content() {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, status, read } = useTill((state) => state.queue);
  const codes = useTill(codesToShow);
  const parked = items.filter(({ state }) => state === "attention");
  const inProgress = items.filter(({ state }) => state !== "attention");
  const isAllParked = useTill(hasOnlyParked);
  if (status === "failed") {
    return (
      <Empty Icon={TriangleAlert} title={t("queue.failed")}>
        <Button onPress={() => void actions.readQueue()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (!read) return <Empty Icon={CloudUpload} title={t("payments.loading")} />;
  if (items.length + codes.length === 0)
    return <Empty Icon={CloudUpload} title={t("queue.empty")} text={t("queue.emptyText")} />;
  return (
    <div className={screenStyles.scroll}>
      {parked.length > 0 && (
        <section className={styles.section} aria-label={t("queue.parked")}>
          {!isAllParked && (
            <>
              <h2 className={styles.heading}>{t("queue.parked")}</h2>
              <p className={styles.quiet}>{t("queue.parkedText")}</p>
            </>
          )}
          {parked.map((operation) => (
            <ParkedOperation key={operation.id} operation={operation} withPayment />
          ))}
        </section>
      )}
      {inProgress.length + codes.length > 0 && (
        <UnderWay operations={inProgress} codes={codes} isAlone={parked.length === 0} />
      )}
    </div>
  );
}

/** Codes that cannot be scanned while offline. Online they wait for customers, not for the connection. */
function codesToShow({ queue, payments, terminal }: TillState): Payment[] {
  if (terminal?.connectivity === "online") return [];
  return queue.codes.flatMap((posTid) => payments[posTid] ?? []);
}

function UnderWay({ operations, codes, isAlone }: { operations: Operation[]; codes: Payment[]; isAlone: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const rows = useRows(operations, codes);
  return (
    <section className={styles.under} aria-label={t("queue.under")}>
      {!isAlone && <h2 className={styles.heading}>{t("queue.under")}</h2>}
      <Table
        aria-label={t("queue.under")}
        className={tableStyles.table}
        onRowAction={(id) => {
          const waits = rows.find((row) => row.id === id);
          if (waits?.isPermission) void actions.openPermission(waits.posTid);
          else if (waits) actions.select(waits.posTid);
        }}
      >
        <TableHeader className={tableStyles.head}>
          <Column isRowHeader>{t("queue.what")}</Column>
          <Column>{t("queue.payment")}</Column>
          <Column className={tableStyles.end}>{t("queue.amount")}</Column>
          <Column>{t("queue.state")}</Column>
          <Column>{t("queue.next")}</Column>
          <Column>{t("queue.error")}</Column>
        </TableHeader>
        <TableBody dependencies={[rows, t]}>
          {rows.map((row) => (
            <WaitingRow key={row.id} row={row} />
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

interface Waiting {
  id: string;
  posTid: string;
  what: string;
  number: string;
  amount: string;
  look: Appearance;
  attempts: number;
  next: string;
  error: string | null;
  /** Whether it is a data request without a payment */
  isPermission: boolean;
}

function useRows(operations: Operation[], codes: Payment[]): Waiting[] {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { exact, money } = useFormat();
  const { now, payments, isOffline } = useTill((state) => ({
    now: state.now,
    payments: state.payments,
    isOffline: state.terminal?.connectivity === "offline",
  }));
  const nextOf = ({ nextAttemptAt }: Operation) => {
    if (nextAttemptAt === null) return t("queue.never");
    if (Date.parse(nextAttemptAt) > now) return exact(nextAttemptAt);
    return t(isOffline ? "line.whenBack" : "queue.now");
  };
  const requests = operations.map((operation): Waiting => {
    const { id, posTid, kind, unknownSince, attempts } = operation;
    const payment = payments[posTid];
    const amount = amountOf(operation, payment);
    return {
      id,
      posTid,
      what: t(`queue.kinds.${kind}`),
      number: payment?.number ?? "–",
      amount: amount === null ? "–" : money(amount, payment?.currency),
      look: unknownSince === null ? APPEARANCE.queued : CHECKING,
      attempts,
      next: nextOf(operation),
      error: reasonText(operation.lastErrorReason, operation.lastError),
      isPermission: kind === "permission",
    };
  });
  const scans = codes.map(
    ({ posTid, number, amount, additionalAmount, currency }): Waiting => ({
      id: posTid,
      posTid,
      what: t("queue.code"),
      number,
      amount: money(amount + additionalAmount, currency),
      look: APPEARANCE.draft,
      attempts: 0,
      next: t("line.whenBack"),
      error: null,
      isPermission: false,
    }),
  );
  return [...requests, ...scans];
}

function WaitingRow({ row: { id, what, number, amount, look, attempts, next, error } }: { row: Waiting }) {
  const { t } = useTranslation();
  return (
    <Row id={id} className={tableStyles.row}>
      <Cell>{what}</Cell>
      <Cell className={tableStyles.quiet}>{number}</Cell>
      <Cell className={tableStyles.amount}>{amount}</Cell>
      <Cell>
        <Badge look={look} />
      </Cell>
      <Cell className={styles.next}>{next}</Cell>
      <Cell className={styles.answer}>
        {attempts === 0 ? t("line.notSent") : t("queue.tries", { count: attempts })}
        {error !== null && <p className={styles.error}>{error}</p>}
      </Cell>
    </Row>
  );
}
