import { CircleCheck, LoaderCircle, OctagonX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import type { RefundProgress } from "../../store/state.ts";
import { useActions } from "../../store/store.ts";
import styles from "./refund.module.css";
import { type RefundStage, refundStage } from "./refund.ts";

export function RefundProgressView({ payment, progress }: { payment: Payment; progress: RefundProgress }) {
  const operation =
    progress.kind === "asked" ? payment.operations.find(({ id }) => id === progress.operationId) : undefined;
  const amount = progress.kind === "asked" ? progress.amount : 0;
  switch (operation?.state) {
    case "done":
      return <Done payment={payment} amount={amount} />;
    case "refused":
      return <Refused operation={operation} />;
    case "attention":
      return <Attention operation={operation} />;
    default:
      return <Checking stage={refundStage(progress, operation)} />;
  }
}

/** First the PIN is checked; then the refund is queued or its response is missing. */
function Checking({ stage }: { stage: RefundStage }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <div className={styles.progress} data-tone="waiting" role="status">
      <LoaderCircle aria-hidden className={styles.spinner} />
      <p className={styles.outcome}>{t(stage === "waiting" ? "refund.waiting" : "refund.checking")}</p>
      <p>{t(`refund.${stage}Text`)}</p>
      <Button fill onPress={actions.closeDialog}>
        {t("refund.background")}
      </Button>
    </div>
  );
}

function Done({ payment, amount }: { payment: Payment; amount: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  return (
    <div className={styles.progress} data-tone="paid" role="status">
      <CircleCheck aria-hidden />
      <p className={styles.outcome}>{t("refund.doneTitle", { amount: money(amount, payment.currency) })}</p>
      <p>{t("refund.doneText")}</p>
      <Button kind="primary" fill autoFocus onPress={actions.closeDialog}>
        {t("common.close")}
      </Button>
    </div>
  );
}

function Refused({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <div className={styles.progress} data-tone="failed" role="alert">
      <OctagonX aria-hidden />
      <p className={styles.outcome}>{t("refund.refusedTitle")}</p>
      <p>{t("refund.refusedText")}</p>
      {operation.lastError && <Quote>{operation.lastError}</Quote>}
      <Button fill autoFocus onPress={actions.closeDialog}>
        {t("common.close")}
      </Button>
    </div>
  );
}

function Attention({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <div className={styles.progress} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <p className={styles.outcome}>{t("refund.attentionTitle")}</p>
      <p>{t("refund.attentionText")}</p>
      {operation.lastError && <Quote>{operation.lastError}</Quote>}
      <Button fill autoFocus onPress={actions.closeDialog}>
        {t("common.close")}
      </Button>
    </div>
  );
}
