import { useEffect, useState } from "react";
import type { KeyboardEvent } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator, moneyParts } from "../../../contract/money.ts";
import { type Entry, type EntryAction, entryReducer, totalOf, typedAmount, type UnitsFirst } from "../amount/entry.ts";
import { entryActionOf, isEditable, keyText } from "../amount/keys.ts";
import { useKit } from "../context.ts";
import styles from "./amount-field.module.css";
import { AmountPad } from "./digit-pad.tsx";
import { Field } from "./field.tsx";

/** One amount of a dialog, by the grammar of the counter, whichever of the two it is. It lives as long as the dialog. */
export interface AmountEntry {
  entry: Entry;
  enter: (action: EntryAction) => void;
  currency: string;
  /** In minor units; 0 while nothing was typed */
  typed: number;
  /** What was typed, or null while it is not between 1 and what is allowed */
  amount: number | null;
}

/** The state of an {@link AmountField}. @param most in minor units. @param first what it begins with, in minor units */
export function useAmountEntry(currency: string, most: number, first = 0): AmountEntry {
  return useTypedAmount(
    useKit((state) => state.unitsFirst),
    currency,
    most,
    first,
  );
}

/** The same for a page without the till's own wishes: what its digits count is told. */
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
 * For a dialog that begins with the whole amount: a digit that is typed where no field has the focus chooses a part, and
 * is the first of it.
 * @param isWhole whether the whole amount is chosen now; nothing is listened for otherwise
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
  /** Said once what was typed is no amount that is allowed */
  problem: string;
  /** What Enter does, where it does something */
  onEnter?: () => void;
  /** Without the keypad: a line of a form, where the keys are those of the screen */
  isLine?: boolean;
  /** An amount is needed, and none was typed */
  isMissing?: boolean;
}

/** An amount, keyed in as at the counter, with the same keypad under it. */
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
        // What comes as a whole - pasted, or filled in - is read as people write amounts.
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

/** A field that was entered by Tab, or clicked twice, is typed over like other fields. */
function isAllSelected(field: EventTarget): boolean {
  if (!(field instanceof HTMLInputElement) || field.value === "") return false;
  return field.selectionStart === 0 && field.selectionEnd === field.value.length;
}
