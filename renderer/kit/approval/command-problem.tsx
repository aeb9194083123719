import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import { useKit } from "../context.ts";
import { errorTextKeys } from "../format/reason-text.ts";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import { useReasonText } from "../ui/use-reason-text.ts";
import styles from "./manager.module.css";

export function CommandProblem({ problem }: { problem: TillError }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { code, details } = problem;
  const because = useReasonText()(details.because, details.reason);
  const time = details.until ? clock(details.until) : "…";
  // The code `limit` means a user's limit in this dialog, not the till's.
  const words = code === "limit" ? t("manager.overLimit") : t(`${errorTextKeys(problem)}.happened`);
  const next = code === "limit" ? t("manager.overLimitNext") : t(`${errorTextKeys(problem)}.next`, { time });
  return (
    <div
      className={styles.problem}
      data-tone={code === "internal" ? "attention" : "failed"}
      data-testid="command-problem"
      role="alert"
    >
      <p>
        <strong>{words}</strong> {t(`error.${code}.money`)}
      </p>
      <p>{next}</p>
      {because && code !== "limit" && <Quote>{because}</Quote>}
    </div>
  );
}

/** Command problem of a dialog without a PIN; a PIN field shows the problem itself. */
export function OwnCommandProblem() {
  const problem = useKit((state) => state.managerProblem);
  return problem && <CommandProblem problem={problem} />;
}
