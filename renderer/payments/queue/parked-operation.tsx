import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import { canDiscard } from "../../kit/appearance.ts";
import { ParkedChoices } from "../../kit/ui/parked-choices.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useMoneyFacts } from "../../kit/ui/use-reason.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { OperationName } from "./operation-name.tsx";
import styles from "./queue.module.css";

function MoneyLine({ payment }: { payment: Payment }) {
  const facts = useMoneyFacts(payment);
  return facts === null ? null : <p>{facts}</p>;
}

export function ParkedOperation({ operation, withPayment = false }: { operation: Operation; withPayment?: boolean }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const actions = useActions();
  const lastError = useReasonText()(operation.lastErrorReason, operation.lastError);
  const payment = useTill((state) => state.payments[operation.posTid] ?? null);
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  return (
    <div className={styles.parked} data-tone="attention" data-testid="parked">
      <TriangleAlert aria-hidden />
      <div className={styles.parkedText}>
        <OperationName operation={operation} withPayment={withPayment} />
        {lastError && <Quote>{lastError}</Quote>}
        {payment && <MoneyLine payment={payment} />}
        <p className={styles.quiet}>
          {t("queue.since", { time: row(operation.createdAt, now) })} ·{" "}
          {t("queue.tries", { count: operation.attempts })}
        </p>
        {!canDiscard(operation) && <p>{t("queue.cancelInstead")}</p>}
      </div>
      <div className={styles.parkedActions}>
        <ParkedChoices operation={operation} payment={payment} onOpen={actions.open} />
      </div>
    </div>
  );
}
