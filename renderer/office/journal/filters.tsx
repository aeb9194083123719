import { Search, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { eventName } from "../../kit/story/use-words.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { Choice } from "../../kit/ui/choice.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { ANY_EVENT, JOURNAL_SPANS } from "../../store/office-state.ts";
import { useActions, useTill } from "../../store/store.ts";

const ANY = "";

export function Filters() {
  const { t } = useTranslation();
  const actions = useActions();
  const { search, names } = useTill(({ journal }) => ({ search: journal.search, names: journal.names }));
  const { query, event, person, span } = search;
  const events = names.events
    .map((value) => ({ value, label: eventName(t, value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <search className={layout.row}>
      <div className={layout.search} data-search>
        <Field
          compact
          label={t("journal.search")}
          Icon={Search}
          value={query}
          onChange={(text) => actions.searchJournal({ query: text })}
          input={{ type: "search", placeholder: t("journal.searchHint"), autoComplete: "off", maxLength: 200 }}
        />
        {query !== "" && (
          <IconButton label={t("journal.clearSearch")} Icon={X} onPress={() => actions.searchJournal({ query: "" })} />
        )}
      </div>
      <Choice
        label={t("journal.event")}
        value={event ?? ANY}
        options={[
          { value: ANY, label: t("journal.people") },
          { value: ANY_EVENT, label: t("journal.anyEvent") },
          ...events,
        ]}
        onChange={(value) => actions.searchJournal({ event: value === ANY ? null : value })}
        isSet={event !== null}
      />
      <Choice
        label={t("journal.person")}
        value={person ?? ANY}
        options={[
          { value: ANY, label: t("journal.everyone") },
          ...names.people.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => actions.searchJournal({ person: value === ANY ? null : value })}
        isSet={person !== null}
      />
      <Choice
        label={t("journal.span")}
        value={span}
        options={JOURNAL_SPANS.map((value) => ({ value, label: t(`journal.spans.${value}`) }))}
        onChange={(value) => actions.searchJournal({ span: value })}
        isSet={span !== "all"}
      />
    </search>
  );
}
