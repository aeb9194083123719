import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../contract/views.ts";
import { ApprovalField, leaveOf, useApproval } from "../manager/approval.tsx";
import { useIsManager, useRefundsNeedPin } from "../manager/pin-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Quote } from "../ui/quote.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { OperationName } from "./operation-name.tsx";
import styles from "./queue.module.css";

/** The longest reason that main takes. */
const MAX_REASON = 150;

/** Sends a parked operation again, by a manager's word. */
export function RetryDialog({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const needsPin = useRefundsNeedPin() && operation.kind === "refund";
  return (
    <OperationDialog
      operation={operation}
      title={t("queue.retryTitle")}
      text={t(needsPin ? "refundKey.retryText" : "queue.retryText")}
      yes={t("queue.retryYes")}
      needsPin={needsPin}
      isReady
      onYes={(pin) => void actions.retryOperation(operation, pin)}
    />
  );
}

/** Gives a parked operation up, by a manager's word and with a reason. */
export function DiscardDialog({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [reason, setReason] = useState("");
  return (
    <OperationDialog
      operation={operation}
      title={t("queue.discardTitle")}
      text={t("queue.discardText")}
      yes={t("queue.discardYes")}
      isReady={reason.trim() !== ""}
      onYes={(pin) => void actions.discardOperation(operation, reason, pin)}
    >
      {operation.unknownSince !== null && (
        <p className={styles.warning} data-tone="attention">
          <TriangleAlert aria-hidden />
          {t("queue.discardUnknown")}
        </p>
      )}
      <Field
        label={t("queue.discardReason")}
        description={t("queue.discardHint")}
        value={reason}
        onChange={setReason}
        autoFocus
        input={{ maxLength: MAX_REASON, autoComplete: "off" }}
      />
    </OperationDialog>
  );
}

interface OperationDialogProps {
  operation: Operation;
  title: string;
  text: string;
  yes: string;
  isReady: boolean;
  /** Also of a manager who is signed in */
  needsPin?: boolean;
  /** @param pin null when a manager is signed in */
  onYes: (pin: string | null) => void;
  children?: ReactNode;
}

function OperationDialog(props: OperationDialogProps) {
  const { operation, title, text, yes, isReady, needsPin = false, onYes, children } = props;
  const { t } = useTranslation();
  const actions = useActions();
  const mayAlone = useIsManager() && !needsPin;
  const approval = useApproval();
  const leave = leaveOf(approval, mayAlone);
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  return (
    <Sheet
      wide
      title={title}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onPress={actions.closeDialog}>{t("common.back")}</Button>
          <Button kind="primary" isDisabled={!isReady || isBusy || !leave.isGiven} onPress={() => onYes(leave.pin)}>
            {yes}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.form}>
          <div className={styles.about}>
            <OperationName operation={operation} withPayment />
            {operation.lastError && <Quote>{operation.lastError}</Quote>}
          </div>
          <p>{text}</p>
        </div>
        <div className={styles.form}>
          {children}
          <ApprovalField approval={approval} leave={leave} />
        </div>
      </div>
    </Sheet>
  );
}
