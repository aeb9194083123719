import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lockedUntil } from "../../kit/approval/pin.ts";
import { PinStep } from "../../kit/approval/pin-step.tsx";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { fieldProblem, useProblem } from "./problems.ts";

export function ChangePin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const problemText = useProblem();
  const { problem, isBusy, digits } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
    digits: state.terminal?.pinDigits.signIn ?? null,
  }));
  const [pin, setPin] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const wrongNew = fieldProblem(useReasonText(), problem, "newPin");
  const change = async (known: string, next: string) => {
    const isChanged = await actions.changePin(known, next);
    setIsDone(isChanged);
  };
  // An error of the current PIN returns to its step; errors of the new PIN stay here.
  const isOld = pin === null || (problem !== null && wrongNew === undefined && !isBusy);
  if (isDone) {
    return (
      <div className={layout.stack} role="status">
        <p className={message.saved}>
          <CircleCheck aria-hidden />
          {t("staff.signIn.changed")}
        </p>
        <Button kind="primary" fill autoFocus onPress={onDone}>
          {t("common.close")}
        </Button>
      </div>
    );
  }
  return isOld ? (
    <PinStep
      key="old"
      label={t("staff.signIn.oldPin")}
      submit={t("common.next")}
      digits={digits}
      isChecking={isBusy}
      problem={problem && problem.code !== "locked_out" && wrongNew === undefined ? problemText(problem) : undefined}
      lockedUntil={lockedUntil(problem)}
      onPin={(typed) => {
        actions.forgetPeopleProblem();
        setPin(typed);
      }}
    />
  ) : (
    <PinStep
      key="new"
      label={t("staff.signIn.newPin")}
      submit={t("staff.signIn.changePin")}
      isChecking={isBusy}
      hint={t("staff.signIn.newPinHint")}
      problem={wrongNew}
      onPin={(typed) => void change(pin ?? "", typed)}
    />
  );
}
