import { Delete, KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./staff.module.css";

const LONGEST = 12;
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
  const type = (digits: string) => setPin(digits.replace(/\D/g, "").slice(0, LONGEST));
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
      <Field
        label={label}
        Icon={KeyRound}
        autoFocus
        value={pin}
        onChange={type}
        problem={problem ? say(problem) : undefined}
        input={{ type: "password", inputMode: "none", autoComplete: "off", maxLength: LONGEST }}
      />
      <div className={styles.digits}>
        {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
          <PadKey key={digit} name={digit} onPress={() => type(pin + digit)} />
        ))}
        <span />
        <PadKey name="0" onPress={() => type(`${pin}0`)} />
        <PadKey name={t("staff.signIn.delete")} Icon={Delete} onPress={() => type(pin.slice(0, -1))} />
      </div>
      <Button kind="primary" size="large" fill type="submit" isDisabled={!isReady}>
        {t("staff.signIn.enter")}
      </Button>
    </form>
  );
}

function PadKey({ name, Icon, onPress }: { name: string; Icon?: typeof Delete; onPress: () => void }) {
  return (
    <AriaButton
      className={styles.digit ?? ""}
      aria-label={Icon ? name : undefined}
      preventFocusOnPress
      onPress={onPress}
    >
      {Icon ? <Icon aria-hidden /> : name}
    </AriaButton>
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
