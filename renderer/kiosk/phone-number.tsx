import { Smartphone } from "lucide-react";
import { useState } from "react";
import type { Payment } from "../../contract/payments/views.ts";
import { type PhoneReading, parsePhone, shopCountries } from "../../contract/values/phones.ts";
import { DigitPad } from "../kit/ui/digit-pad.tsx";
import { useTill } from "../store/store.ts";
import styles from "./amount.module.css";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { useTypedKeys } from "./typed-keys.ts";

const LONGEST = 24;

/** Asks for the customer's phone number instead of the code. The number stays in this component until it is sent. */
export function PhoneNumber({ payment }: { payment: Payment }) {
  const { t, c, money } = useTexts();
  const dispatch = useDispatch();
  const [typed, setTyped] = useState("");
  const state = useKiosk(({ session: { phone } }) => phone?.state ?? null);
  const refused = state === "refused" || state === "tooOften" ? state : null;
  const countries = useTill(({ terminal }) => (terminal ? shopCountries(terminal.locale, terminal.currency) : []));
  const readings = parsePhone(typed, countries);
  const choices = readings.kind === "number" ? [readings.reading] : readings.kind === "ask" ? readings.readings : [];
  const type = (text: string) => {
    setTyped(text.slice(0, LONGEST));
    if (refused !== null) dispatch({ type: "phone", is: { state: "typing" } });
  };
  const send = (digits: string) => dispatch({ type: "phone", is: { state: "sending", digits } });
  useTypedKeys((event) => {
    if (/^[\d+]$/.test(event.key)) type(typed + event.key);
    if (event.key === "Backspace") type(typed.slice(0, -1));
    // An ambiguous number needs a choice.
    if (isOk(event) && readings.kind === "number" && state !== "sending") send(readings.reading.digits);
  });
  return (
    <Frame
      name="phone"
      title={t("phone.title")}
      tone="waiting"
      onBack={() => dispatch(payment.codeMissing ? { type: "cancel" } : { type: "phone", is: null })}
      action={<Choices choices={choices} isSending={state === "sending"} onChoose={send} />}
    >
      <div className={styles.amount}>
        <div className={styles.number}>
          {/* Read aloud digit by digit. */}
          <p
            className={styles.typed}
            data-typed={typed !== "" || undefined}
            role="status"
            aria-label={`${t("phone.typed")}: ${[...typed].join(" ")}`}
          >
            {choices[0]?.shown ?? (typed || "\u00a0")}
          </p>
          {refused !== null ? (
            <p className={styles.problem} role="alert" data-tone="attention">
              {t(payment.codeMissing ? `phone.withoutCode.${refused}` : `phone.${refused}`)}
            </p>
          ) : (
            <p>{choices.length > 1 ? t("phone.which") : t("phone.text", { amount: money(payment.amount) })}</p>
          )}
          <Hints payment={payment} />
        </div>
        <div className={styles.pad}>
          <DigitPad
            value={typed}
            onChange={type}
            separator="+"
            names={{ backspace: c("keys.backspace"), separator: t("phone.plus") }}
          />
        </div>
      </div>
    </Frame>
  );
}

function Hints({ payment }: { payment: Payment }) {
  const { t, c } = useTexts();
  return (
    <>
      {payment.codeMissing && <p className={styles.hint}>{c("because.noCode")}</p>}
      <p className={styles.hint}>{t("phone.abroad")}</p>
    </>
  );
}

/** True for Enter without a focused key on the screen, and not held from the previous screen. */
function isOk({ key, repeat, target }: KeyboardEvent): boolean {
  return key === "Enter" && !repeat && !(target instanceof Element && target.closest("button") !== null);
}

interface ChoicesProps {
  choices: readonly PhoneReading[];
  isSending: boolean;
  onChoose: (digits: string) => void;
}

function Choices({ choices, isSending, onChoose }: ChoicesProps) {
  const { t, locale } = useTexts();
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const words = ({ shown, country }: PhoneReading) => {
    const number = shown.replaceAll(" ", "\u00a0");
    return country === null ? number : `${number} (${names.of(country) ?? country})`;
  };
  if (choices.length === 0)
    return (
      <KioskButton kind="primary" Icon={Smartphone} isDisabled>
        {t("phone.send", { number: "…" })}
      </KioskButton>
    );
  return choices.map((reading) => (
    <KioskButton
      key={reading.digits}
      kind="primary"
      Icon={Smartphone}
      isDisabled={isSending}
      onPress={() => onChoose(reading.digits)}
    >
      {t("phone.send", { number: words(reading) })}
    </KioskButton>
  ));
}
