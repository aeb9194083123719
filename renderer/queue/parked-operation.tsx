import { RotateCw, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../contract/views.ts";
import { useMoneyFacts } from "../result/use-reason.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Quote } from "../ui/quote.tsx";
import { useFormat } from "../ui/use-format.ts";
import { useSay } from "../ui/use-say.ts";
import { OperationName } from "./operation-name.tsx";
import styles from "./queue.module.css";

/** Whether money moved, as far as is known: before anybody decides about what is left. */
function WhatMoved({ posTid }: { posTid: string }) {
  const payment = useTill((state) => state.payments[posTid] ?? null);
  return payment && <MoneyLine payment={payment} />;
}

function MoneyLine({ payment }: { payment: Payment }) {
  const facts = useMoneyFacts(payment);
  return facts === null ? null : <p>{facts}</p>;
}

/** An operation that waits for a manager: why, and the two ways on. */
export function ParkedOperation({ operation, withPayment = false }: { operation: Operation; withPayment?: boolean }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const lastError = useSay()(operation.lastErrorReason, operation.lastError);
  const actions = useActions();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  // Only its answer tells whether the customer was asked: such a payment can be cancelled, and its request not given up.
  const mayDiscard = operation.kind !== "create" || operation.unknownSince === null;
  return (
    <div className={styles.parked} data-tone="attention" data-testid="parked">
      <TriangleAlert aria-hidden />
      <div className={styles.parkedText}>
        <OperationName operation={operation} withPayment={withPayment} />
        {lastError && <Quote>{lastError}</Quote>}
        <WhatMoved posTid={operation.posTid} />
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
