import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import { lockedUntil, PinStep } from "../../kit/approval/pin-step.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.tsx";

export interface PinPadProps {
  label: string;
  person: string | null;
  onDone: () => void;
}

export function PinPad({ label, person, onDone }: PinPadProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const { problem, isBusy, digits } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
    digits: state.terminal?.pinDigits.signIn ?? null,
  }));
  const say = useProblem();
  return (
    <PinStep
      label={label}
      submit={t("staff.signIn.enter")}
      digits={digits}
      problem={problem && problem.code !== "locked_out" ? say(problem) : undefined}
      lockedUntil={lockedUntil(problem)}
      isChecking={isBusy}
      isWaiting={person === null}
      onPin={(pin) => void actions.signIn(pin, person ?? undefined).then((isRight) => isRight && onDone())}
    />
  );
}

/** Returns a PIN error in one sentence that also says that no money moved. */
export function useProblem(): (problem: TillError) => string {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const sayReason = useReasonText();
  const errorText = useErrorText();
  return (problem) => {
    const { code, details } = problem;
    if (code === "locked_out") return t("staff.signIn.locked", { time: details.until ? clock(details.until) : "…" });
    const { triesLeft = 0 } = details;
    if (code === "not_allowed" && triesLeft > 0) return t("staff.signIn.wrongLeft", { count: triesLeft });
    if (code === "not_allowed") return t("staff.signIn.wrong");
    const [field] = details.fields ?? [];
    return sayReason(field?.because, field?.expected) ?? errorText(problem);
  };
}
