import { useState } from "react";
import { useTranslation } from "react-i18next";
import { COUNTER_ROWS, type CounterSettings } from "../../../contract/catalogue/counter.ts";
import type { SettingRow } from "../../../contract/values/setting-rows.ts";
import { selectableRates } from "../../../contract/values/vat.ts";
import type { SectionOf } from "../../kit/i18n/setting-texts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import { type DraftField, settingsDraft, settingsOf } from "../rows/setting-draft.ts";
import { SettingField } from "../rows/setting-field.tsx";
import styles from "./catalogue.module.css";

export function CounterSection() {
  const terminal = useTill((state) => state.terminal);
  if (terminal === null) return null;
  const { counter, currency, locale } = terminal;
  return (
    <Section>
      <Form counter={counter} currency={currency} locale={locale} />
    </Section>
  );
}

type CounterPart = SectionOf<typeof COUNTER_ROWS>;
const COLUMNS: Record<CounterPart, 1 | 2> = { selling: 1, tips: 1, customers: 2 };
const PARTS = Object.keys(COLUMNS) as CounterPart[];
const ROWS = Object.entries(COUNTER_ROWS) as [keyof typeof COUNTER_ROWS, SettingRow][];

function Form({ counter, currency, locale }: { counter: CounterSettings; currency: string; locale: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.counter === true);
  const saving = useSaving();
  const terms = { usual: selectableRates(locale), currency };
  const [draft, setDraft] = useState(() => settingsDraft(COUNTER_ROWS, counter, terms));
  const { problems, values } = settingsOf(COUNTER_ROWS, draft, terms);
  const onChange = (path: string, field: DraftField) => {
    saving.changed();
    setDraft((before) => ({ ...before, [path]: field }));
  };
  const texts = t("counterSettings.rows", { returnObjects: true });
  const groups = (column: 1 | 2) =>
    PARTS.filter((part) => COLUMNS[part] === column).map((part) => (
      <Group key={part} title={t(`counterSettings.sections.${part}`)}>
        {ROWS.filter(([, row]) => row.section === part).map(([name, row]) => (
          <SettingField
            key={name}
            path={name}
            row={row}
            texts={texts[name]}
            draft={draft}
            problems={problems}
            onChange={onChange}
            locale={locale}
          />
        ))}
      </Group>
    ));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0 && !isBusy) void saving.save(actions.saveCounter(values));
      }}
    >
      <div className={layout.groups}>
        <div className={layout.groups}>{groups(1)}</div>
        {groups(2)}
      </div>
      <Button kind="primary" type="submit" isDisabled={problems.length > 0 || isBusy}>
        {t("receiptSettings.save")}
      </Button>
      {saving.isSaved && <Saved text={t("counterSettings.saved")} />}
    </form>
  );
}
