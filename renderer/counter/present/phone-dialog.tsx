import { Phone } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import type { PhoneReadings } from "../../../contract/values/phones.ts";
import { PHONES } from "../../kit/lazy-parts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DigitPad } from "../../kit/ui/digit-pad.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTouch } from "../../kit/ui/use-touched-field.ts";
import { useActions, useTill } from "../../store/store.ts";
import { LONGEST_PHONE } from "../charge/actions.ts";
import { NumberChoice } from "../charge/number-choice.tsx";
import { usePhoneProblem, usePhoneReader, usePhoneReadings } from "../charge/number-words.ts";
import { ReloadButton } from "../reload-button.tsx";
import styles from "./phone-dialog.module.css";

/** Sends an open payment to a phone number; the button shows the parsed number. */
export function PhoneDialog({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const [phone, setPhone] = useState("");
  const [isTried, setIsTried] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const readings = usePhoneReadings(phone);
  const problem = usePhoneProblem();
  // A rejected number stays marked, with the hint, until it is valid.
  const isWrong = isRefused || (isTried && phone.trim() !== "" && readings.kind === "none");
  const hasPad = useTouch();
  const type = (value: string) => {
    setPhone(value.slice(0, LONGEST_PHONE));
    setIsRefused(false);
  };
  const send = (digits: string) =>
    void actions.identify(payment.posTid, digits).then((isRight) => setIsRefused(!isRight));
  const { read, isReading } = usePhoneReader(phone, (found) => {
    if (found?.kind === "number") send(found.reading.digits);
    else setIsTried(true);
  });
  return (
    <Sheet title={t("present.phoneTitle")} onClose={actions.closeDialog}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <p>{t("present.phoneText", { amount: money(payment.amount + payment.additionalAmount, payment.currency) })}</p>
        <Field
          label={t("charge.phone")}
          Icon={Phone}
          autoFocus
          value={phone}
          onChange={type}
          problem={isWrong ? problem : undefined}
          // On-screen keys are shown: the system keyboard would cover the dialog.
          input={{
            type: "tel",
            inputMode: hasPad ? "none" : "tel",
            autoComplete: "off",
            maxLength: LONGEST_PHONE,
          }}
        />
        {hasPad && <DigitPad value={phone} onChange={type} separator="+" />}
        <SendButtons isEmpty={phone.trim() === ""} isReading={isReading} readings={readings} onChoose={send} />
      </Form>
    </Sheet>
  );
}

interface SendButtonsProps {
  isEmpty: boolean;
  isReading: boolean;
  readings: PhoneReadings;
  onChoose: (digits: string) => void;
}

function SendButtons({ isEmpty, isReading, readings, onChoose }: SendButtonsProps) {
  const { t } = useTranslation();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  if (PHONES.state() === "failed") return <ReloadButton />;
  if (readings.kind === "ask") return <NumberChoice readings={readings.readings} onChoose={onChoose} />;
  return (
    <Button type="submit" kind="primary" fill isDisabled={isEmpty || isBusy} isPending={isReading}>
      {readings.kind === "number"
        ? t("present.phoneSendTo", { number: readings.reading.shown })
        : t("present.phoneSend")}
    </Button>
  );
}
