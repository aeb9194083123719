import { Check, ChevronRight, LockKeyhole, Minus, TriangleAlert } from "lucide-react";
import {
  Button as AriaButton,
  Cell,
  Checkbox,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import { EXPIRING_SOON_MS } from "../../../contract/payments/reservations.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { timeLeft } from "../../kit/format/time.ts";
import { Empty } from "../../kit/ui/empty.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import tableStyles from "../../kit/ui/table.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { isPartialCaptureRest, msLeft, openPaymentId, reservedLeft, reservedPayments } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ListAndPayment } from "../list/pane.tsx";
import { LapsedReservations } from "./lapsed.tsx";
import styles from "./reserved.module.css";
import { ReservedHeader } from "./reserved-header.tsx";
import { SelectionBar } from "./selection-bar.tsx";

export function Reserved() {
  const view = useTill((state) => state.reserved.view);
  return <ListAndPayment>{view === "open" ? <Open /> : <LapsedReservations />}</ListAndPayment>;
}

function Open() {
  const { t } = useTranslation();
  const actions = useActions();
  const reserved = useTill((state) => reservedPayments(state.payments));
  const chosen = useTill((state) => state.chosenReservations);
  const sum = reserved.reduce((total, payment) => total + reservedLeft(payment), 0);
  return (
    <section className={screenStyles.card} aria-labelledby="reserved-title" data-reserved>
      <ReservedHeader count={t("reserved.count", { count: reserved.length })} name={t("reserved.sum")} sum={sum} />
      {reserved.length === 0 ? (
        <Empty Icon={LockKeyhole} title={t("reserved.empty")} text={t("reserved.emptyText")} />
      ) : (
        <>
          <ReservedTable
            reserved={reserved}
            chosen={chosen}
            onChoose={actions.chooseReservations}
            onOpen={actions.select}
          />
          <SelectionBar
            chosen={reserved.filter(({ posTid }) => chosen.has(posTid))}
            onClear={() => actions.chooseReservations(new Set())}
          />
        </>
      )}
    </section>
  );
}

interface ReservedTableProps {
  reserved: Payment[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (posTid: string) => void;
}

function ReservedTable({ reserved, chosen, onChoose, onOpen }: ReservedTableProps) {
  const { t } = useTranslation();
  const { money, row } = useFormat();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  const opened = useTill(openPaymentId);
  return (
    <div className={tableStyles.scroll}>
      <Table
        aria-label={t("reserved.title")}
        className={tableStyles.table}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChoose(keys === "all" ? new Set(reserved.map(({ posTid }) => posTid)) : new Set([...keys].map(String)))
        }
        onRowAction={(key) => onOpen(String(key))}
      >
        <TableHeader className={tableStyles.head}>
          <Column className={styles.choose}>
            <Choice label={t("bulk.chooseAll")} />
          </Column>
          <Column isRowHeader>{t("reserved.left")}</Column>
          <Column>{t("payments.number")}</Column>
          <Column className={styles.roomy}>{t("payments.time")}</Column>
          <Column className={styles.roomy}>{t("payments.customer")}</Column>
          <Column className={`${tableStyles.end} ${styles.amount}`}>{t("payments.amount")}</Column>
        </TableHeader>
        <TableBody items={reserved.map((payment) => ({ ...payment, id: payment.posTid }))} dependencies={[now, opened]}>
          {(payment) => (
            <Row className={`${tableStyles.row} ${payment.posTid === opened ? styles.opened : ""}`}>
              <Cell className={styles.choose}>
                <Choice label={t("bulk.chooseOne", { number: payment.number })} />
              </Cell>
              <Cell>
                <Left payment={payment} />
              </Cell>
              <Cell className={tableStyles.quiet}>
                {payment.number}
                <Waits payment={payment} />
              </Cell>
              <Cell className={`${tableStyles.quiet} ${styles.roomy}`}>{row(payment.createdAt, now)}</Cell>
              <Cell className={`${tableStyles.quiet} ${styles.roomy}`}>{payment.customer ?? "–"}</Cell>
              <Cell className={tableStyles.amount}>
                {money(reservedLeft(payment), payment.currency)}
                {/* While rows are selected, a tap selects; this button always opens. */}
                <AriaButton
                  className={styles.opens}
                  aria-label={t("reserved.openOne", { number: payment.number })}
                  onPress={() => onOpen(payment.posTid)}
                >
                  <ChevronRight aria-hidden size={20} />
                </AriaButton>
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

function Choice({ label }: { label: string }) {
  return (
    <Checkbox slot="selection" aria-label={label} className={styles.check}>
      {({ isSelected, isIndeterminate }) => (
        <span className={styles.box}>
          {isIndeterminate ? <Minus aria-hidden size={18} /> : isSelected && <Check aria-hidden size={18} />}
        </span>
      )}
    </Checkbox>
  );
}

/** Needs a decision; the money stays reserved. */
function Waits({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  if (payment.attention === null) return null;
  const parked = payment.operations.findLast(({ state }) => state === "attention");
  return (
    <span className={`${styles.soon} ${styles.waits}`} data-tone="attention">
      <TriangleAlert aria-hidden size={20} />
      {t(
        isPartialCaptureRest(payment)
          ? "reserved.restOfSale"
          : parked?.kind === "capture"
            ? "reserved.captureWaits"
            : "reserved.waits",
      )}
    </span>
  );
}

function Left({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const left = useTill((state) => msLeft(state, payment));
  if (left === null) return t("reserved.unknown");
  if (left <= 0) return t("reserved.ended");
  const { days, hours, minutes } = timeLeft(left);
  const words =
    days > 0
      ? t("reserved.daysHours", { days, hours })
      : hours > 0
        ? t("reserved.hoursMinutes", { hours, minutes })
        : t("reserved.minutes", { minutes });
  if (left > EXPIRING_SOON_MS) return words;
  return (
    <span className={styles.soon} data-tone="attention">
      <TriangleAlert aria-hidden size={20} />
      {words}
      <span className={styles.soonWord}>{t("reserved.soon")}</span>
    </span>
  );
}
