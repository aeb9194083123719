import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isPin } from "../manager/pin-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { PinInput } from "../ui/pin-input.tsx";
import { useProblem } from "./pin-pad.tsx";
import { fieldProblem } from "./problems.ts";
import styles from "./staff.module.css";

/** Another PIN for whoever knows the one of now. */
export function ChangePin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const say = useProblem();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
  }));
  const [pin, setPin] = useState("");
  const [newPin, setNewPin] = useState("");
  const [typed, setTyped] = useState<"old" | "new">("old");
  const [isDone, setIsDone] = useState(false);
  const wrongNew = fieldProblem(problem, "newPin");
  const change = async () => {
    if (!isPin(pin) || !isPin(newPin) || isBusy) return;
    setIsDone(await actions.changePin(pin, newPin));
    setPin("");
  };
  if (isDone) {
    return (
      <div className={styles.form} role="status">
        <p className={styles.done} data-tone="paid">
          <CircleCheck aria-hidden />
          {t("staff.signIn.changed")}
        </p>
        <Button kind="primary" fill autoFocus onPress={onDone}>
          {t("common.close")}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <PinInput
        label={t("staff.signIn.oldPin")}
        value={pin}
        onChange={setPin}
        autoFocus
        isChecking={isBusy}
        problem={problem && wrongNew === undefined ? say(problem) : undefined}
        // One set of keys, for the field that is being typed in.
        pad={typed === "old" ? "touch" : "never"}
        onFocus={() => setTyped("old")}
      />
      <PinInput
        label={t("staff.signIn.newPin")}
        value={newPin}
        onChange={setNewPin}
        isChecking={isBusy}
        problem={wrongNew}
        pad={typed === "new" ? "touch" : "never"}
        onFocus={() => setTyped("new")}
      />
      <Button kind="primary" fill type="submit" isDisabled={!isPin(pin) || !isPin(newPin) || isBusy}>
        {t(isBusy ? "manager.checking" : "staff.signIn.changePin")}
      </Button>
    </form>
  );
}
