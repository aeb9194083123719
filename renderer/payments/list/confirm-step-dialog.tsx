import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { reservedLeft } from "../../store/select.ts";
import type { ConfirmedStep } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.ts";

export function ConfirmStepDialog({ payment, step }: { payment: Payment; step: ConfirmedStep }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const amount = money(
    step === "abort" ? payment.amount + payment.additionalAmount : reservedLeft(payment),
    payment.currency,
  );
  return (
    <Sheet
      role="alertdialog"
      title={t(`confirm.${step}Title`, { amount })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button autoFocus onPress={actions.closeDialog}>
            {t("common.back")}
          </Button>
          <GuardedButton kind="primary" isDisabled={isBusy} onPress={() => void actions.takeStep(payment.posTid, step)}>
            {t(`confirm.${step}Yes`, { amount })}
          </GuardedButton>
        </>
      }
    >
      <p>{t(step === "abort" ? `confirm.abortText.${payment.asked}` : `confirm.${step}Text`, { amount })}</p>
    </Sheet>
  );
}
