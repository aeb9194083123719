import { Printer, RotateCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SETUP_TESTS } from "../../contract/setup.ts";
import { testsOf } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { CodeRow, SoundRow } from "./person-rows.tsx";
import { StepForm } from "./step-form.tsx";
import rows from "./test-row.module.css";
import { TestRow } from "./test-row.tsx";
import styles from "./wizard.module.css";

/** Whether this till can take a payment: every test with its finding. Nobody is kept here by one that failed. */
export function TestStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const { tests, isRunning } = useTill(({ setup }) => ({ tests: setup.tests, isRunning: setup.testing }));
  const [asksAgain, setAsksAgain] = useState(false);
  const { left, hasFailed, isRefused } = testsOf(tests);
  const finish = () => (isRefused ? setAsksAgain(true) : void actions.finishSetup());
  return (
    <StepForm
      step="test"
      title={t("setup.test.title")}
      intro={t("setup.test.intro")}
      aside={<Again isRunning={isRunning} isComplete={left === 0} />}
      remark={
        hasFailed &&
        !isRunning && (
          <p className={styles.remark} data-tone="attention" role="status">
            <TriangleAlert aria-hidden size={22} />
            <span>{t("setup.test.someFailed")}</span>
          </p>
        )
      }
      next={
        <Button kind="primary" isDisabled={isRunning} onPress={finish}>
          {isRunning
            ? t("setup.test.running", { count: left })
            : t(hasFailed || left > 0 ? "setup.test.finishAnyway" : "setup.test.finish")}
        </Button>
      }
    >
      <ul className={rows.tests} aria-live="polite" aria-busy={isRunning}>
        {SETUP_TESTS.map((test) => (
          <TestRow key={test} test={test} progress={tests[test]} />
        ))}
        <CodeRow />
        <SoundRow />
      </ul>
      {asksAgain && <RefusedSheet onClose={() => setAsksAgain(false)} />}
    </StepForm>
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

/** A till that the service refuses takes no payment at all: that is said once more. */
function RefusedSheet({ onClose }: { onClose: () => void }) {
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
          <Button kind="primary" autoFocus onPress={() => actions.goToSetupStep("credentials")}>
            {t("setup.test.refusedBack")}
          </Button>
        </>
      }
    >
      <p>{t("setup.test.refusedText")}</p>
    </Sheet>
  );
}
