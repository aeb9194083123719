import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { ProgressBar } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { ReconciliationSummary } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import closeStyles from "./close.module.css";
import styles from "./reports.module.css";
import { type Mark, timeLeft } from "./time-left.ts";

export function ReconcilePart() {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const actions = useActions();
  const found = useTill(({ reports }) => reports.reconciliation);
  const comparison = useTill(({ reports }) => reports.closing?.comparison ?? null);
  if (found?.state === "running" || found?.state === "waiting") return <Running found={found} />;
  return (
    <div className={closeStyles.reconcile}>
      {found && (
        <Found found={found} outdated={comparison?.outdated ?? 0} isAll={comparison?.state !== "not_compared"} />
      )}
      {found?.because && <Quote>{reasonText(found.becauseReason, found.because)}</Quote>}
      {comparison?.state === "not_compared" && (
        <div data-testid="not-compared-yet">
          <p className={styles.quiet}>{t("reports.notCompared")}</p>
          <Quote>{reasonText(comparison.becauseReason, comparison.because) ?? ""}</Quote>
        </div>
      )}
      {comparison?.state === "nothing_to_compare" && found === null && (
        <p className={styles.quiet}>{t("reports.nothingCompared")}</p>
      )}
      <Button Icon={RefreshCw} onPress={() => void actions.reconcile()}>
        {t(found === null || found.compared === 0 ? "reports.reconcile" : "reports.reconcileAgain")}
      </Button>
    </div>
  );
}

/** Progress and remaining time, at the speed since it is shown. */
function Running({ found }: { found: ReconciliationSummary }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const actions = useActions();
  const left = useTimeLeft(found);
  const share = found.total === 0 ? 0 : (found.compared / found.total) * 100;
  const minutes = left === null ? null : Math.ceil(left / 60_000);
  return (
    <div className={closeStyles.reconcile}>
      <ProgressBar aria-label={t("reports.reconciling")} value={share} className={closeStyles.progress}>
        <span className={closeStyles.track}>
          <span className={closeStyles.filled} style={{ inlineSize: `${share}%` }} />
        </span>
      </ProgressBar>
      <p role="status" data-testid="comparing">
        {t("reports.comparing", { compared: found.compared, total: found.total })}
        {minutes !== null && ` · ${minutes > 1 ? t("reports.minutesLeft", { minutes }) : t("reports.underAMinute")}`}
      </p>
      {found.because !== null && <Quote>{reasonText(found.becauseReason, found.because)}</Quote>}
      <Button onPress={() => void actions.stopReconciling()}>{t("reports.stop")}</Button>
    </div>
  );
}

/** In ms; null while unknown, such as during a wait for the service. */
function useTimeLeft({ id, state, compared, total }: ReconciliationSummary): number | null {
  const now = useTill((till) => till.now);
  const since = useRef<(Mark & { id: string }) | null>(null);
  if (state !== "running") since.current = null;
  else if (since.current?.id !== id) since.current = { id, compared, at: now };
  return since.current === null ? null : timeLeft(since.current, { compared, at: now }, total);
}

/**
 * Results of payments that need no new comparison.
 * @param isAll whether all are compared
 */
function Found({ found, outdated, isAll }: { found: ReconciliationSummary; outdated: number; isAll: boolean }) {
  const { t } = useTranslation();
  const { confirming = 0, differences, state } = found;
  const count = found.compared - outdated;
  const isEqual = differences === 0 && state === "done" && confirming === 0;
  if (count === 0 && outdated > 0 && differences === 0) return null;
  const some = t("reports.differenceCount", { count: differences });
  const payments = t("reports.paymentCount", { count });
  const differing = count === 0 && outdated > 0 ? some : t("reports.someDiffer", { differences: some, payments });
  const equal = t(isAll ? "reports.allEqual" : "reports.someEqual", { count });
  return (
    <p className={styles.proof} data-tone={isEqual ? undefined : "attention"} role="status">
      {isEqual ? <CircleCheck aria-hidden size={22} /> : <TriangleAlert aria-hidden size={22} />}
      {isEqual ? equal : differing}
      {confirming > 0 && ` ${t("reports.confirmingLine", { count: confirming })}`}
    </p>
  );
}
