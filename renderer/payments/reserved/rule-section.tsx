import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { DEFAULT_RULE, MAX_BEFORE_HOURS, type ReservationRule } from "../../../contract/payments/reservations.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import styles from "./reserved.module.css";

export function RuleSection() {
  const actions = useActions();
  const [rule, setRule] = useState<ReservationRule | null>(null);
  useEffect(() => {
    void actions.readRule().then(setRule);
  }, [actions]);
  return <Section narrow>{rule && <Form rule={rule} />}</Section>;
}

function Form({ rule }: { rule: ReservationRule }) {
  const { t } = useTranslation();
  const draft = useRuleDraft(rule);
  const { enabled, before, until, atEnd, isBusy, isSaved, isIdle, beforeHours, renewUntilDays, touched, save } = draft;
  return (
    <form
      className={`${layout.stack} ${styles.rule}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (beforeHours !== null && renewUntilDays !== null && !isBusy) void save();
      }}
    >
      <Switch isSelected={enabled} onChange={touched(draft.setEnabled)}>
        {t("rule.enabled")}
      </Switch>
      {enabled && (
        <>
          <Field
            label={t("rule.before")}
            value={before}
            onChange={touched(draft.setBefore)}
            problem={beforeHours === null ? t("rule.beforeProblem", { most: MAX_BEFORE_HOURS }) : undefined}
            input={{ inputMode: "numeric", maxLength: 2, autoComplete: "off" }}
          />
          <Field
            label={t("rule.until")}
            value={until}
            onChange={touched(draft.setUntil)}
            description={t("rule.untilHint")}
            problem={renewUntilDays === null ? t("rule.untilProblem") : undefined}
            input={{ inputMode: "numeric", maxLength: 3, autoComplete: "off" }}
          />
          <AtEnd value={atEnd} onChange={touched(draft.setAtEnd)} />
          <p className={layout.quiet}>{t(isIdle ? "rule.idle" : "rule.once")}</p>
        </>
      )}
      <Button
        kind="primary"
        type="submit"
        isDisabled={beforeHours === null || renewUntilDays === null || isIdle || isBusy}
      >
        {t("rule.save")}
      </Button>
      {isSaved && <Saved text={t("rule.saved")} />}
    </form>
  );
}

function useRuleDraft(rule: ReservationRule) {
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.rule === true);
  const [enabled, setEnabled] = useState(rule.enabled);
  const [before, setBefore] = useState(String(rule.beforeHours));
  const [until, setUntil] = useState(String(rule.renewUntilHours / 24));
  const [atEnd, setAtEnd] = useState(rule.atEnd);
  const saving = useSaving();
  const beforeHours = parseInteger(before, 1, MAX_BEFORE_HOURS);
  const renewUntilDays = parseInteger(until, 0, 365);
  // A rule without renewal and without an end action would do nothing.
  const isIdle = enabled && renewUntilDays === 0 && atEnd === "nothing";
  const touched =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      saving.changed();
      set(value);
    };
  const save = async () => {
    const hours = { beforeHours: beforeHours ?? DEFAULT_RULE.beforeHours, renewUntilHours: (renewUntilDays ?? 0) * 24 };
    await saving.save(actions.setRule({ enabled, ...hours, atEnd }));
  };
  return {
    enabled,
    setEnabled,
    before,
    setBefore,
    until,
    setUntil,
    atEnd,
    setAtEnd,
    isBusy,
    isSaved: saving.isSaved,
    isIdle,
    beforeHours,
    renewUntilDays,
    touched,
    save,
  };
}

function AtEnd({
  value,
  onChange,
}: {
  value: ReservationRule["atEnd"];
  onChange: (value: ReservationRule["atEnd"]) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.choice}>
      <h3>{t("rule.atEnd")}</h3>
      <Segmented
        fill
        label={t("rule.atEnd")}
        value={value}
        onChange={onChange}
        options={[
          { value: "nothing", label: t("rule.nothing") },
          { value: "capture", label: t("rule.capture") },
          { value: "release", label: t("rule.release") },
        ]}
      />
    </div>
  );
}

function parseInteger(text: string, least: number, most: number): number | null {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}
