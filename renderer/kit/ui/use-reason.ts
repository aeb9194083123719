import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/views.ts";
import { moneyFactsOf, moneyOf, publicReasonOf, reasonOf, wasNotAccepted } from "../refused.ts";
import { useFormat } from "./use-format.ts";

/**
 * Why a payment is as it is, and whether money moved; null where the word and the amount say all.
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

/** What is known of the money of a payment that needs a person; null for every other one. */
export function useMoneyFacts(payment: Payment): string | null {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (payment.phase !== "attention" || wasNotAccepted(payment)) return null;
  const sentences = moneyFactsOf(payment).map((known) =>
    t(`result.money.${known.fact}`, { amount: "amount" in known ? money(known.amount, payment.currency) : "" }),
  );
  return sentences.join(" ");
}
