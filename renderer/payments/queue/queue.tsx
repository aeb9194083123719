import { CloudUpload, TriangleAlert } from "lucide-react";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../../contract/views.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import tableStyles from "../../kit/ui/table.module.css";
import { TryNow } from "../../kit/ui/try-now.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSay } from "../../kit/ui/use-say.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { OperationName } from "./operation-name.tsx";
import { ParkedOperation } from "./parked-operation.tsx";
import styles from "./queue.module.css";

/** What the till owes the service: first what needs a manager, then what goes by itself. */
export function Queue() {
  const { t } = useTranslation();
  // Without a connection the banner above has the same button.
  const isPaused = useTill(({ terminal }) => terminal?.connectivity === "online" && terminal.queue.paused);
  return (
    <div className={screenStyles.screen}>
      <section className={screenStyles.card} aria-labelledby="queue-title" data-testid="queue">
        <header className={screenStyles.header}>
          <div>
            <h1 id="queue-title" className={screenStyles.title}>
              {t("queue.title")}
            </h1>
            <p className={screenStyles.intro}>{t("queue.intro")}</p>
          </div>
          {isPaused && <TryNow />}
        </header>
        <Content />
      </section>
    </div>
  );
}

function Content() {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, status, read } = useTill((state) => state.owed);
  const parked = items.filter(({ state }) => state === "attention");
  const under = items.filter(({ state }) => state !== "attention");
  if (status === "failed") {
    return (
      <Empty Icon={TriangleAlert} title={t("queue.failed")}>
        <Button onPress={() => void actions.readQueue()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (!read) return <Empty Icon={CloudUpload} title={t("payments.loading")} />;
  if (items.length === 0) return <Empty Icon={CloudUpload} title={t("queue.empty")} text={t("queue.emptyText")} />;
  return (
    <div className={screenStyles.scroll}>
      {parked.length > 0 && (
        <section className={styles.section} aria-labelledby="queue-parked">
          <h2 id="queue-parked" className={styles.heading}>
            {t("queue.parked")}
          </h2>
          <p className={styles.quiet}>{t("queue.parkedText")}</p>
          {parked.map((operation) => (
            <ParkedOperation key={operation.id} operation={operation} withPayment />
          ))}
        </section>
      )}
      {under.length > 0 && <UnderWay operations={under} />}
    </div>
  );
}

function UnderWay({ operations }: { operations: Operation[] }) {
  const { t } = useTranslation();
  const say = useSay();
  const actions = useActions();
  const { exact } = useFormat();
  const { now, payments, isOffline } = useTill((state) => ({
    now: state.now,
    payments: state.payments,
    isOffline: state.terminal?.connectivity === "offline",
  }));
  const stateOf = ({ state, unknownSince }: Operation) =>
    t(`queue.states.${unknownSince === null ? state : "unknown"}`);
  const nextOf = ({ nextAttemptAt }: Operation) => {
    if (nextAttemptAt === null) return t("queue.never");
    if (Date.parse(nextAttemptAt) > now) return exact(nextAttemptAt);
    return t(isOffline ? "line.whenBack" : "queue.now");
  };
  return (
    <section className={styles.under} aria-labelledby="queue-under">
      <h2 id="queue-under" className={styles.heading}>
        {t("queue.under")}
      </h2>
      <Table
        aria-labelledby="queue-under"
        className={tableStyles.table ?? ""}
        onRowAction={(id) => {
          const operation = operations.find((candidate) => candidate.id === id);
          if (operation) actions.select(operation.posTid);
        }}
      >
        <TableHeader className={tableStyles.head ?? ""}>
          <Column isRowHeader>{t("queue.what")}</Column>
          <Column>{t("queue.payment")}</Column>
          <Column>{t("queue.state")}</Column>
          <Column className={tableStyles.end ?? ""}>{t("queue.attempts")}</Column>
          <Column>{t("queue.next")}</Column>
          <Column>{t("queue.error")}</Column>
        </TableHeader>
        <TableBody items={operations} dependencies={[now, payments, isOffline, t]}>
          {(operation) => (
            <Row id={operation.id} className={tableStyles.row ?? ""}>
              <Cell>
                <OperationName operation={operation} />
              </Cell>
              <Cell className={tableStyles.quiet ?? ""}>{payments[operation.posTid]?.number ?? "–"}</Cell>
              <Cell>{stateOf(operation)}</Cell>
              <Cell className={tableStyles.amount ?? ""}>
                {operation.attempts === 0 ? t("line.notSent") : operation.attempts}
              </Cell>
              <Cell className={tableStyles.quiet ?? ""}>{nextOf(operation)}</Cell>
              <Cell className={styles.error ?? ""}>{say(operation.lastErrorReason, operation.lastError) ?? "–"}</Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </section>
  );
}
