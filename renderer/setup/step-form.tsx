import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CommandName } from "../../contract/bridge/commands.ts";
import { Button } from "../kit/ui/button.tsx";
import { showFirstProblem } from "../kit/ui/first-problem.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { problemsOf, type SetupStep } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { Failure } from "./failure.tsx";
import { Note } from "./parts/note.tsx";
import { problemText } from "./texts.ts";
import styles from "./wizard.module.css";

export interface StepFormProps {
  step: SetupStep;
  title: string;
  intro?: string;
  children: ReactNode;
  /** Fields of the step; errors of other fields are shown above them */
  fields?: readonly string[];
  /** Commands whose errors the step shows itself */
  placed?: readonly CommandName[];
  /** Runs before the step is left; false keeps it open */
  onNext?: () => Promise<boolean>;
  next?: ReactNode;
  aside?: ReactNode;
  remark?: ReactNode;
  hasBack?: boolean;
}

export function StepForm(props: StepFormProps) {
  const { step, title, intro, children, fields = [], placed = [], onNext, next, aside, remark, hasBack = true } = props;
  const { t } = useTranslation();
  const actions = useActions();
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useTill((state) => state.busy["setup.check"] === true || state.busy["setup.keepSecret"] === true);
  const goOn = async () => {
    const advanced = (onNext === undefined || (await onNext())) && (await actions.nextSetupStep());
    if (!advanced) showFirstProblem(form);
  };
  return (
    <form
      ref={form}
      className={styles.card}
      noValidate
      data-testid={`setup-${step}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (next === undefined && !isBusy) void goOn();
      }}
    >
      <header className={styles.header}>
        <div className={styles.headline}>
          <StepHeading>{title}</StepHeading>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        {intro && <p className={styles.intro}>{intro}</p>}
      </header>
      <div className={styles.body}>
        <Failure except={placed} />
        <Unplaced step={step} fields={fields} />
        {children}
      </div>
      <footer className={styles.footer}>
        {hasBack && (
          <Button Icon={ArrowLeft} onPress={actions.previousSetupStep}>
            {t("setup.back")}
          </Button>
        )}
        <div className={styles.remark}>{remark}</div>
        {next ?? (
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {t("setup.next")}
            <ArrowRight aria-hidden className={styles.nextArrow} />
          </Button>
        )}
      </footer>
    </form>
  );
}

/** The heading takes the focus, so that screen readers and Tab continue from it. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  );
}

function Unplaced({ step, fields }: { step: SetupStep; fields: readonly string[] }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const problems = useTill((state) => state.setup.problems);
  const otherProblems = problemsOf(step, problems).filter(({ field }) => !fields.includes(field.replace(/\[.*$/, "")));
  if (otherProblems.length === 0) return null;
  return (
    <Note kind="failed" role="alert">
      <p>{t("setup.also")}</p>
      <ul>
        {otherProblems.map((problem) => (
          <li key={problem.field}>{problemText(reasonText, problem)}</li>
        ))}
      </ul>
    </Note>
  );
}
