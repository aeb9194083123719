import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { moneyOf, reasonOf } from "./reason.ts";

/** Why a payment is as it is, and whether money moved; null where the word and the amount say all. */
export function useReason(payment: Payment): string | null {
  const { t } = useTranslation();
  const reason = reasonOf(payment);
  if (reason === null) return null;
  const name = payment.statusName ?? t("state.rejected");
  const because = t(`result.${reason}`, { name, code: payment.statusCode });
  const money = moneyOf(reason, payment.action);
  return money === null ? because : `${because} ${t(`result.${money}`)}`;
}
