import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useKeysProblem } from "./problem.ts";

const FORM = "keys-secret";

/** A secret from the portal, kept on the page only while it is entered. */
export function SecretSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy["keys.prepare"] === true);
  const valueProblem = useKeysProblem("value");
  const kindProblem = useKeysProblem("kind");
  const [value, setValue] = useState("");
  const close = () => {
    actions.forgetKeysProblem();
    onClose();
  };
  const isEnough = /^[\x21-\x7e]{8,8192}$/.test(value);
  return (
    <Sheet
      title={t("rotation.secretSheet.title")}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t("common.cancel")}</Button>
          <Button kind="primary" type="submit" form={FORM} isDisabled={!isEnough || isBusy}>
            {t("rotation.secretSheet.keep")}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEnough && !isBusy) {
            void actions.prepareKey({ kind: "secret", value }).then((isKept) => isKept && onClose());
          }
        }}
      >
        <Field
          label={t("rotation.secretSheet.label")}
          type="password"
          autoFocus
          value={value}
          onChange={setValue}
          description={t("rotation.secretSheet.hint")}
          problem={valueProblem ?? kindProblem}
          input={{ autoComplete: "off", spellCheck: false, maxLength: 8192 }}
        />
      </form>
    </Sheet>
  );
}
