import { Banknote, Printer, RotateCw, TriangleAlert, Wrench } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SETUP_TESTS, type SetupTest } from "../../contract/configuration/setup.ts";
import { environmentOfDraft } from "../../contract/configuration/setup-folder.ts";
import { Button } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { type SetupStep, testsOf } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { correctingStep, testWithSameFinding } from "./correction.ts";
import { SharedNote } from "./imported-note.tsx";
import { NewBooksNote } from "./new-books-note.tsx";
import { CodeRow, SoundRow } from "./person-rows.tsx";
import { StepForm } from "./step-form.tsx";
import rows from "./test-row.module.css";
import { TestRow } from "./test-row.tsx";
import styles from "./wizard.module.css";

/** Whether this till can take payments. Failed tests do not block finishing. */
export function TestStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const { tests, isRunning } = useTill(({ setup }) => ({ tests: setup.tests, isRunning: setup.testing }));
  const [asksAgain, setAsksAgain] = useState(false);
  const { left, hasFailed, isRefused } = testsOf(tests);
  const correctingStepOf = useCorrectingStep();
  const first = SETUP_TESTS.map(correctingStepOf).find((step) => step !== null) ?? null;
  const finish = () => (isRefused ? setAsksAgain(true) : void actions.finishSetup());
  const isCorrectable = hasFailed && first !== null;
  return (
    <StepForm
      step="test"
      title={t("setup.test.title")}
      intro={t("setup.test.intro")}
      aside={<Again isRunning={isRunning} isComplete={left === 0} />}
      remark={<Remark hasFailed={hasFailed && !isRunning} />}
      next={
        <>
          <Button kind={isCorrectable ? "secondary" : "primary"} isDisabled={isRunning} onPress={finish}>
            {isRunning
              ? t("setup.test.running", { count: left })
              : t(hasFailed || left > 0 ? "setup.test.finishAnyway" : "setup.test.finish")}
          </Button>
          {isCorrectable && !isRunning && <CorrectButton step={first} kind="primary" />}
        </>
      }
    >
      <NewBooksNote />
      <SharedNote />
      <ul className={rows.tests} aria-live="polite" aria-busy={isRunning}>
        {SETUP_TESTS.map((test) => {
          const sameAs = testWithSameFinding(test, tests, SETUP_TESTS);
          const step = correctingStepOf(test);
          // The first correction is the primary button.
          const after = sameAs === null && step !== null && !(isCorrectable && step === first) && (
            <CorrectButton step={step} />
          );
          return <TestRow key={test} test={test} progress={tests[test]} sameAs={sameAs} after={after} />;
        })}
        <CodeRow />
        <SoundRow />
      </ul>
      {asksAgain && <RefusedSheet step={first} onClose={() => setAsksAgain(false)} />}
    </StepForm>
  );
}

/** Returns the step that corrects a finding; null: none. Failures come before warnings. */
function useCorrectingStep(): (test: SetupTest) => SetupStep | null {
  const { tests, draft } = useTill(({ setup }) => ({ tests: setup.tests, draft: setup.draft }));
  const { hasFailed } = testsOf(tests);
  return (test) => {
    const progress = tests[test];
    if (progress?.state !== "found" || draft === null) return null;
    if (hasFailed && progress.finding.outcome !== "failed") return null;
    return correctingStep(progress.finding, draft);
  };
}

function CorrectButton({ step, kind = "secondary" }: { step: SetupStep; kind?: "primary" | "secondary" }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Button kind={kind} Icon={Wrench} onPress={() => actions.goToSetupStep(step)}>
      {t("setup.test.goTo", { step: t(`setup.steps.${step}`) })}
    </Button>
  );
}

function Remark({ hasFailed }: { hasFailed: boolean }) {
  const { t } = useTranslation();
  const draft = useTill(({ setup }) => setup.draft);
  if (draft === null) return null;
  const environment = environmentOfDraft(draft);
  return (
    <div className={styles.remarks}>
      {hasFailed && (
        <p data-tone="attention" role="status">
          <TriangleAlert aria-hidden size={22} />
          <span>{t("setup.test.someFailed")}</span>
        </p>
      )}
      <p data-testid="setup-money" data-tone={environment === "live" ? "attention" : undefined}>
        <Banknote aria-hidden size={22} />
        <span>{t(`setup.test.money.${environment}`)}</span>
      </p>
    </div>
  );
}

function Again({ isRunning, isComplete }: { isRunning: boolean; isComplete: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <>
      <Button kind="quiet" Icon={RotateCw} isDisabled={isRunning} onPress={() => void actions.runSetupTests()}>
        {t(isComplete || isRunning ? "setup.test.again" : "setup.test.run")}
      </Button>
      <Button kind="quiet" Icon={Printer} isDisabled={isRunning || !isComplete} onPress={() => window.print()}>
        {t("setup.test.print")}
      </Button>
    </>
  );
}

/** Confirms finishing although the service rejects the till. */
function RefusedSheet({ step, onClose }: { step: SetupStep | null; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Sheet
      role="alertdialog"
      title={t("setup.test.refusedTitle")}
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => void actions.finishSetup()}>{t("setup.test.finishAnyway")}</Button>
          {step === null ? (
            <Button kind="primary" autoFocus onPress={onClose}>
              {t("setup.back")}
            </Button>
          ) : (
            <Button kind="primary" autoFocus onPress={() => actions.goToSetupStep(step)}>
              {t("setup.test.goTo", { step: t(`setup.steps.${step}`) })}
            </Button>
          )}
        </>
      }
    >
      <p>{t("setup.test.refusedText")}</p>
    </Sheet>
  );
}
