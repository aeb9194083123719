import { RotateCw, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../contract/views.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import { OperationName } from "./operation-name.tsx";
import styles from "./queue.module.css";

/** An operation that waits for a manager: why, and the two ways on. */
export function ParkedOperation({ operation, withPayment = false }: { operation: Operation; withPayment?: boolean }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const actions = useActions();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  // Only its answer tells whether the customer was asked: such a payment can be cancelled, and its request not given up.
  const mayDiscard = operation.kind !== "create" || operation.unknownSince === null;
  return (
    <div className={styles.parked} data-tone="attention" data-testid="parked">
      <TriangleAlert aria-hidden />
      <div className={styles.parkedText}>
        <OperationName operation={operation} withPayment={withPayment} />
        {operation.lastError && <Quote>{operation.lastError}</Quote>}
        <p className={styles.quiet}>
          {t("queue.since", { time: row(operation.createdAt, now) })} ·{" "}
          {t("queue.tries", { count: operation.attempts })}
        </p>
        {!mayDiscard && <p>{t("queue.cancelInstead")}</p>}
      </div>
      <div className={styles.parkedActions}>
        <Button Icon={RotateCw} onPress={() => actions.open({ kind: "retry", operation })}>
          {t("queue.retry")}
        </Button>
        {mayDiscard && (
          <Button Icon={X} onPress={() => actions.open({ kind: "discard", operation })}>
            {t("queue.discard")}
          </Button>
        )}
      </div>
    </div>
  );
}
