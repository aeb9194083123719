import { useTranslation } from "react-i18next";
import { useKit } from "../context.ts";
import { CommandProblem } from "./command-problem.tsx";
import { isPinProblem, lockedUntil, wrongPin } from "./pin.ts";
import { PinStep } from "./pin-step.tsx";
import { isPinBeingChecked } from "./rights.ts";

export interface ManagerPinProps {
  label?: string;
  submit: string;
  keepsFocus?: boolean;
  /** The PIN only opens a section; messages do not mention money */
  opens?: boolean;
  onPin: (pin: string) => void;
}

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

export function PinStepProblem() {
  const problem = useKit((state) => state.managerProblem);
  if (problem === null || isPinProblem(problem) || problem.code === "locked_out") return null;
  return <CommandProblem problem={problem} />;
}
