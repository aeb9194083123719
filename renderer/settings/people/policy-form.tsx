import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffRules } from "../../../contract/people/staff.ts";
import { CommandProblem } from "../../kit/approval/command-problem.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Saved } from "../../kit/ui/saved.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { type Saving, useSaving } from "../../store/use-saving.ts";
import styles from "./staff.module.css";

export function PolicyForm() {
  const { t } = useTranslation();
  const { rules, problem } = useTill(({ terminal, people }) => ({
    rules: terminal?.people ?? null,
    // Errors of a dialog are shown there.
    problem: people.asked === "staff.setPolicy" ? people.problem : null,
  }));
  const saving = useSaving();
  if (rules === null) return null;
  const { requireSignIn, idleLockMinutes } = rules;
  return (
    <>
      {/* The key resets the form when a rule changed, here or elsewhere. */}
      <Form key={`${requireSignIn} ${idleLockMinutes}`} rules={{ requireSignIn, idleLockMinutes }} saving={saving} />
      {problem && <CommandProblem problem={problem} />}
      {saving.isSaved && <Saved text={t("staff.policy.saved")} />}
    </>
  );
}

function Form({ rules, saving }: { rules: StaffRules; saving: Saving }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.people === true);
  const [requireSignIn, setRequireSignIn] = useState(rules.requireSignIn);
  const [idle, setIdle] = useState(String(rules.idleLockMinutes));
  const minutes = /^\d{1,3}$/.test(idle) ? Number(idle) : 0;
  const isBadIdle = minutes < 1 || minutes > 480;
  const isChanged = requireSignIn !== rules.requireSignIn || minutes !== rules.idleLockMinutes;
  const isReady = isChanged && !isBadIdle && !isBusy;
  // Saved values are no longer pending.
  const writes =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      saving.changed();
      set(value);
    };
  const save = async () => {
    if (isReady) await saving.save(actions.setPolicy({ requireSignIn, idleLockMinutes: minutes }));
  };
  return (
    <form
      className={styles.rules}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={styles.heading}>{t("staff.policy.title")}</h3>
      <Switch isSelected={requireSignIn} onChange={writes(setRequireSignIn)}>
        {t("staff.policy.requireSignIn")}
      </Switch>
      <div className={styles.minutes}>
        <Field
          label={t("staff.policy.idle")}
          value={idle}
          onChange={writes(setIdle)}
          problem={isBadIdle ? t("staff.policy.badMinutes") : undefined}
          input={{ inputMode: "numeric", maxLength: 3, autoComplete: "off" }}
        />
      </div>
      <Button type="submit" isDisabled={!isReady}>
        {t("staff.policy.save")}
      </Button>
    </form>
  );
}
