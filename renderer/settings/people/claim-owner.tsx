import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { fieldProblem } from "./problems.ts";
import styles from "./staff.module.css";

const PIN = /^\d{6,12}$/;
const DIGITS = { type: "password", inputMode: "numeric", autoComplete: "new-password", maxLength: 12 } as const;

/** Sets the first owner's PIN: there is no default PIN. */
export function ClaimOwner() {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const actions = useActions();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
  }));
  const [name, setName] = useState(t("staff.owner.nameDefault"));
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const isDifferent = again.length >= pin.length && again !== pin;
  const isReady = name.trim() !== "" && PIN.test(pin) && pin === again && !isBusy;
  const known = fieldProblem(reasonText, problem, "pin") ?? fieldProblem(reasonText, problem, "name");
  return (
    <div className={styles.lock} data-testid="claim-owner">
      <form
        className={styles.lockCard}
        aria-labelledby="owner-title"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void actions.claimOwner(name.trim(), pin);
        }}
      >
        <Welcome />
        <Field
          label={t("staff.owner.name")}
          value={name}
          onChange={setName}
          problem={fieldProblem(reasonText, problem, "name")}
          input={{ maxLength: 60, autoComplete: "off" }}
        />
        <Field
          label={t("staff.owner.pin")}
          value={pin}
          onChange={(text) => setPin(text.replace(/\D/g, ""))}
          autoFocus
          problem={
            fieldProblem(reasonText, problem, "pin") ??
            (problem && known === undefined ? errorText(problem) : undefined)
          }
          input={DIGITS}
        />
        <Field
          label={t("staff.owner.again")}
          value={again}
          onChange={(text) => setAgain(text.replace(/\D/g, ""))}
          problem={isDifferent ? t("staff.owner.different") : undefined}
          input={DIGITS}
        />
        <Button kind="primary" size="large" fill type="submit" isDisabled={!isReady}>
          {t(isBusy ? "staff.people.saving" : "staff.owner.done")}
        </Button>
      </form>
    </div>
  );
}

function Welcome() {
  const { t } = useTranslation();
  return (
    <>
      <span className={layout.picture}>
        <ShieldCheck aria-hidden />
      </span>
      <h1 id="owner-title" className={styles.title}>
        {t("staff.owner.title")}
      </h1>
      <p className={styles.quiet}>{t("staff.owner.text")}</p>
    </>
  );
}
