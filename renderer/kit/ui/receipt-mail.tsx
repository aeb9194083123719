import { CircleCheck, Clock, Mail, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ReceiptMail } from "../../../contract/customers/mail.ts";
import { useReasonText } from "./use-reason-text.ts";

const ICONS = { held: Clock, waiting: Mail, sent: CircleCheck, failed: TriangleAlert } as const;

export function ReceiptMailLine({ mail, className }: { mail: ReceiptMail; className: string | undefined }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { state, to, problem } = mail;
  if (state === "unpaid" || state === "forgotten" || to === null) return null;
  const because = reasonText(problem, null);
  const isStuck = problem !== null;
  const Icon = isStuck ? TriangleAlert : ICONS[state];
  return (
    <p className={className} role={isStuck ? "alert" : "status"} data-testid="receipt-mail" data-state={state}>
      <Icon aria-hidden size={22} />
      <span>
        {t(state === "waiting" && isStuck ? "receipts.mail.delayed" : `receipts.mail.${state}`, { to })} {because}
      </span>
    </p>
  );
}
