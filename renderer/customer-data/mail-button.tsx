import { Mail } from "lucide-react";
import type { Permission } from "../../contract/customers/permissions.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { Button } from "../kit/ui/button.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import type { TillState } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import { useCustomerDataTexts } from "./words.ts";

export function MailButton({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const { money } = useFormat();
  const actions = useActions();
  const { posTid, combined, claims, mail, steps } = permission;
  const isBusy = useTill((state) => state.busy.mail === true);
  const payment = useTill((state) => receiptOf(state, permission));
  const isUnderWay = mail !== null && mail.endedAt === null;
  if (claims.email === undefined || !steps.includes("reveal") || payment === null || isUnderWay) return null;
  const { number, capturedTotal, currency } = payment;
  return (
    <Button fill Icon={Mail} isDisabled={isBusy} onPress={() => void actions.mailReceipt(payment.posTid, posTid)}>
      {combined ? t("mail.send") : t("mail.sendOf", { number, amount: money(capturedTotal, currency) })}
    </Button>
  );
}

/** The combined payment, or else the latest paid one in this window. */
function receiptOf({ payments }: TillState, { posTid, combined }: Permission): Payment | null {
  if (combined) return payments[posTid] ?? null;
  const paid = Object.values(payments).filter(({ capturedTotal }) => capturedTotal > 0);
  return paid.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}
