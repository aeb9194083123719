import { CircleCheck, LoaderCircle, Printer, ReceiptText, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { environmentOfDraft } from "../../contract/configuration/setup-folder.ts";
import { Button } from "../kit/ui/button.tsx";
import { testsOf } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import end from "./done-step.module.css";
import { StepHeading } from "./step-form.tsx";
import styles from "./wizard.module.css";

export function DoneStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const { isFinished, environment, tests } = useTill(({ setup, terminal }) => ({
    isFinished: setup.end === "finished",
    environment: terminal?.environment ?? (setup.draft ? environmentOfDraft(setup.draft) : "live"),
    tests: setup.tests,
  }));
  const toPrinter = () => {
    actions.leaveSetup();
    actions.openSettings("printer");
  };
  if (!isFinished) {
    return (
      <section className={`${styles.card} ${end.end}`} data-tone="waiting" data-testid="setup-done">
        <LoaderCircle aria-hidden className={end.endShape} />
        <div role="status">
          <StepHeading>{t("setup.done.title")}</StepHeading>
        </div>
        <p className={end.endText}>{t("setup.done.text")}</p>
      </section>
    );
  }
  const { hasFailed: someFailed, isRefused } = testsOf(tests);
  // The demo service replaces the tested one, so earlier failures do not count.
  const hasFailed = someFailed && environment !== "demo";
  const Shape = hasFailed ? TriangleAlert : CircleCheck;
  return (
    <section
      className={`${styles.card} ${end.end}`}
      data-tone={hasFailed ? "attention" : "paid"}
      data-testid="setup-done"
      data-finished
    >
      <Shape aria-hidden className={end.endShape} />
      <div role="status" key="finished">
        <StepHeading>{hasFailed ? t("setup.done.notYet") : t(`setup.done.doneTitle.${environment}`)}</StepHeading>
      </div>
      <p className={end.endText}>{t(`setup.done.doneText.${environment}`)}</p>
      {hasFailed && <p className={end.endText}>{t(isRefused ? "setup.done.refused" : "setup.done.failed")}</p>}
      <div className={end.endActions}>
        <Button kind="primary" size="large" fill onPress={actions.leaveSetup}>
          {t("setup.done.first")}
        </Button>
        <p>{t("setup.done.printer")}</p>
        <Button Icon={ReceiptText} onPress={toPrinter}>
          {t("setup.done.toPrinter")}
        </Button>
        {Object.keys(tests).length > 0 && (
          <Button kind="quiet" Icon={Printer} onPress={() => window.print()}>
            {t("setup.done.print")}
          </Button>
        )}
      </div>
    </section>
  );
}
