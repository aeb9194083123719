import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { wordsOf } from "../format/refusal.ts";
import { useTill } from "../store/store.ts";
import { Quote } from "../ui/quote.tsx";
import styles from "./reports.module.css";

/** Why the last thing that was asked of the reports did not happen. */
export function Problem() {
  const { t } = useTranslation();
  const problem = useTill(({ reports }) => reports.problem);
  if (problem === null) return null;
  return (
    <div className={styles.problem} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p>
          {t(`${wordsOf(problem)}.happened`)} {t(`${wordsOf(problem)}.next`)}
        </p>
        {problem.details.reason && <Quote>{problem.details.reason}</Quote>}
      </div>
    </div>
  );
}
