import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefundRequest } from "../../../contract/integration/registers.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { useCanRefund } from "../../kit/approval/permissions.ts";
import { useAsksPin } from "../../kit/approval/pin.ts";
import type { CommandApproval } from "../../kit/context.ts";
import { useReason } from "../../kit/ui/reason-choice.ts";
import { useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useActions } from "../../store/store.ts";
import { newRefundId } from "./refund.ts";

const REASONS = ["returned", "wrongAmount", "twice", "notDelivered", "other"] as const;

/**
 * The entered values. They belong to the dialog, not to a step: a wrong PIN must not reset a partial amount.
 * @param request a register's request, approved as it is; null: the user enters amount and reason
 */
export function useRefundDraft(payment: Payment, request: RefundRequest | null) {
  const { t } = useTranslation();
  const [extent, setExtent] = useState<"full" | "partial">("full");
  /** Fixed while the dialog is open */
  const [refundId] = useState(() => request?.refundId ?? newRefundId());
  const { takeStepOn } = useActions();
  const [step, setStep] = useState<"what" | "pin" | "confirm">(request === null ? "what" : "confirm");
  const goTo = (next: typeof step) => {
    setStep(next);
    takeStepOn();
  };
  /** Valid for one attempt */
  const [approval, setApproval] = useState<CommandApproval>(null);
  const [byPhone, setByPhone] = useState(false);
  const part = useAmountEntry(payment.currency, payment.refundable);
  const reason = useReason((kind) => t(`refund.reasons.${kind}`), REASONS);
  /** In minor units; null: not refundable */
  const amount = request === null ? (extent === "full" ? payment.refundable : part.amount) : sumOf(request);
  const asksPin = useAsksPin(useCanRefund(payment, amount ?? 0));
  const draft = { request, extent, setExtent, part, amount, reason, refundId };
  return { ...draft, asksPin, step, goTo, approval, setApproval, byPhone, setByPhone };
}

export type RefundDraft = ReturnType<typeof useRefundDraft>;

/** In minor units, with the tip. */
function sumOf({ amount, additionalAmount }: RefundRequest): number {
  return amount + additionalAmount;
}
