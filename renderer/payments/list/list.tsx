import { ChevronDown, List, LockKeyhole, Search, SearchX, TriangleAlert, X } from "lucide-react";
import {
  Button as AriaButton,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  ToggleButton,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import choice from "../../kit/ui/choice.module.css";
import { Empty } from "../../kit/ui/empty.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { isForStaff } from "../../store/select.ts";
import type { StateFilter } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./payments.module.css";
import { PaymentTable } from "./table.tsx";

/** Search, filters and the list itself. */
export function PaymentListPanel() {
  const { t } = useTranslation();
  const { ids, status, read } = useTill((state) => state.list);
  const isHidden = useTill(isForStaff);
  return (
    <section className={styles.list} aria-label={t("payments.title")} aria-busy={status === "loading"} data-payments>
      <Filters />
      {isHidden ? (
        <SignInFirst />
      ) : ids.length > 0 ? (
        <PaymentTable />
      ) : (
        <NoRows failed={status === "failed"} isLoading={!read && status !== "failed"} />
      )}
    </section>
  );
}

/** At a kiosk, where only its customer's own payment is shown. */
function SignInFirst() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Empty Icon={LockKeyhole} title={t("payments.forStaff")} text={t("payments.forStaffText")}>
      <Button onPress={() => actions.open({ kind: "signIn" })}>{t("staff.signIn.enter")}</Button>
    </Empty>
  );
}

function Filters() {
  const { t } = useTranslation();
  const actions = useActions();
  const { query, todayOnly } = useTill((state) => state.list);
  return (
    <search className={styles.filters}>
      <div className={layout.search} data-search>
        <Field
          compact
          label={t("payments.search")}
          Icon={Search}
          value={query}
          onChange={actions.setQuery}
          onKeyDown={(event) => {
            if (event.key === "Escape" && query !== "") actions.setQuery("");
            else if (event.key === "Enter") void actions.openFirst();
            else if (event.key === "ArrowDown") focusFirstRow();
            else event.continuePropagation();
          }}
          input={{ type: "search", placeholder: t("payments.searchHint"), autoComplete: "off", maxLength: 200 }}
        />
        {query !== "" && <IconButton label={t("payments.clearSearch")} Icon={X} onPress={() => actions.setQuery("")} />}
      </div>
      <ToggleButton className={choice.chip ?? ""} isSelected={todayOnly} onChange={actions.setTodayOnly}>
        {t("payments.today")}
      </ToggleButton>
      <StateSelect />
    </search>
  );
}

/** From the search into what it found. */
function focusFirstRow(): void {
  document.querySelector<HTMLElement>("[data-payments] [role=row][data-key]")?.focus();
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
      <AriaButton className={choice.chip ?? ""} data-active={filter !== "all" || undefined}>
        <SelectValue />
        <ChevronDown aria-hidden size={18} />
      </AriaButton>
      <Popover className={choice.popover ?? ""} placement="bottom end">
        <ListBox className={`${choice.options} ${styles.options}`}>
          {FILTERS.map((value) => (
            <ListBoxItem
              key={value}
              id={value}
              textValue={t(`payments.filter.${value}`)}
              className={`${choice.option} ${styles.option}`}
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
