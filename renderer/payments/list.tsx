import { ChevronDown, List, Search, SearchX, TriangleAlert, X } from "lucide-react";
import {
  Button as AriaButton,
  Cell,
  Column,
  ListBox,
  ListBoxItem,
  Popover,
  Row,
  Select,
  SelectValue,
  Table,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
  ToggleButton,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { shownAmount } from "../store/select.ts";
import type { StateFilter } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import { StateBadge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import tableStyles from "../ui/table.module.css";
import { useFormat } from "../ui/use-format.ts";
import styles from "./payments.module.css";

/** Search, filters and the list itself. */
export function PaymentListPanel() {
  const { t } = useTranslation();
  const { ids, status, read } = useTill((state) => state.list);
  return (
    <section className={styles.list} aria-label={t("payments.title")} aria-busy={status === "loading"}>
      <Filters />
      {ids.length > 0 ? (
        <PaymentTable />
      ) : (
        <NoRows failed={status === "failed"} isLoading={!read && status !== "failed"} />
      )}
    </section>
  );
}

function Filters() {
  const { t } = useTranslation();
  const actions = useActions();
  const { query, todayOnly } = useTill((state) => state.list);
  return (
    <search className={styles.filters}>
      <div className={styles.search} data-search>
        <Field
          compact
          label={t("payments.search")}
          Icon={Search}
          value={query}
          onChange={actions.setQuery}
          onKeyDown={(event) => {
            if (event.key === "Escape" && query !== "") actions.setQuery("");
            else event.continuePropagation();
          }}
          input={{ type: "search", placeholder: t("payments.searchHint"), autoComplete: "off", maxLength: 200 }}
        />
        {query !== "" && <IconButton label={t("payments.clearSearch")} Icon={X} onPress={() => actions.setQuery("")} />}
      </div>
      <ToggleButton className={styles.chip ?? ""} isSelected={todayOnly} onChange={actions.setTodayOnly}>
        {t("payments.today")}
      </ToggleButton>
      <StateSelect />
    </search>
  );
}

const FILTERS: readonly StateFilter[] = ["all", "waiting", "reserved", "paid", "attention", "failed", "closed"];

function StateSelect() {
  const { t } = useTranslation();
  const actions = useActions();
  const filter = useTill((state) => state.list.filter);
  return (
    <Select
      aria-label={t("payments.states")}
      selectedKey={filter}
      onSelectionChange={(key) => actions.setFilter(FILTERS.find((candidate) => candidate === key) ?? "all")}
    >
      <AriaButton className={styles.chip ?? ""} data-active={filter !== "all" || undefined}>
        <SelectValue />
        <ChevronDown aria-hidden size={18} />
      </AriaButton>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <ListBox className={styles.options ?? ""}>
          {FILTERS.map((value) => (
            <ListBoxItem
              key={value}
              id={value}
              textValue={t(`payments.filter.${value}`)}
              className={styles.option ?? ""}
            >
              {value !== "all" && <span className={styles.dot} data-tone={value} />}
              {t(`payments.filter.${value}`)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

function PaymentTable() {
  const { t } = useTranslation();
  const { money, row } = useFormat();
  const actions = useActions();
  const rows = useTill((state) => state.list.ids.flatMap((id) => state.payments[id] ?? []));
  const { selectedId, now, hasMore, isLoadingMore } = useTill((state) => ({
    selectedId: state.selectedId,
    now: Math.trunc(state.now / 60_000) * 60_000,
    hasMore: state.list.next !== null,
    isLoadingMore: state.list.status === "more",
  }));
  return (
    <div className={tableStyles.scroll}>
      <Table
        aria-label={t("payments.title")}
        className={tableStyles.table ?? ""}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={selectedId === null ? [] : [selectedId]}
        onSelectionChange={(keys) => {
          const [key] = keys === "all" ? [] : [...keys];
          if (key !== undefined) actions.select(String(key));
        }}
      >
        <TableHeader className={tableStyles.head ?? ""}>
          <Column isRowHeader>{t("payments.time")}</Column>
          <Column>{t("payments.number")}</Column>
          <Column>{t("payments.state")}</Column>
          <Column className={tableStyles.end ?? ""}>{t("payments.amount")}</Column>
        </TableHeader>
        <TableBody dependencies={[rows, now]}>
          {rows.map((payment) => (
            <PaymentRow
              key={payment.posTid}
              payment={payment}
              time={row(payment.createdAt, now)}
              amount={money(shownAmount(payment), payment.currency)}
            />
          ))}
          {hasMore && (
            <TableLoadMoreItem
              isLoading={isLoadingMore}
              onLoadMore={() => void actions.readMore()}
              className={tableStyles.more ?? ""}
            >
              {t("payments.loading")}
            </TableLoadMoreItem>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

function PaymentRow({ payment, time, amount }: { payment: Payment; time: string; amount: string }) {
  return (
    <Row id={payment.posTid} className={tableStyles.row ?? ""}>
      <Cell>{time}</Cell>
      <Cell className={tableStyles.quiet ?? ""}>{payment.number}</Cell>
      <Cell>
        <StateBadge payment={payment} />
      </Cell>
      <Cell className={tableStyles.amount ?? ""}>{amount}</Cell>
    </Row>
  );
}

function NoRows({ failed, isLoading }: { failed: boolean; isLoading: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { query, todayOnly, filter } = useTill((state) => state.list);
  if (failed) {
    return (
      <Empty Icon={TriangleAlert} title={t("payments.failed")}>
        <Button onPress={() => void actions.readList()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (isLoading) return <Empty Icon={List} title={t("payments.loading")} />;
  const isNarrowed = query !== "" || filter !== "all";
  if (!isNarrowed && !todayOnly)
    return <Empty Icon={List} title={t("payments.empty")} text={t("payments.emptyText")} />;
  return (
    <Empty
      Icon={isNarrowed ? SearchX : List}
      title={t(isNarrowed ? "payments.noMatch" : "payments.emptyToday")}
      text={t(isNarrowed ? "payments.noMatchText" : "payments.emptyText")}
    >
      <Button onPress={actions.showAllPayments}>{t("payments.showAll")}</Button>
    </Empty>
  );
}
