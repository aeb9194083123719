import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { decimalSeparator, decimalText, parseAmountText } from "../../contract/money.ts";
import type { StaffPolicy } from "../../contract/staff.ts";
import { CommandProblem } from "../manager/command-problem.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Switch } from "../ui/switch.tsx";
import styles from "./staff.module.css";

/** The owner's rules about people, in force when they are saved. */
export function PolicyForm() {
  const { t } = useTranslation();
  const { terminal, problem } = useTill((state) => ({ terminal: state.terminal, problem: state.people.problem }));
  const [isSaved, setIsSaved] = useState(false);
  if (!terminal) return null;
  const { people, currency, locale } = terminal;
  return (
    <>
      {/* A rule that was changed, here or elsewhere, starts the form anew. */}
      <Form
        key={JSON.stringify(people)}
        policy={people}
        currency={currency}
        separator={decimalSeparator(locale)}
        onSaved={setIsSaved}
      />
      {problem && <CommandProblem problem={problem} />}
      {isSaved && (
        <p className={styles.done} data-tone="paid" role="status">
          <CircleCheck aria-hidden size={20} />
          {t("staff.policy.saved")}
        </p>
      )}
    </>
  );
}

interface FormProps {
  policy: StaffPolicy;
  currency: string;
  separator: string;
  onSaved: (isSaved: boolean) => void;
}

function Form({ policy, currency, separator, onSaved }: FormProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.people === true);
  const shown = (amount: number | null) =>
    amount === null ? "" : decimalText(amount, currency).replace(".", separator);
  const [requireSignIn, setRequireSignIn] = useState(policy.requireSignIn);
  const [idle, setIdle] = useState(String(policy.idleLockMinutes));
  const [cashier, setCashier] = useState(shown(policy.refundLimits.cashier));
  const [manager, setManager] = useState(shown(policy.refundLimits.manager));
  const minutes = /^\d{1,3}$/.test(idle) ? Number(idle) : 0;
  const limits = { cashier: amountOf(cashier, currency), manager: manager === "" ? null : amountOf(manager, currency) };
  const isBadIdle = minutes < 1 || minutes > 480;
  const isReady = !isBadIdle && limits.cashier !== undefined && limits.manager !== undefined && !isBusy;
  // What was saved is not what is written any more.
  const writes =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      onSaved(false);
      set(value);
    };
  const save = async () => {
    const { cashier: most, manager: limit } = limits;
    if (!isReady || most === undefined || limit === undefined) return;
    const next = { requireSignIn, idleLockMinutes: minutes, refundLimits: { cashier: most, manager: limit } };
    onSaved(await actions.setPolicy(next));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={styles.heading}>{t("staff.policy.title")}</h3>
      <Switch isSelected={requireSignIn} onChange={writes(setRequireSignIn)}>
        {t("staff.policy.requireSignIn")}
      </Switch>
      <div className={styles.columns}>
        <Field
          label={t("staff.policy.idle")}
          value={idle}
          onChange={writes(setIdle)}
          problem={isBadIdle ? t("staff.policy.badMinutes") : undefined}
          input={{ inputMode: "numeric", maxLength: 3, autoComplete: "off" }}
        />
        <Field
          label={t("staff.policy.cashierLimit")}
          value={cashier}
          onChange={writes(setCashier)}
          description={t("staff.policy.cashierHint")}
          problem={limits.cashier === undefined ? t("staff.policy.badAmount") : undefined}
          input={{ inputMode: "decimal", autoComplete: "off" }}
        />
        <Field
          label={t("staff.policy.managerLimit")}
          value={manager}
          onChange={writes(setManager)}
          description={t("staff.policy.managerHint")}
          problem={limits.manager === undefined ? t("staff.policy.badAmount") : undefined}
          input={{ inputMode: "decimal", autoComplete: "off" }}
        />
      </div>
      <Button type="submit" isDisabled={!isReady}>
        {t("staff.policy.save")}
      </Button>
    </form>
  );
}

function amountOf(text: string, currency: string): number | undefined {
  const parsed = parseAmountText(text.trim(), currency);
  return parsed.ok ? parsed.amount : undefined;
}
