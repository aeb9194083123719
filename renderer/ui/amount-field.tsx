import { useState } from "react";
import { decimalSeparator, parseAmountText } from "../../contract/money.ts";
import { useTill } from "../store/store.ts";
import { DigitPad } from "./digit-pad.tsx";
import { Field } from "./field.tsx";
import { useTouch } from "./use-touch.ts";

/** An amount in whole units as a person writes it, kept by the form that it belongs to. */
export interface AmountText {
  text: string;
  write: (text: string) => void;
  /** In minor units, or null while the text is no amount between 1 and what is allowed */
  amount: number | null;
}

/** The state of an {@link AmountField}: what was typed lives as long as the form, whatever is shown meanwhile. */
export function useAmountText(currency: string, most: number): AmountText {
  const [text, write] = useState("");
  const parsed = parseAmountText(text, currency);
  const amount = parsed.ok && parsed.amount >= 1 && parsed.amount <= most ? parsed.amount : null;
  return { text, write, amount };
}

export interface AmountFieldProps {
  label: string;
  value: AmountText;
  description: string;
  /** Said once what was typed is no amount that is allowed */
  problem: string;
  /** What Enter does, where it does something */
  onEnter?: () => void;
}

/** An amount in whole units as people write it: `149`, `149,50`. */
export function AmountField({ label, value, description, problem, onEnter }: AmountFieldProps) {
  const { text, write, amount } = value;
  const [isTouched, setIsTouched] = useState(false);
  const isWrong = text !== "" && amount === null;
  const hasPad = useTouch();
  const separator = useTill((state) => decimalSeparator(state.terminal?.locale ?? "en"));
  return (
    <>
      <Field
        label={label}
        value={text}
        onChange={write}
        onBlur={() => setIsTouched(true)}
        onKeyDown={(event) => (event.key === "Enter" && onEnter ? onEnter() : event.continuePropagation())}
        autoFocus={text === ""}
        description={description}
        problem={isWrong && (isTouched || text.length > 2) ? problem : undefined}
        input={{ inputMode: hasPad ? "none" : "decimal", autoComplete: "off" }}
      />
      {hasPad && <DigitPad value={text} onChange={write} separator={separator} />}
    </>
  );
}
