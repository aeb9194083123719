import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { PinInput } from "../ui/pin-input.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./staff.module.css";

const SHORTEST = 4;

/** A PIN by touch or by keyboard; what was typed is forgotten as soon as it was tried. */
export function PinPad({ label, person, onDone }: { label: string; person?: string; onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
  }));
  const [pin, setPin] = useState("");
  const formId = useId();
  const say = useProblem();
  const isReady = pin.length >= SHORTEST && !isBusy;
  const enter = async () => {
    if (!isReady) return;
    setPin("");
    if (await actions.signIn(pin, person)) onDone();
  };
  return (
    <form
      id={formId}
      className={styles.pad}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <PinInput
        label={label}
        Icon={KeyRound}
        autoFocus
        value={pin}
        onChange={setPin}
        isChecking={isBusy}
        problem={problem ? say(problem) : undefined}
        pad="always"
      />
      <Button kind="primary" size="large" fill type="submit" isDisabled={!isReady}>
        {t(isBusy ? "manager.checking" : "staff.signIn.enter")}
      </Button>
    </form>
  );
}

/** What was wrong with a PIN, in one sentence that says that no money moved. */
export function useProblem(): (problem: TillError) => string {
  const { t } = useTranslation();
  const { clock } = useFormat();
  return ({ code, details, message }) => {
    if (code === "locked_out") return t("staff.signIn.locked", { time: details.until ? clock(details.until) : "…" });
    if (code === "not_allowed") return t("staff.signIn.wrong");
    return details.fields?.[0]?.expected ?? message;
  };
}
