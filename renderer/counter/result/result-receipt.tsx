import { Printer, ReceiptText, Smartphone, TriangleAlert, UserRoundCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { missingScopes } from "../../../contract/customers/permissions.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { receiptsOf } from "../../../contract/receipts/receipts.ts";
import { QrCode } from "../../kit/qr/qr-code.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ReceiptMailLine } from "../../kit/ui/receipt-mail.tsx";
import { receiptMailOf } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./result.module.css";

export function ResultReceipt({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { job, fault } = useTill(({ receipts: { printer } }) => ({
    job: printer?.jobs.find(({ posTid }) => posTid === payment.posTid) ?? null,
    fault: printer?.fault ?? null,
  }));
  if (job === null) return null;
  const isCalm = job.state === "sending" || (job.state === "queued" && fault === null);
  const Icon = isCalm ? Printer : TriangleAlert;
  return (
    <p className={styles.receipt} role={isCalm ? "status" : "alert"} data-testid="result-receipt">
      <Icon aria-hidden size={22} />
      {words()}
    </p>
  );
  function words(): string {
    if (job?.state === "sending") return t("receipts.result.sending");
    if (job?.state === "unknown") return t("receipts.result.unknown");
    if (fault === null) return t("receipts.result.queued");
    return t("receipts.result.queuedBecause", { because: t(`printer.problem.${fault}`) });
  }
}

export function MailedReceipt({ payment }: { payment: Payment }) {
  const mail = useTill((state) => receiptMailOf(state, payment.posTid));
  return mail && <ReceiptMailLine mail={mail} className={styles.receipt} />;
}

/** Whether the customer shared the requested data. The data itself is not shown here. */
export function SharedData({ payment: { permission } }: { payment: Payment }) {
  const { t } = useTranslation();
  if (permission?.phase !== "granted" && permission?.phase !== "declined") return null;
  const isPart = permission.phase === "granted" && missingScopes(permission).length > 0;
  const isNothing = permission.phase === "declined" || (isPart && permission.granted.every((one) => one === "openid"));
  return (
    <p className={styles.receipt} data-testid="shared-data">
      <UserRoundCheck aria-hidden size={22} />
      {t(isNothing ? "customerData.sharedNothing" : isPart ? "customerData.sharedPart" : "customerData.shared")}
    </p>
  );
}

export function TakeAwayReceipt({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const how = useTill(({ receipts: { takeAway } }) => (takeAway?.posTid === payment.posTid ? takeAway.how : null));
  if (how === null) return null;
  if (how.way !== "code") {
    return (
      <p className={styles.inApp} role="status" data-testid="take-away">
        <Smartphone aria-hidden size={22} />
        {t(how.way === "app" ? "result.takeAway.app" : "result.takeAway.coming")}
      </p>
    );
  }
  return (
    <div className={styles.take} data-testid="take-away">
      <div className={styles.tile}>
        <QrCode text={how.text} label={t("result.takeAway.label")} isDense testId="receipt-qr" />
      </div>
      <p className={styles.takeText}>{t("result.takeAway.code")}</p>
    </div>
  );
}

export function ReceiptButton({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isOffered = useTill(({ receipts }) => receipts.printer?.choices.print !== "never");
  if (!isOffered || receiptsOf(payment).length === 0) return null;
  return (
    <Button fill Icon={ReceiptText} onPress={() => actions.openReceipt(payment)}>
      {t("receipts.open")}
    </Button>
  );
}
