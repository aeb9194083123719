import { useState } from "react";
import { parseAmountText } from "../../contract/money.ts";
import { Field } from "./field.tsx";

export interface AmountFieldProps {
  label: string;
  currency: string;
  description: string;
  /** Said once what was typed is no amount between 1 and `most` */
  problem: string;
  most: number;
  /** The amount in minor units, or null while the text is none */
  onChange: (amount: number | null) => void;
}

/** An amount in whole units as people write it: `149`, `149,50`. */
export function AmountField({ label, currency, description, problem, most, onChange }: AmountFieldProps) {
  const [text, setText] = useState("");
  const [isTouched, setIsTouched] = useState(false);
  const read = (value: string) => {
    const parsed = parseAmountText(value, currency);
    return parsed.ok && parsed.amount >= 1 && parsed.amount <= most ? parsed.amount : null;
  };
  const isWrong = text !== "" && read(text) === null;
  return (
    <Field
      label={label}
      value={text}
      onChange={(value) => {
        setText(value);
        onChange(read(value));
      }}
      onBlur={() => setIsTouched(true)}
      autoFocus
      description={description}
      problem={isWrong && (isTouched || text.length > 2) ? problem : undefined}
      input={{ inputMode: "decimal", autoComplete: "off" }}
    />
  );
}
