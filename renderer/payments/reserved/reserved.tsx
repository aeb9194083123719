import { Check, ChevronRight, LockKeyhole, Minus, TriangleAlert } from "lucide-react";
import { Cell, Checkbox, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/views.ts";
import { timeLeft } from "../../kit/format/time.ts";
import { Empty } from "../../kit/ui/empty.tsx";
import { Money } from "../../kit/ui/money.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import tableStyles from "../../kit/ui/table.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { msLeft, reservedLeft, reservedPayments } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./reserved.module.css";
import { SelectionBar } from "./selection-bar.tsx";

/** Under this a reservation is urgent: there is one working day left to take it. */
const SOON_MS = 24 * 3_600_000;

/** Open reservations, the most urgent first, with what is at stake. */
export function Reserved() {
  const { t } = useTranslation();
  const actions = useActions();
  const reserved = useTill((state) => reservedPayments(state.payments));
  const chosen = useTill((state) => state.chosenReservations);
  const sum = reserved.reduce((total, payment) => total + reservedLeft(payment), 0);
  return (
    <div className={screenStyles.screen}>
      <section className={screenStyles.card} aria-labelledby="reserved-title">
        <header className={screenStyles.header}>
          <div>
            <h1 id="reserved-title" className={screenStyles.title}>
              {t("reserved.title")}
            </h1>
            <p className={screenStyles.intro}>{t("reserved.count", { count: reserved.length })}</p>
          </div>
          <p className={screenStyles.sum}>
            <span>{t("reserved.sum")}</span>
            <Money amount={sum} className={screenStyles.amount} />
          </p>
        </header>
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
    </div>
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
  return (
    <div className={tableStyles.scroll}>
      <Table
        aria-label={t("reserved.title")}
        className={tableStyles.table ?? ""}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChoose(keys === "all" ? new Set(reserved.map(({ posTid }) => posTid)) : new Set([...keys].map(String)))
        }
        onRowAction={(key) => onOpen(String(key))}
      >
        <TableHeader className={tableStyles.head ?? ""}>
          <Column className={styles.choose ?? ""}>
            <Choice label={t("bulk.chooseAll")} />
          </Column>
          <Column isRowHeader>{t("reserved.left")}</Column>
          <Column>{t("payments.number")}</Column>
          <Column>{t("payments.time")}</Column>
          <Column>{t("payments.customer")}</Column>
          <Column className={tableStyles.end ?? ""}>{t("payments.amount")}</Column>
        </TableHeader>
        <TableBody items={reserved.map((payment) => ({ ...payment, id: payment.posTid }))} dependencies={[now]}>
          {(payment) => (
            <Row className={tableStyles.row ?? ""}>
              <Cell className={styles.choose ?? ""}>
                <Choice label={t("bulk.chooseOne", { number: payment.number })} />
              </Cell>
              <Cell>
                <Left payment={payment} />
              </Cell>
              <Cell className={tableStyles.quiet ?? ""}>
                {payment.number}
                <Waits payment={payment} />
              </Cell>
              <Cell className={tableStyles.quiet ?? ""}>{row(payment.createdAt, now)}</Cell>
              <Cell className={tableStyles.quiet ?? ""}>{payment.customer ?? "–"}</Cell>
              <Cell className={tableStyles.amount ?? ""}>
                {money(reservedLeft(payment), payment.currency)}
                <ChevronRight aria-hidden size={20} className={styles.opens} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

/** The box of a row, or of all rows. */
function Choice({ label }: { label: string }) {
  return (
    <Checkbox slot="selection" aria-label={label} className={styles.check ?? ""}>
      {({ isSelected, isIndeterminate }) => (
        <span className={styles.box}>
          {isIndeterminate ? <Minus aria-hidden size={18} /> : isSelected && <Check aria-hidden size={18} />}
        </span>
      )}
    </Checkbox>
  );
}

/** Something about it waits for a person, while the money stays reserved. */
function Waits({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  if (payment.phase !== "attention") return null;
  const parked = payment.operations.findLast(({ state }) => state === "attention");
  return (
    <span className={styles.soon} data-tone="attention">
      <TriangleAlert aria-hidden size={20} />
      {t(parked?.kind === "capture" ? "reserved.captureWaits" : "reserved.waits")}
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
  if (left > SOON_MS) return words;
  return (
    <span className={styles.soon} data-tone="attention">
      <TriangleAlert aria-hidden size={20} />
      {words}
      <span className={styles.soonWord}>{t("reserved.soon")}</span>
    </span>
  );
}
