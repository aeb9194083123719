import { CircleCheck, LoaderCircle, Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { environmentOf } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import end from "./done-step.module.css";
import { StepHeading } from "./step-form.tsx";
import styles from "./wizard.module.css";

/** The settings are being put in force, and then: they are. */
export function DoneStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const { isFinished, environment, hasResult } = useTill(({ setup, terminal }) => ({
    isFinished: setup.end === "finished",
    environment: terminal?.environment ?? (setup.draft ? environmentOf(setup.draft) : "live"),
    hasResult: Object.keys(setup.tests).length > 0,
  }));
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
  return (
    <section className={`${styles.card} ${end.end}`} data-tone="paid" data-testid="setup-done" data-finished>
      <CircleCheck aria-hidden className={end.endShape} />
      <div role="status" key="finished">
        <StepHeading>{t("setup.done.doneTitle")}</StepHeading>
      </div>
      <p className={end.endText}>{t(`setup.done.doneText.${environment}`)}</p>
      <div className={end.endActions}>
        <Button kind="primary" size="large" fill onPress={actions.leaveSetup}>
          {t("setup.done.first")}
        </Button>
        {hasResult && (
          <Button kind="quiet" Icon={Printer} onPress={() => window.print()}>
            {t("setup.done.print")}
          </Button>
        )}
      </div>
    </section>
  );
}
