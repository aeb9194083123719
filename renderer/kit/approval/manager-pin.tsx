import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/errors.ts";
import { useKit } from "../context.ts";
import { CommandProblem } from "./command-problem.tsx";
import { lockedUntil, PinStep } from "./pin-step.tsx";
import { isPinBeingChecked } from "./rights.ts";

export interface ManagerPinProps {
  /** Whose PIN it is; the manager's unless told */
  label?: string;
  /** What it does, on the key that ends a PIN of unknown length */
  submit: string;
  keepsFocus?: boolean;
  /** It opens something, and no money moves by it: nothing is said of money */
  opens?: boolean;
  onPin: (pin: string) => void;
}

/** The PIN of someone who may do what a dialog is about, for that one command. */
export function ManagerPin({ label, submit, keepsFocus = false, opens = false, onPin }: ManagerPinProps) {
  const { t } = useTranslation();
  const { problem, demo, isChecking, digits } = useKit((state) => ({
    problem: state.managerProblem,
    demo: state.terminal?.demo ?? null,
    isChecking: isPinBeingChecked(state.busy),
    digits: state.terminal?.pinDigits.approval ?? null,
  }));
  return (
    <PinStep
      label={label ?? t("manager.pin")}
      submit={submit}
      digits={digits}
      hint={demo?.managerPin ? t("manager.pinDemo", { pin: demo.managerPin }) : t("manager.pinHint")}
      problem={
        problem && isPinProblem(problem)
          ? wrongPin(t, problem, opens ? "staff.signIn.wrong" : "manager.pinWrong")
          : undefined
      }
      lockedUntil={lockedUntil(problem)}
      isChecking={isChecking}
      keepsFocus={keepsFocus}
      onPin={onPin}
    />
  );
}

/** What was wrong besides the PIN, said where what is asked stands: under the keys it would be out of sight. */
export function BesidePin() {
  const problem = useKit((state) => state.managerProblem);
  if (problem === null || isPinProblem(problem) || problem.code === "locked_out") return null;
  return <CommandProblem problem={problem} />;
}

/** "Wrong PIN", and how many more may be tried, where main says so. */
export function wrongPin(
  t: TFunction,
  { details: { triesLeft = 0 } }: TillError,
  words: "staff.signIn.wrong" | "manager.pinWrong",
): string {
  return triesLeft > 0 ? t(`${words}Left`, { count: triesLeft }) : t(words);
}

/** Whether a refusal is about the PIN that was tried. */
export function isPinProblem({ details }: TillError): boolean {
  return (details.fields ?? []).some(({ field }) => field === "pin");
}
