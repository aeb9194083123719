import { useState } from "react";
import { parseAmountText } from "../../contract/money.ts";
import { Field } from "./field.tsx";

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
}

/** An amount in whole units as people write it: `149`, `149,50`. */
export function AmountField({ label, value: { text, write, amount }, description, problem }: AmountFieldProps) {
  const [isTouched, setIsTouched] = useState(false);
  const isWrong = text !== "" && amount === null;
  return (
    <Field
      label={label}
      value={text}
      onChange={write}
      onBlur={() => setIsTouched(true)}
      autoFocus={text === ""}
      description={description}
      problem={isWrong && (isTouched || text.length > 2) ? problem : undefined}
      input={{ inputMode: "decimal", autoComplete: "off" }}
    />
  );
}
