import { Ban, RotateCw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/views.ts";
import { Button } from "./button.tsx";

/** The dialogs that the choices lead to. */
type ParkedDialog =
  | { kind: "retry" | "discard"; operation: Operation }
  | { kind: "confirmStep"; posTid: string; step: "abort" };

export interface ParkedChoicesProps {
  operation: Operation;
  payment: Payment | null;
  onOpen: (dialog: ParkedDialog) => void;
  /** The way to cancel it stands beside: giving it up would be the same */
  hasCancel?: boolean;
  /** Trying again is the first thing to do on this screen */
  isFirst?: boolean;
}

const FIRST = { kind: "primary", size: "large", fill: true, autoFocus: true } as const;

/**
 * What can be done about a parked operation, the same wherever it is shown. A request that is given up is a payment
 * that is cancelled: the two are one choice, and an operator who may cancel a payment may make it.
 */
export function ParkedChoices({ operation, payment, onOpen, hasCancel = false, isFirst = false }: ParkedChoicesProps) {
  const { t } = useTranslation();
  const { posTid } = operation;
  const mayCancel = operation.kind === "create" && payment !== null && payment.steps.includes("abort");
  return (
    <>
      <Button Icon={RotateCw} {...(isFirst ? FIRST : {})} onPress={() => onOpen({ kind: "retry", operation })}>
        {t("queue.retry")}
      </Button>
      {mayCancel ? (
        <Button Icon={Ban} onPress={() => onOpen({ kind: "confirmStep", posTid, step: "abort" })}>
          {t("payment.abort")}
        </Button>
      ) : (
        !hasCancel &&
        mayDiscard(operation) && (
          <Button Icon={X} onPress={() => onOpen({ kind: "discard", operation })}>
            {t("queue.discard")}
          </Button>
        )
      )}
    </>
  );
}

/**
 * Only its answer tells whether the customer was asked: such a payment can be cancelled, and its request not given up,
 * unless the service tells nobody.
 */
export function mayDiscard({ kind, unknownSince, lastErrorReason }: Operation): boolean {
  return kind !== "create" || unknownSince === null || lastErrorReason?.code === "queue_asked_unknown";
}
