import { ArrowRight, FlaskConical, Store } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { FileButton } from "../kit/ui/file-button.tsx";
import layout from "../kit/ui/layout.module.css";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../store/store.ts";
import { Note } from "./parts/note.tsx";
import styles from "./welcome.module.css";
import { LanguageChoice } from "./wizard.tsx";

export function Welcome() {
  const { t } = useTranslation();
  const actions = useActions();
  const hasDraft = useTill(({ setup }) => setup.draft !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={styles.welcome} data-testid="welcome">
      <header className={styles.bar}>
        <span className={styles.wordmark}>{t("app.name")}</span>
        <LanguageChoice />
      </header>
      <div className={styles.middle}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {t("welcome.title")}
          </h1>
          <p>{t("welcome.text")}</p>
        </div>
        <div className={styles.choices}>
          <AriaButton className={styles.choice} data-primary onPress={() => void actions.dismissSetup()}>
            <FlaskConical aria-hidden className={styles.icon} strokeWidth={1.5} />
            <span className={styles.title}>{t("welcome.try")}</span>
            <span className={styles.text}>{t("welcome.tryText")}</span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </AriaButton>
          <AriaButton className={styles.choice} onPress={actions.openSetup}>
            <Store aria-hidden className={styles.icon} strokeWidth={1.5} />
            <span className={styles.title}>{t(hasDraft ? "welcome.goOn" : "welcome.setUp")}</span>
            <span className={styles.text}>{t("welcome.setUpText")}</span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </AriaButton>
        </div>
        <div className={styles.third}>
          <FileButton
            kind="quiet"
            label={t("welcome.takeOver")}
            types={["application/json", ".json"]}
            onRead={(text, damaged) => void actions.importConfiguration(text, damaged)}
          />
          <p>{t("welcome.takeOverText")}</p>
        </div>
        <Problem />
      </div>
    </main>
  );
}

function Problem() {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { importProblem, problem } = useTill(({ setup }) => ({
    importProblem: setup.importProblem,
    problem: setup.problem,
  }));
  const shown = importProblem ?? problem;
  if (shown === null) return null;
  const fields = (shown.details.fields ?? []).map(
    ({ field, expected, because }) => `${field}: ${reasonText(because, expected)}`,
  );
  const because = reasonText(shown.details.because, shown.details.reason);
  const details = [...(because ? [because] : []), ...fields].join(" · ");
  return (
    <Note kind="failed" role="alert">
      <p>{t(importProblem === null ? "welcome.failed" : "welcome.notTaken")}</p>
      {details !== "" && <p className={layout.quiet}>{details}</p>}
    </Note>
  );
}
