import { Mail } from "lucide-react";
import type { Permission } from "../../contract/permissions.ts";
import type { Payment } from "../../contract/views.ts";
import { Button } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import { ReceiptMailLine } from "../kit/ui/receipt-mail.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import type { TillState } from "../store/state.ts";
import { useActions, useTill } from "../store/store.tsx";
import { useWords } from "./words.ts";

/** Of an e-mail address that was shared: the receipt that goes there, and the way to send one. */
export function MailedReceipt({ permission }: { permission: Permission }) {
  const t = useWords();
  const { money } = useFormat();
  const actions = useActions();
  const { posTid, combined, claims, mail, steps } = permission;
  const isBusy = useTill((state) => state.busy.mail === true);
  const payment = useTill((state) => receiptOf(state, permission));
  const isUnderWay = mail !== null && mail.endedAt === null;
  const maySend = claims.email !== undefined && steps.includes("reveal") && payment !== null && !isUnderWay;
  return (
    <>
      {mail !== null && <ReceiptMailLine mail={mail} className={layout.row} />}
      {maySend && (
        <div className={layout.row}>
          <Button Icon={Mail} isDisabled={isBusy} onPress={() => void actions.mailReceipt(payment.posTid, posTid)}>
            {combined
              ? t("mail.send")
              : t("mail.sendOf", {
                  number: payment.number,
                  amount: money(payment.capturedTotal, payment.currency),
                })}
          </Button>
        </div>
      )}
    </>
  );
}

/** Its own payment, where it was asked with one; else the latest that this window saw paid. */
function receiptOf({ payments }: TillState, { posTid, combined }: Permission): Payment | null {
  if (combined) return payments[posTid] ?? null;
  const paid = Object.values(payments).filter(({ capturedTotal }) => capturedTotal > 0);
  return paid.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}
