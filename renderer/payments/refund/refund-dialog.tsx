import { useTranslation } from "react-i18next";
import type { RefundRequest } from "../../../contract/integration/registers.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useRefundDraft } from "./refund-draft.ts";
import { RefundForm } from "./refund-form.tsx";
import { RefundProgressView } from "./refund-progress.tsx";

export function RefundDialog({ payment, request }: { payment: Payment; request: RefundRequest | null }) {
  const { t } = useTranslation();
  const actions = useActions();
  const progress = useTill((state) => state.refund);
  const draft = useRefundDraft(payment, request);
  return (
    <Sheet
      wide={progress.kind === "idle" && draft.step !== "confirm"}
      title={t("refund.title")}
      onClose={actions.closeDialog}
    >
      {progress.kind === "idle" ? (
        <RefundForm payment={payment} draft={draft} />
      ) : (
        <RefundProgressView payment={payment} progress={progress} />
      )}
    </Sheet>
  );
}
