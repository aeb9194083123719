import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT } from "../../../contract/money.ts";
import type { StaffPolicy } from "../../../contract/staff.ts";
import { CommandProblem } from "../../kit/approval/command-problem.tsx";
import { type AmountEntry, AmountField, useAmountEntry } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./staff.module.css";

/** The owner's rules about people, in force when they are saved. */
export function PolicyForm() {
  const { t } = useTranslation();
  const { terminal, problem } = useTill((state) => ({ terminal: state.terminal, problem: state.people.problem }));
  const [isSaved, setIsSaved] = useState(false);
  if (!terminal) return null;
  const { people, currency } = terminal;
  return (
    <>
      {/* A rule that was changed, here or elsewhere, starts the form anew. */}
      <Form key={JSON.stringify(people)} policy={people} currency={currency} onSaved={setIsSaved} />
      {problem && <CommandProblem problem={problem} />}
      {isSaved && <Saved text={t("staff.policy.saved")} />}
    </>
  );
}

interface FormProps {
  policy: StaffPolicy;
  currency: string;
  onSaved: (isSaved: boolean) => void;
}

function Form({ policy, currency, onSaved }: FormProps) {
  const { t } = useTranslation();
  const draft = usePolicyDraft({ policy, currency, onSaved });
  const { requireSignIn, idle, cashier, manager, isLimited, isBadIdle, isReady, writes, writesAmount, save } = draft;
  return (
    <form
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={styles.heading}>{t("staff.policy.title")}</h3>
      <Switch isSelected={requireSignIn} onChange={writes(draft.setRequireSignIn)}>
        {t("staff.policy.requireSignIn")}
      </Switch>
      <div className={styles.columns}>
        <Field
          label={t("staff.policy.idle")}
          value={idle}
          onChange={writes(draft.setIdle)}
          problem={isBadIdle ? t("staff.policy.badMinutes") : undefined}
          input={{ inputMode: "numeric", maxLength: 3, autoComplete: "off" }}
        />
        <AmountField
          isLine
          label={t("staff.policy.cashierLimit")}
          value={writesAmount(cashier)}
          description={t("staff.policy.cashierHint")}
          problem={t("staff.policy.badAmount")}
        />
      </div>
      <Switch isSelected={isLimited} onChange={writes(draft.setIsLimited)}>
        {t("staff.policy.managerIsLimited")}
      </Switch>
      {isLimited && (
        <div className={styles.columns}>
          <AmountField
            isLine
            label={t("staff.policy.managerLimit")}
            value={writesAmount(manager)}
            description={t("staff.policy.managerHint")}
            problem={t("staff.policy.badAmount")}
          />
        </div>
      )}
      <Button type="submit" isDisabled={!isReady}>
        {t("staff.policy.save")}
      </Button>
    </form>
  );
}

/** What was typed, before it is saved. */
function usePolicyDraft({ policy, currency, onSaved }: FormProps) {
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.people === true);
  const [requireSignIn, setRequireSignIn] = useState(policy.requireSignIn);
  const [idle, setIdle] = useState(String(policy.idleLockMinutes));
  const cashier = useAmountEntry(currency, MAX_AMOUNT, policy.refundLimits.cashier);
  const manager = useAmountEntry(currency, MAX_AMOUNT, policy.refundLimits.manager ?? 0);
  const [isLimited, setIsLimited] = useState(policy.refundLimits.manager !== null);
  const minutes = /^\d{1,3}$/.test(idle) ? Number(idle) : 0;
  const refundLimits = { cashier: cashier.typed, manager: isLimited ? manager.typed : null };
  const isBadIdle = minutes < 1 || minutes > 480;
  const isReady = !isBadIdle && !isBusy;
  // What was saved is not what is written any more.
  const writes =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      onSaved(false);
      set(value);
    };
  const writesAmount = (entry: AmountEntry): AmountEntry => ({
    entry: entry.entry,
    currency,
    typed: entry.typed,
    amount: entry.amount,
    enter: writes(entry.enter),
  });
  const save = async () => {
    if (!isReady) return;
    const next = { requireSignIn, idleLockMinutes: minutes, refundLimits };
    onSaved(await actions.setPolicy(next));
  };
  return {
    requireSignIn,
    setRequireSignIn,
    idle,
    setIdle,
    cashier,
    manager,
    isLimited,
    setIsLimited,
    isBadIdle,
    isReady,
    writes,
    writesAmount,
    save,
  };
}
