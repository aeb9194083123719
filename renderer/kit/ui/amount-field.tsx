import { useEffect, useState } from "react";
import type { KeyboardEvent } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator, moneyParts } from "../../../contract/values/money.ts";
import { type Entry, type EntryAction, entryReducer, totalOf, typedAmount, type UnitsFirst } from "../amount/entry.ts";
import { entryActionOf, isEditable, keyText } from "../amount/keys.ts";
import { useKit } from "../context.ts";
import styles from "./amount-field.module.css";
import { AmountPad } from "./digit-pad.tsx";
import { Field } from "./field.tsx";

export interface AmountEntry {
  entry: Entry;
  enter: (action: EntryAction) => void;
  currency: string;
  /** In minor units; 0 until a digit is typed */
  typed: number;
  /** The amount, or null when it is below 1 or above the maximum */
  amount: number | null;
}

/**
 * State of an {@link AmountField}.
 * @param most in minor units
 * @param first initial amount in minor units
 */
export function useAmountEntry(currency: string, most: number, first = 0): AmountEntry {
  return useTypedAmount(
    useKit((state) => state.unitsFirst),
    currency,
    most,
    first,
  );
}

/** State of an AmountField on a page without till settings: the digits' unit is a parameter. */
export function useTypedAmount(unitsFirst: UnitsFirst, currency: string, most: number, first = 0): AmountEntry {
  const [entry, setEntry] = useState<Entry>(() => typedAmount(first, currency, unitsFirst));
  const typed = totalOf(entry);
  return {
    entry,
    enter: (action) => setEntry((before) => entryReducer(before, action, currency, unitsFirst)),
    currency,
    typed,
    amount: typed >= 1 && typed <= most ? typed : null,
  };
}

/**
 * For a dialog that starts with the whole amount: a digit typed outside a field selects a partial amount.
 * @param isWhole whether the whole amount is selected; keys are ignored otherwise
 */
export function useTypedPart(isWhole: boolean, { enter }: AmountEntry, choosePart: () => void): void {
  useEffect(() => {
    if (!isWhole) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isEditable(event.target);
      const action = isTaken ? null : entryActionOf(keyText(event));
      if (action?.type !== "digit") return;
      event.preventDefault();
      choosePart();
      enter({ type: "clear" });
      enter(action);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}

export interface AmountFieldProps {
  label: string;
  value: AmountEntry;
  description: string;
  /** Shown when the typed amount is not allowed */
  problem: string;
  onEnter?: () => void;
  isLine?: boolean;
  isMissing?: boolean;
}

export function AmountField(props: AmountFieldProps) {
  const { label, value, description, problem, onEnter, isLine = false, isMissing = false } = props;
  const { entry, enter, typed, amount, currency } = value;
  const { t } = useTranslation();
  const locale = useKit((state) => state.terminal?.locale ?? "en");
  const { number } = moneyParts(typed, currency, locale);
  const separator = decimalSeparator(locale);
  const isWrong = isMissing || entry.problem !== null || (typed > 0 && amount === null);
  const onKeyDown = (event: KeyboardEvent) => {
    const text = keyText(event);
    const action = event.ctrlKey || event.metaKey || event.altKey ? null : entryActionOf(text);
    if (text === "Enter" && onEnter) return onEnter();
    if (action === null || action.type === "add" || action.type === "multiply") return event.continuePropagation();
    event.preventDefault();
    const isTypedOver = isAllSelected(event.target);
    if (isTypedOver) enter({ type: "clear" });
    if (!isTypedOver || action.type !== "backspace") enter(action);
  };
  return (
    <div className={styles.amount} data-line={isLine || undefined}>
      <Field
        label={label}
        value={number}
        // Pasted or autofilled text is parsed as a written amount.
        onChange={(text) => enter({ type: "paste", text, decimal: separator })}
        onKeyDown={onKeyDown}
        autoFocus={!isLine}
        description={description}
        problem={isWrong ? problem : undefined}
        input={{ inputMode: isLine ? "numeric" : "none", autoComplete: "off" }}
      />
      {!isLine && (
        <AmountPad
          enter={enter}
          separator={separator}
          names={{ backspace: t("charge.backspace"), separator: t("charge.separator"), clear: t("charge.clear") }}
        />
      )}
    </div>
  );
}

/** A fully selected field is replaced by typing, like any other field. */
function isAllSelected(field: EventTarget): boolean {
  if (!(field instanceof HTMLInputElement) || field.value === "") return false;
  return field.selectionStart === 0 && field.selectionEnd === field.value.length;
}
