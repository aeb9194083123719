import { useTranslation } from "react-i18next";
import { lockedUntil } from "../../kit/approval/pin.ts";
import { PinStep } from "../../kit/approval/pin-step.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useProblem } from "./problems.ts";

export function PinPad({ label, person, onDone }: { label: string; person: string | null; onDone: () => void }) {
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
