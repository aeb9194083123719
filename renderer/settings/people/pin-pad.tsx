import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/errors.ts";
import { lockedUntil, PinStep } from "../../kit/approval/pin-step.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useRefusal, useSay } from "../../kit/ui/use-say.ts";
import { useActions, useTill } from "../../store/store.tsx";

/** The PIN of the one who signs in. */
export function PinPad({ label, person, onDone }: { label: string; person?: string; onDone: () => void }) {
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
      onPin={(pin) => void actions.signIn(pin, person).then((isRight) => isRight && onDone())}
    />
  );
}

/** What was wrong with a PIN, in one sentence that says that no money moved. */
export function useProblem(): (problem: TillError) => string {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const sayReason = useSay();
  const refusal = useRefusal();
  return (problem) => {
    const { code, details } = problem;
    if (code === "locked_out") return t("staff.signIn.locked", { time: details.until ? clock(details.until) : "…" });
    if (code === "not_allowed") return t("staff.signIn.wrong");
    const [field] = details.fields ?? [];
    return sayReason(field?.because, field?.expected) ?? refusal(problem);
  };
}
