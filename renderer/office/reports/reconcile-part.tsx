import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { ProgressBar } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useSay } from "../../kit/ui/use-say.ts";
import { useActions, useTill } from "../../store/store.tsx";
import closeStyles from "./close.module.css";
import styles from "./reports.module.css";

/** Reading every payment of the period back from the service, and what that found. */
export function ReconcilePart() {
  const { t } = useTranslation();
  const say = useSay();
  const actions = useActions();
  const found = useTill(({ reports }) => reports.reconciliation);
  const comparison = useTill(({ reports }) => reports.closing?.comparison ?? null);
  if (found?.state === "running" || found?.state === "waiting") {
    const share = found.total === 0 ? 0 : (found.compared / found.total) * 100;
    return (
      <div className={closeStyles.reconcile}>
        <ProgressBar aria-label={t("reports.reconciling")} value={share} className={closeStyles.progress ?? ""}>
          <span className={closeStyles.track}>
            <span className={closeStyles.filled} style={{ inlineSize: `${share}%` }} />
          </span>
        </ProgressBar>
        <p role="status">{t("reports.comparing", { compared: found.compared, total: found.total })}</p>
        {found.because !== null && <Quote>{say(found.becauseReason, found.because)}</Quote>}
        <Button onPress={() => void actions.stopReconciling()}>{t("reports.stop")}</Button>
      </div>
    );
  }
  const confirming = found?.confirming ?? 0;
  const isEqual = found !== null && found.differences === 0 && found.state === "done" && confirming === 0;
  return (
    <div className={closeStyles.reconcile}>
      {found && (
        <p className={styles.proof} data-tone={isEqual ? "paid" : "attention"} role="status">
          {isEqual ? <CircleCheck aria-hidden size={18} /> : <TriangleAlert aria-hidden size={18} />}
          {isEqual
            ? t("reports.allEqual", { count: found.compared })
            : t("reports.someDiffer", {
                differences: t("reports.differenceCount", { count: found.differences }),
                payments: t("reports.paymentCount", { count: found.compared }),
              })}
          {confirming > 0 && ` ${t("reports.confirmingLine", { count: confirming })}`}
        </p>
      )}
      {found?.because && <Quote>{say(found.becauseReason, found.because)}</Quote>}
      {comparison?.state === "not_compared" && (
        <div className={message.note} data-tone="attention" data-testid="not-compared-yet">
          <TriangleAlert aria-hidden />
          <div>
            <p>{t("reports.notCompared")}</p>
            <Quote>{say(comparison.becauseReason, comparison.because) ?? ""}</Quote>
          </div>
        </div>
      )}
      <Button Icon={RefreshCw} onPress={() => void actions.reconcile()}>
        {t(found === null ? "reports.reconcile" : "reports.reconcileAgain")}
      </Button>
    </div>
  );
}
