import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useTill } from "../store/store.ts";
import { Field } from "../ui/field.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./manager.module.css";

export interface PinFieldProps {
  /** Whose PIN it is; the manager's unless told */
  label?: string;
  value: string;
  onChange: (pin: string) => void;
}

/** The manager's PIN, for the one command that the dialog is about. */
export function PinField({ label, value, onChange }: PinFieldProps) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { problem, demo } = useTill((state) => ({ problem: state.managerProblem, demo: state.terminal?.demo ?? null }));
  return (
    <>
      <Field
        label={label ?? t("manager.pin")}
        Icon={KeyRound}
        // Back from a wrong PIN, the next thing to type is the right one.
        autoFocus={problem !== null}
        value={value}
        onChange={(pin) => onChange(pin.replace(/\D/g, ""))}
        description={demo?.managerPin ? t("manager.pinDemo", { pin: demo.managerPin }) : t("manager.pinHint")}
        problem={problem ? pinProblem(problem) : undefined}
        input={{ type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
      />
      {problem && !isPinProblem(problem) && (
        <div className={styles.problem} data-tone="failed" role="alert">
          {t(`error.${problem.code}.happened`)} {t(`error.${problem.code}.money`)}
          {problem.details.reason && <Quote>{problem.details.reason}</Quote>}
        </div>
      )}
    </>
  );
  function pinProblem(error: TillError): string | undefined {
    if (error.code === "locked_out")
      return t("manager.pinLocked", { time: error.details.until ? clock(error.details.until) : "…" });
    return isPinProblem(error) ? t("manager.pinWrong") : undefined;
  }
}

function isPinProblem({ code, details }: TillError): boolean {
  const aboutPin = (details.fields ?? []).some(({ field }) => field === "pin");
  return code === "locked_out" || aboutPin;
}

/** Whether a manager is signed in already: then no PIN is asked for. */
export function useIsManager(): boolean {
  return useTill((state) => state.terminal?.staff?.role === "manager" || state.terminal?.staff?.role === "owner");
}

/** Whether each refund of this till needs a PIN, whoever is signed in: it unlocks what signs the refund. */
export function useRefundsNeedPin(): boolean {
  return useTill((state) => state.terminal?.refundsNeedPin === true);
}

/** Whether whoever is signed in may refund this much without anybody's PIN. @param amount in minor units */
export function useMayRefund(amount: number): boolean {
  return useTill(({ terminal }) => {
    const role = terminal?.staff?.role;
    if (!terminal || role === undefined || terminal.refundsNeedPin) return false;
    const { cashier, manager } = terminal.people.refundLimits;
    const limit = role === "owner" ? null : role === "manager" ? manager : cashier;
    return limit === null || (limit > 0 && amount <= limit);
  });
}

/** Whether a text can be a PIN at all. */
export function isPin(text: string): boolean {
  return /^\d{4,12}$/.test(text);
}
