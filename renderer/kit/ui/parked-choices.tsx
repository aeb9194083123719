import { Ban, RotateCw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import { canDiscard } from "../appearance.ts";
import { Button } from "./button.tsx";

type ParkedDialog =
  | { kind: "retry" | "discard"; operation: Operation }
  | { kind: "confirmStep"; posTid: string; step: "abort" };

export interface ParkedChoicesProps {
  operation: Operation;
  payment: Payment | null;
  onOpen: (dialog: ParkedDialog) => void;
  /** A cancel button is shown as well, which does the same as giving up */
  hasCancel?: boolean;
  isFirst?: boolean;
}

const FIRST = { kind: "primary", size: "large", fill: true, autoFocus: true } as const;

/** The choices for a parked operation. Giving up a request cancels its payment, so both need the same permission. */
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
        canDiscard(operation) && (
          <Button Icon={X} onPress={() => onOpen({ kind: "discard", operation })}>
            {t("queue.discard")}
          </Button>
        )
      )}
    </>
  );
}
