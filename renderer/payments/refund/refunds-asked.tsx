import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RefundRequest } from "../../../contract/integration/registers.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { Button } from "../../kit/ui/button.tsx";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./refund.module.css";

export function RefundRequests({ payment: { posTid } }: { payment: Payment }) {
  const requests = useTill((state) => state.refundRequests.filter((request) => request.posTid === posTid));
  return requests.map((request) => <Asked key={request.refundId} request={request} />);
}

function Asked({ request }: { request: RefundRequest }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const { amount, additionalAmount, currency, posTid, register, refundId } = request;
  const sum = money(amount + additionalAmount, currency);
  return (
    <div className={`${message.note} ${styles.asked}`} data-tone="attention" role="alert" data-testid="refund-asked">
      <Undo2 aria-hidden />
      <div>
        <p>{t("refund.asked.text", { register, amount: sum })}</p>
        <Quote>{request.reason}</Quote>
        <div className={styles.askedChoices}>
          <Button kind="primary" isDisabled={isBusy} onPress={() => actions.open({ kind: "refund", posTid, request })}>
            {t("refund.asked.approve")}
          </Button>
          <Button isDisabled={isBusy} onPress={() => void actions.declineRefund(refundId)}>
            {t("refund.asked.decline")}
          </Button>
        </div>
      </div>
    </div>
  );
}
