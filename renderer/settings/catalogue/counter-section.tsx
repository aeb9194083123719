import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CounterSettings } from "../../../contract/catalogue/counter.ts";
import { selectableRates } from "../../../contract/values/vat.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import { useSaving } from "../../store/use-saving.ts";
import styles from "./catalogue.module.css";
import {
  type CounterDraft,
  type CounterFieldsProps,
  counterDraft,
  counterOf,
  counterProblems,
} from "./counter-draft.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { RateField } from "./rate-field.tsx";

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

interface FormProps {
  counter: CounterSettings;
  currency: string;
  locale: string;
}

function Form({ counter, currency, locale }: FormProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.counter === true);
  const saving = useSaving();
  const [draft, setDraft] = useState(() => counterDraft(counter, { usual: selectableRates(locale), currency }));
  const problems = counterProblems(draft, currency);
  const change = (part: Partial<CounterDraft>) => {
    saving.changed();
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = () => saving.save(actions.saveCounter(counterOf(draft, currency)));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0 && !isBusy) void save();
      }}
    >
      <div className={layout.groups}>
        <div className={layout.groups}>
          <Group title={t("counterSettings.selling")}>
            <FirstField draft={draft} onChange={change} />
            <div>
              <RateField
                label={t("counterSettings.vat")}
                none={t("counterSettings.noVat")}
                value={draft.vat}
                locale={locale}
                isWrong={problems.includes("vat")}
                onChange={(vat) => change({ vat })}
              />
              <p className={styles.hint}>{t("counterSettings.vatHint")}</p>
            </div>
          </Group>
          <TipFields draft={draft} problems={problems} onChange={change} />
        </div>
        <CustomerFields draft={draft} problems={problems} onChange={change} />
      </div>
      <Button kind="primary" type="submit" isDisabled={problems.length > 0 || isBusy}>
        {t("receiptSettings.save")}
      </Button>
      {saving.isSaved && <Saved text={t("counterSettings.saved")} />}
    </form>
  );
}

function FirstField({ draft, onChange }: Omit<CounterFieldsProps, "problems">) {
  const { t } = useTranslation();
  return (
    <div>
      <h4 className={layout.fieldTitle}>{t("counterSettings.first")}</h4>
      <Segmented
        fill
        label={t("counterSettings.first")}
        value={draft.first}
        onChange={(first) => onChange({ first })}
        options={[
          { value: "pad", label: t("counterSettings.pad") },
          { value: "products", label: t("counterSettings.products") },
        ]}
      />
      <p className={styles.hint}>{t(`counterSettings.firstHint.${draft.first}`)}</p>
    </div>
  );
}

function TipFields({ draft, problems, onChange }: CounterFieldsProps) {
  const { t } = useTranslation();
  const { tips, presets, where } = draft;
  return (
    <Group title={t("counterSettings.tips")}>
      <Segmented
        fill
        label={t("counterSettings.tips")}
        value={tips}
        onChange={(next) => onChange({ tips: next })}
        options={(["none", "percent", "amount"] as const).map((value) => ({
          value,
          label: t(`counterSettings.tipKinds.${value}`),
        }))}
      />
      {tips !== "none" && (
        <>
          <Field
            label={t(`counterSettings.presets.${tips}`)}
            value={presets[tips]}
            onChange={(text) => onChange({ presets: { ...presets, [tips]: text } })}
            description={t("counterSettings.presetsHint")}
            problem={problems.includes("presets") ? t("counterSettings.presetsProblem") : undefined}
            input={{ maxLength: 60, autoComplete: "off" }}
          />
          <div>
            <h4 className={layout.fieldTitle}>{t("counterSettings.where")}</h4>
            <Segmented
              fill
              label={t("counterSettings.where")}
              value={where}
              onChange={(next) => onChange({ where: next })}
              options={[
                { value: "screen", label: t("counterSettings.onScreen") },
                { value: "phone", label: t("counterSettings.onPhone") },
              ]}
            />
          </div>
        </>
      )}
    </Group>
  );
}
