import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { shownAmount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";

/** Maximum length in the main process. */
const MAX_NOTE = 150;

export function AttachDialog({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const [note, setNote] = useState("");
  const amount = money(shownAmount(payment), payment.currency);
  return (
    <Sheet
      title={t("attach.title", { amount })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onPress={actions.closeDialog}>{t("common.back")}</Button>
          <Button kind="primary" isDisabled={isBusy} onPress={() => void actions.attach(payment.posTid, note)}>
            {t("attach.yes", { amount })}
          </Button>
        </>
      }
    >
      <div className={layout.wideStack}>
        <p>{t("attach.text")}</p>
        <Field
          label={t("attach.note")}
          description={t("attach.noteHint")}
          value={note}
          onChange={setNote}
          autoFocus
          input={{ maxLength: MAX_NOTE, autoComplete: "off" }}
        />
      </div>
    </Sheet>
  );
}
