import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useTill } from "../store/store.ts";
import { Field } from "../ui/field.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./manager.module.css";

/** The manager's PIN, for the one command that the dialog is about. */
export function PinField({ value, onChange }: { value: string; onChange: (pin: string) => void }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { problem, demo } = useTill((state) => ({ problem: state.managerProblem, demo: state.terminal?.demo ?? null }));
  return (
    <>
      <Field
        label={t("manager.pin")}
        Icon={KeyRound}
        // Back from a wrong PIN, the next thing to type is the right one.
        autoFocus={problem !== null}
        value={value}
        onChange={(pin) => onChange(pin.replace(/\D/g, ""))}
        description={demo ? t("manager.pinDemo", { pin: demo.managerPin }) : t("manager.pinHint")}
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

/** Whether a text can be a PIN at all. */
export function isPin(text: string): boolean {
  return /^\d{4,12}$/.test(text);
}
