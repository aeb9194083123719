import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ErrorCode, FieldProblem } from "../../../contract/calls/errors.ts";
import { errorTextKeys } from "../../kit/format/reason-text.ts";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useTill } from "../../store/store.ts";
import styles from "./reports.module.css";

/**
 * The error of the last report command.
 * @param headlines by error code, replacing the code's texts
 */
export function Problem({ headlines = {} }: { headlines?: Partial<Record<ErrorCode, string>> }) {
  const { t } = useTranslation();
  const problem = useTill(({ reports }) => reports.problem);
  const reasonText = useReasonText();
  if (problem === null) return null;
  const because = reasonText(problem.details.because, problem.details.reason);
  return (
    <div className={message.note} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p>
          {headlines[problem.code] ??
            `${t(`${errorTextKeys(problem)}.happened`)} ${t(`${errorTextKeys(problem)}.next`)}`}
        </p>
        {because && <Quote>{because}</Quote>}
        <FileProblems fields={problem.details.fields ?? []} />
      </div>
    </div>
  );
}

/** The position of a file problem: line, and number or name of the column. */
const FILE_PLACE = /^line (\d+)(?:, (?:column (\d+)|(.+)))?$/;

function FileProblems({ fields }: { fields: readonly FieldProblem[] }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const problems = fields.flatMap(({ field, expected, because }) => {
    const [, line, column, name] = FILE_PLACE.exec(field) ?? [];
    if (line === undefined) return [];
    const inLine = column === undefined ? name : t("reports.fileColumn", { column });
    const place = [t("reports.fileLine", { line }), ...(inLine === undefined ? [] : [inLine])].join(", ");
    return [`${place}: ${reasonText(because, expected)}`];
  });
  if (problems.length === 0) return null;
  return (
    <>
      <p>{t("failure.fields")}</p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}
