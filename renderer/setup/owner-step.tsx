import { KeyRound, UserCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { Field } from "../kit/ui/field.tsx";
import layout from "../kit/ui/layout.module.css";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { requiresOwnerPin } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { NewBooksNote } from "./new-books-note.tsx";
import { Note } from "./parts/note.tsx";
import { StepForm } from "./step-form.tsx";
import { problemAt, problemText } from "./texts.ts";
import styles from "./wizard.module.css";

export function OwnerStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const { asks, isChanging, hasOwner } = useTill(({ setup }) => ({
    asks: requiresOwnerPin(setup),
    isChanging: setup.pin.changing,
    hasOwner: setup.view?.hasOwner === true,
  }));
  return (
    <StepForm step="owner" title={t("setup.owner.title")} intro={t("setup.owner.intro")} fields={["pin", "pin.again"]}>
      <NewBooksNote />
      {asks ? (
        <Pins />
      ) : (
        <Note Icon={UserCheck}>
          <p>{t("setup.owner.has")}</p>
        </Note>
      )}
      {hasOwner && (isChanging || !asks) && (
        <div className={styles.row}>
          <Button
            kind={asks ? "quiet" : "secondary"}
            onPress={() => actions.setSetupPin({ changing: !isChanging, first: "", again: "" })}
          >
            {t(isChanging ? "setup.owner.keep" : "setup.owner.change")}
          </Button>
        </div>
      )}
    </StepForm>
  );
}

function Pins() {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const actions = useActions();
  const { pin, problems, demoPin } = useTill(({ setup, terminal }) => ({
    pin: setup.pin,
    problems: setup.problems,
    demoPin: terminal?.demo?.managerPin ?? null,
  }));
  const problem = (field: string) => {
    const found = problemAt(problems, field);
    return found && problemText(reasonText, found);
  };
  const input = { type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 } as const;
  return (
    <div className={styles.pins}>
      <Field
        label={t("setup.owner.pin")}
        Icon={KeyRound}
        value={pin.first}
        onChange={(text) => actions.setSetupPin({ first: text.replace(/\D/g, "") })}
        description={t("setup.owner.pinHint")}
        problem={problem("pin")}
        input={input}
      />
      <Field
        label={t("setup.owner.again")}
        Icon={KeyRound}
        value={pin.again}
        onChange={(text) => actions.setSetupPin({ again: text.replace(/\D/g, "") })}
        problem={problem("pin.again")}
        input={input}
      />
      <p className={layout.prose}>{t("setup.owner.note")}</p>
      {demoPin !== null && <p className={layout.prose}>{t("setup.owner.demoPin", { pin: demoPin })}</p>}
    </div>
  );
}
