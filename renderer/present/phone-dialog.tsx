import { Phone } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { LONGEST_PHONE } from "../store/entry-actions.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { DigitPad } from "../ui/digit-pad.tsx";
import { Field } from "../ui/field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useFormat } from "../ui/use-format.ts";
import { useTouch } from "../ui/use-touch.ts";
import styles from "./phone-dialog.module.css";

/** Sends a payment whose code is shown to a phone number instead. */
export function PhoneDialog({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const [phone, setPhone] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const hasPad = useTouch();
  const type = (value: string) => {
    setPhone(value.slice(0, LONGEST_PHONE));
    setIsWrong(false);
  };
  return (
    <Sheet title={t("present.phoneTitle")} onClose={actions.closeDialog}>
      <Form
        className={styles.form ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          void actions.identify(payment.posTid, phone).then((isRight) => setIsWrong(!isRight));
        }}
      >
        <p>{t("present.phoneText", { amount: money(payment.amount + payment.additionalAmount, payment.currency) })}</p>
        <Field
          label={t("charge.phone")}
          Icon={Phone}
          autoFocus
          value={phone}
          onChange={type}
          problem={isWrong ? t("charge.phoneProblem") : undefined}
          // With keys on the screen the system's own would cover the dialog.
          input={{
            type: "tel",
            inputMode: hasPad ? "none" : "tel",
            autoComplete: "off",
            maxLength: LONGEST_PHONE,
          }}
        />
        {hasPad && <DigitPad value={phone} onChange={type} separator="+" />}
        <Button type="submit" kind="primary" fill isDisabled={phone.trim() === "" || isBusy}>
          {t("present.phoneSend")}
        </Button>
      </Form>
    </Sheet>
  );
}
