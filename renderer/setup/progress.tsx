import { Check, Minus, X } from "lucide-react";
import { Button } from "react-aria-components";
import { useTranslation } from "react-i18next";
import layout from "../kit/ui/layout.module.css";
import { isStepRequired, placeOf, SETUP_STEPS, type SetupStep, testsOf } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./progress.module.css";

export function Progress() {
  const { t } = useTranslation();
  const { number, total } = useTill(({ setup }) => placeOf(setup.step, setup.draft));
  return (
    <nav className={styles.progress} aria-label={t("setup.progress")}>
      <p className={styles.now}>{t("setup.progressNow", { number, total })}</p>
      <ol className={styles.steps}>
        {SETUP_STEPS.map((name, index) => (
          <Step key={name} name={name} number={index + 1} />
        ))}
      </ol>
    </nav>
  );
}

function Step({ name, number }: { name: SetupStep; number: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { step, furthest, isOver, needed, tests } = useTill(({ setup }) => ({
    step: setup.step,
    furthest: setup.furthest,
    tests: setup.tests,
    isOver: setup.end !== "open",
    needed: setup.draft === null || isStepRequired(name, setup.draft),
  }));
  const isCurrent = step === name;
  const isReached = SETUP_STEPS.indexOf(name) <= SETUP_STEPS.indexOf(furthest);
  const { left, hasFailed } = testsOf(tests);
  const isCompleted = needed && !isCurrent && (isReached || isOver) && name !== "done";
  // Failed or outdated tests do not count as done.
  const isFailed = isCompleted && name === "test" && hasFailed;
  const isDone = isCompleted && !isFailed && (name !== "test" || left === 0);
  const state = isCurrent ? "now" : isFailed ? "failed" : isDone ? "done" : needed ? "coming" : "left";
  const inner = (
    <>
      <span className={`${layout.mark} ${styles.mark}`} aria-hidden>
        {state === "done" && <Check size={18} strokeWidth={2.5} />}
        {state === "failed" && <X size={18} strokeWidth={2.5} />}
        {state === "left" && <Minus size={18} />}
        {(state === "now" || state === "coming") && number}
      </span>
      <span className={styles.name}>
        {t(`setup.steps.${name}`)}
        {state === "left" && <small>{t("setup.notNeeded")}</small>}
        {state === "failed" && <small>{t("setup.test.notAll")}</small>}
        {state === "done" && <span className={layout.unseen}>{t("setup.stepDone")}</span>}
      </span>
    </>
  );
  const isLinked = isReached && !isCurrent && !isOver && needed && name !== "done";
  return (
    <li className={styles.step} data-state={state} aria-current={isCurrent ? "step" : undefined}>
      {isLinked ? (
        <Button className={styles.link} onPress={() => actions.goToSetupStep(name)}>
          {inner}
        </Button>
      ) : (
        <span className={styles.link}>{inner}</span>
      )}
    </li>
  );
}
