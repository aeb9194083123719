import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { moneyFactsOf, moneyOf, publicReasonOf, reasonOf, wasRejectedByService } from "../result-reason.ts";
import { useFormat } from "./use-format.ts";

/**
 * Returns a payment's reason and whether money moved; null when the state says enough.
 * @param isPublic on a screen that the whole shop can read
 */
export function useReason(payment: Payment, isPublic = false): string | null {
  const { t } = useTranslation();
  const facts = useMoneyFacts(payment);
  const reason = isPublic ? publicReasonOf(payment) : reasonOf(payment);
  if (reason === null) return null;
  const name = payment.statusName ?? t("state.rejected");
  const because = t(`result.${reason}`, { name, code: payment.statusCode });
  if (facts !== null) return `${because} ${facts}`;
  const money = moneyOf(reason, payment.action);
  return money === null ? because : `${because} ${t(`result.${money}`)}`;
}

/** Returns the known money facts of a payment in `attention`; null for other payments. */
export function useMoneyFacts(payment: Payment): string | null {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (payment.phase !== "attention" || wasRejectedByService(payment)) return null;
  const sentences = moneyFactsOf(payment).map((known) =>
    t(`result.money.${known.fact}`, { amount: "amount" in known ? money(known.amount, payment.currency) : "" }),
  );
  return sentences.join(" ");
}
