import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";

const FORM = "keys-force";
const MAX_LENGTH = 150;

export function ForceSheet({ days, onClose }: { days: number; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy["keys.activate"] === true);
  const [reason, setReason] = useState("");
  const isGiven = reason.trim() !== "";
  return (
    <Sheet
      title={t("rotation.forceSheet.title")}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button kind="primary" type="submit" form={FORM} isDisabled={!isGiven || isBusy}>
            {t("rotation.forceSheet.confirm")}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isGiven && !isBusy) void actions.activateKey(reason.trim()).then(onClose);
        }}
      >
        <p>{t("rotation.forceSheet.text", { days })}</p>
        <Field
          label={t("rotation.forceSheet.reason")}
          autoFocus
          value={reason}
          onChange={setReason}
          input={{ maxLength: MAX_LENGTH, autoComplete: "off" }}
        />
      </form>
    </Sheet>
  );
}
