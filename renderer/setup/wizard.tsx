import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Gate } from "../kit/approval/gate.tsx";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { WindowLanguageChoice } from "../kit/ui/window-choices.tsx";
import { isChanged, type SetupStep } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { canSetUp } from "./binding.ts";
import { CallbacksStep } from "./callbacks-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import end from "./done-step.module.css";
import { DoneStep } from "./done-step.tsx";
import { OwnerStep } from "./owner-step.tsx";
import { Printout } from "./printout.tsx";
import { Progress } from "./progress.tsx";
import { ServiceStep } from "./service-step.tsx";
import { TestStep } from "./test-step.tsx";
import { TillStep } from "./till-step.tsx";
import styles from "./wizard.module.css";

const STEPS: Record<SetupStep, () => React.ReactNode> = {
  service: ServiceStep,
  credentials: CredentialsStep,
  till: TillStep,
  callbacks: CallbacksStep,
  owner: OwnerStep,
  test: TestStep,
  done: DoneStep,
};

export function Wizard() {
  const { t } = useTranslation();
  // After finishing, the new owner is not signed in yet.
  const isOpen = useTill((state) => canSetUp(state) || state.setup.end !== "open");
  return (
    <div className={styles.wizard} data-testid="wizard">
      <WizardBar />
      <Progress />
      <main className={styles.main}>
        {isOpen ? (
          <Step />
        ) : (
          <section className={`${styles.card} ${styles.gate}`}>
            <h1 className={styles.title}>{t("setup.title")}</h1>
            <Gate permission="access">{null}</Gate>
          </section>
        )}
      </main>
      <Printout />
    </div>
  );
}

function Step() {
  const { t } = useTranslation();
  const actions = useActions();
  const { status, step } = useTill(({ setup }) => ({ status: setup.status, step: setup.step }));
  if (status === "failed") {
    return (
      <section className={`${styles.card} ${end.end}`}>
        <p role="alert">{t("setup.failed")}</p>
        <Button onPress={() => void actions.readSetup()}>{t("setup.retry")}</Button>
      </section>
    );
  }
  if (status !== "open") {
    return (
      <section className={`${styles.card} ${end.end}`}>
        <p role="status">{t("setup.reading")}</p>
      </section>
    );
  }
  const Shown = STEPS[step];
  return <Shown key={step} />;
}

function WizardBar() {
  const { t } = useTranslation();
  const isOver = useTill(({ setup }) => setup.end !== "open");
  return (
    <header className={styles.bar}>
      <span className={styles.wordmark}>{t("app.name")}</span>
      <span className={styles.what}>{t("setup.title")}</span>
      <LanguageChoice />
      {!isOver && <Leave />}
    </header>
  );
}

export function LanguageChoice() {
  const { setLanguage } = useActions();
  const language = useTill((state) => state.language);
  return <WindowLanguageChoice value={language} onChange={setLanguage} />;
}

/** A first run keeps its draft; a till that is set up loses the changes. */
function Leave() {
  const { t } = useTranslation();
  const actions = useActions();
  const loses = useTill(({ setup, terminal }) => terminal?.setup === "done" && isChanged(setup));
  const [asks, setAsks] = useState(false);
  return (
    <>
      <IconButton label={t("setup.leave")} Icon={X} onPress={() => (loses ? setAsks(true) : actions.leaveSetup())} />
      {asks && (
        <Sheet
          role="alertdialog"
          title={t("setup.leaveTitle")}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button onPress={actions.leaveSetup}>{t("setup.leaveYes")}</Button>
              <Button kind="primary" autoFocus onPress={() => setAsks(false)}>
                {t("setup.leaveNo")}
              </Button>
            </>
          }
        >
          <p>{t("setup.leaveText")}</p>
        </Sheet>
      )}
    </>
  );
}
