import { ArrowLeft, ChevronDown, Search, UserRoundCheck, X } from "lucide-react";
import {
  Button as AriaButton,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import { OUTCOMES } from "../../../contract/accounting/reports.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import choice from "../../kit/ui/choice.module.css";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { hasActiveFilter, type StateFilter } from "../../store/payments-filter.ts";
import { useActions, useTill } from "../../store/store.ts";
import { DaysChip } from "./days-chip.tsx";
import styles from "./filters.module.css";

export function Filters() {
  const { t } = useTranslation();
  const actions = useActions();
  const back = useTill((state) => state.wayBack.list);
  const filter = useTill((state) => state.list.filter);
  const { days, query } = filter;
  const isAny = hasActiveFilter({ ...filter, query: "" }) || days.kind !== "today";
  return (
    <search className={styles.filters}>
      {back === "reports" && (
        <IconButton label={t("payments.toReports")} Icon={ArrowLeft} onPress={() => actions.goTo("reports")} />
      )}
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
            else if (event.key === "ArrowDown") {
              event.preventDefault();
              focusFirstRow();
            } else event.continuePropagation();
          }}
          input={{ type: "search", placeholder: t("payments.searchHint"), autoComplete: "off", maxLength: 200 }}
        />
        {query !== "" && <IconButton label={t("payments.clearSearch")} Icon={X} onPress={() => actions.setQuery("")} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: fieldset does not support this layout */}
      <div className={styles.chips} role="group" aria-label={t("payments.filters")}>
        <DaysChip />
        <StateChip />
        <PersonChip />
        <IconButton label={t("customerData.section")} Icon={UserRoundCheck} onPress={() => actions.showPermissions()} />
        {isAny && <IconButton label={t("payments.clearFilters")} Icon={X} onPress={actions.clearFilters} />}
      </div>
    </search>
  );
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>("[data-payments] [role=row][data-key]")?.focus();
}

const STATES: readonly Exclude<StateFilter, "all">[] = [
  "paid",
  "refunded",
  "reserved",
  "waiting",
  "attention",
  "failed",
  "closed",
];

function StateChip() {
  const { t } = useTranslation();
  const actions = useActions();
  const { state, booked } = useTill(({ list }) => list.filter);
  const choose = (key: string) => {
    const outcome = OUTCOMES.find((candidate) => key === `booked.${candidate}`) ?? null;
    actions.setFilter({ booked: outcome, period: null, state: STATES.find((candidate) => candidate === key) ?? "all" });
  };
  return (
    <Select
      aria-label={t("payments.states")}
      selectedKey={booked === null ? state : `booked.${booked}`}
      onSelectionChange={(key) => choose(String(key))}
    >
      <AriaButton
        className={`${choice.chip} ${choice.trigger}`}
        data-active={state !== "all" || booked !== null || undefined}
      >
        <SelectValue />
        <ChevronDown aria-hidden size={18} />
      </AriaButton>
      <Popover className={choice.popover} placement="bottom end">
        <ListBox className={`${choice.options} ${styles.options}`}>
          <Option id="all" text={t("payments.filter.all")} />
          <ListBoxSection>
            <Header className={styles.heading}>{t("payments.now")}</Header>
            {STATES.map((value) => (
              <Option key={value} id={value} text={t(`payments.filter.${value}`)} tone={toneOf(value)} />
            ))}
          </ListBoxSection>
          <ListBoxSection>
            <Header className={styles.heading}>{t("payments.happened")}</Header>
            {OUTCOMES.map((value) => (
              <Option key={value} id={`booked.${value}`} text={t(`payments.booked.${value}`)} />
            ))}
          </ListBoxSection>
        </ListBox>
      </Popover>
    </Select>
  );
}

function toneOf(state: Exclude<StateFilter, "all">): string {
  return state === "refunded" ? "closed" : state;
}

function Option({ id, text, tone }: { id: string; text: string; tone?: string }) {
  return (
    <ListBoxItem id={id} textValue={text} className={`${choice.option} ${styles.option}`}>
      {tone !== undefined && <span className={styles.dot} data-tone={tone} />}
      {text}
    </ListBoxItem>
  );
}

function PersonChip() {
  const { t } = useTranslation();
  const actions = useActions();
  const { people, person } = useTill(({ list }) => ({ people: list.people, person: list.filter.person }));
  const known = person === null || people.includes(person.name) ? people : [...people, person.name];
  if (known.length < 2 && person === null) return null;
  const keyOf = (name: string | null) => (name === null ? "nobody" : `name.${name}`);
  const choose = (key: string) => {
    const name = known.find((candidate) => keyOf(candidate) === key);
    actions.setFilter({ person: name === undefined ? null : { name } });
  };
  return (
    <Select
      aria-label={t("payments.people.label")}
      selectedKey={person === null ? "all" : keyOf(person.name)}
      onSelectionChange={(key) => choose(String(key))}
    >
      <AriaButton className={`${choice.chip} ${choice.trigger}`} data-active={person !== null || undefined}>
        <SelectValue />
        <ChevronDown aria-hidden size={18} />
      </AriaButton>
      <Popover className={choice.popover} placement="bottom end">
        <ListBox className={`${choice.options} ${styles.options}`}>
          <Option id="all" text={t("payments.people.all")} />
          {known.map((name) => (
            <Option key={keyOf(name)} id={keyOf(name)} text={name ?? t("payments.people.notSignedIn")} />
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
