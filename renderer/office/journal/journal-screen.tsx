import { BookOpen, SearchX, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { ANY_EVENT, USER_ACTIONS_SEARCH } from "../../store/office-state.ts";
import { useActions, useTill } from "../../store/store.ts";
import { ChainCheck } from "./chain-check.tsx";
import { Filters } from "./filters.tsx";
import styles from "./journal.module.css";
import { JournalEntry } from "./journal-entry.tsx";

export function JournalScreen() {
  const actions = useActions();
  useEffect(() => {
    void actions.readJournalNames();
    void actions.readJournal();
  }, [actions]);
  return (
    <Section dense>
      <ChainCheck />
      <Filters />
      <Entries />
    </Section>
  );
}

function Entries() {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, status, read, isFiltered } = useTill(({ journal }) => ({
    items: journal.items,
    status: journal.status,
    read: journal.read,
    isFiltered: JSON.stringify(journal.search) !== JSON.stringify(USER_ACTIONS_SEARCH),
  }));
  if (status === "failed") {
    return (
      <Empty Icon={TriangleAlert} title={t("journal.failed")}>
        <Button onPress={() => void actions.readJournal()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (items.length > 0) {
    return (
      <div aria-busy={!read}>
        <ol className={styles.entries} aria-label={t("journal.list")} data-testid="journal">
          {items.map((line) => (
            <JournalEntry key={line.sequence} line={line} />
          ))}
        </ol>
        <More />
      </div>
    );
  }
  if (!read) return <Empty Icon={BookOpen} title={t("journal.reading")} />;
  if (!isFiltered) return <Empty Icon={BookOpen} title={t("journal.empty")} />;
  return (
    <Empty Icon={SearchX} title={t("journal.none")} text={t("journal.noneText")}>
      <Button onPress={() => actions.searchJournal({ ...USER_ACTIONS_SEARCH, event: ANY_EVENT })}>
        {t("journal.showAll")}
      </Button>
    </Empty>
  );
}

function More() {
  const { t } = useTranslation();
  const actions = useActions();
  const { dateTime } = useFormat();
  const { next, searchedTo, status } = useTill(({ journal }) => ({
    next: journal.next,
    searchedTo: journal.searchedTo,
    status: journal.status,
  }));
  if (next === null) return <p className={styles.end}>{t("journal.end")}</p>;
  return (
    <div className={styles.end}>
      {searchedTo !== null && <p>{t("journal.searchedTo", { time: dateTime(searchedTo) })}</p>}
      <Button isDisabled={status !== "idle"} onPress={() => void actions.readMoreJournal()}>
        {t(status === "more" ? "journal.reading" : "journal.more")}
      </Button>
    </div>
  );
}
