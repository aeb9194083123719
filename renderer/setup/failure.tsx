import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CommandName } from "../../contract/bridge/commands.ts";
import { useErrorText, useReasonText } from "../kit/ui/use-reason-text.ts";
import { useTill } from "../store/store.ts";
import { Note } from "./parts/note.tsx";
import { problemText } from "./texts.ts";
import styles from "./wizard.module.css";

export interface FailureProps {
  /** Commands whose errors are shown here; omitted: all others */
  of?: readonly CommandName[];
  /** Commands whose errors the step shows elsewhere */
  except?: readonly CommandName[];
}

/** An error that belongs to no field. Scrolls into view. */
export function Failure({ of, except = [] }: FailureProps) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const { problem, problemOf } = useTill(({ setup }) => ({ problem: setup.problem, problemOf: setup.problemOf }));
  const place = useRef<HTMLDivElement>(null);
  const isShownHere = problemOf === null ? of === undefined : (of?.includes(problemOf) ?? !except.includes(problemOf));
  const shown = isShownHere ? problem : null;
  useEffect(() => {
    if (shown === null) return;
    place.current?.scrollIntoView({ block: "nearest" });
    place.current?.focus({ preventScroll: true });
  }, [shown]);
  if (shown === null) return null;
  const { details } = shown;
  const fields = (details.fields ?? []).map((field) => problemText(reasonText, field));
  return (
    <div ref={place} className={styles.failure} data-problem tabIndex={-1}>
      <Note kind="failed" role="alert">
        <p>{t("setup.keptProblem")}</p>
        <p>{fields.length > 0 ? fields.join(" ") : errorText(shown)}</p>
      </Note>
    </div>
  );
}
