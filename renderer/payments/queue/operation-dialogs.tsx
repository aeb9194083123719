import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../../contract/payments/views.ts";
import { ApprovalSheet } from "../../kit/approval/approval.tsx";
import { usePermission, useRefundsNeedPin } from "../../kit/approval/permissions.ts";
import type { CommandApproval, PhoneAsk } from "../../kit/context.ts";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useReason } from "../../kit/ui/reason-choice.ts";
import { ReasonField } from "../../kit/ui/reason-field.tsx";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { OperationName } from "./operation-name.tsx";
import styles from "./queue.module.css";

const DISCARD_REASONS = ["doneOtherwise", "notNeeded", "mistake", "cannotWork", "other"] as const;

export function RetryDialog({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const needsPin = useRefundsNeedPin() && operation.kind === "refund";
  const ofPayment = t(needsPin ? "refundKey.retryText" : "queue.retryText");
  return (
    <OperationDialog
      operation={operation}
      title={t("queue.retryTitle")}
      text={operation.kind === "permission" ? t("queue.retryPermission") : ofPayment}
      yes={t("queue.retryYes")}
      needsPin={needsPin}
      isReady
      // A phone cannot unlock a key that needs the PIN.
      ask={needsPin ? undefined : { command: "queue.retry", input: { operationId: operation.id } }}
      onYes={(approval) => void actions.retryOperation(operation, approval)}
    />
  );
}

export function DiscardDialog({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const reason = useReason((kind) => t(`queue.discardReasons.${kind}`), DISCARD_REASONS);
  // A data request moves no money and belongs to no payment.
  const isPermission = operation.kind === "permission";
  return (
    <OperationDialog
      operation={operation}
      title={t("queue.discardTitle")}
      text={t(isPermission ? "queue.discardPermission" : "queue.discardText")}
      yes={t("queue.discardYes")}
      isReady={reason.text !== ""}
      ask={{ command: "queue.discard", input: { operationId: operation.id, reason: reason.text.trim() } }}
      onYes={(approval) => void actions.discardOperation(operation, reason.text, approval)}
    >
      <div className={layout.column}>
        {operation.unknownSince !== null && !isPermission && (
          <p className={message.note} data-tone="attention">
            <TriangleAlert aria-hidden />
            {t("queue.discardUnknown")}
          </p>
        )}
        <ReasonField
          reason={reason}
          label={t("queue.discardReason")}
          hint={t(isPermission ? "queue.discardHintJournal" : "queue.discardHint")}
        />
      </div>
    </OperationDialog>
  );
}

interface OperationDialogProps {
  operation: Operation;
  title: string;
  text: string;
  yes: string;
  isReady: boolean;
  /** Even for a signed-in manager */
  needsPin?: boolean;
  ask?: PhoneAsk | undefined;
  onYes: (approval: CommandApproval) => void;
  children?: ReactNode;
}

function OperationDialog(props: OperationDialogProps) {
  const { operation, title, text, yes, isReady, needsPin = false, ask, onYes, children } = props;
  const lastError = useReasonText()(operation.lastErrorReason, operation.lastError);
  const mayAlone = usePermission("queue") && !needsPin;
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  return (
    <ApprovalSheet
      wide
      title={title}
      yes={yes}
      isReady={isReady}
      isBusy={isBusy}
      mayAlone={mayAlone}
      ask={ask}
      onYes={onYes}
      about={
        <>
          <div className={styles.about}>
            <OperationName operation={operation} withPayment />
            {lastError && <Quote>{lastError}</Quote>}
          </div>
          <p>{text}</p>
        </>
      }
    >
      {children}
    </ApprovalSheet>
  );
}
