import { Delete } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator, moneyParts } from "../../../contract/money.ts";
import { type Entry, type EntryAction, entryReducer, totalOf, typedAmount } from "../amount/entry.ts";
import { entryActionOf, keyText } from "../amount/keys.ts";
import { useKit } from "../context.ts";
import styles from "./amount-field.module.css";
import pad from "./digit-pad.module.css";
import { PadKey } from "./digit-pad.tsx";
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
  const unitsFirst = useKit((state) => state.unitsFirst);
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
}

/** An amount, keyed in as at the counter, with the same keypad under it. */
export function AmountField({ label, value, description, problem, onEnter, isLine = false }: AmountFieldProps) {
  const { entry, enter, typed, amount, currency } = value;
  const locale = useKit((state) => state.terminal?.locale ?? "en");
  const { number } = moneyParts(typed, currency, locale);
  const isWrong = entry.problem !== null || (typed > 0 && amount === null);
  const onKeyDown = (event: KeyboardEvent) => {
    const text = keyText(event);
    const action = event.ctrlKey || event.metaKey || event.altKey ? null : entryActionOf(text);
    if (text === "Enter" && onEnter) return onEnter();
    if (action === null || action.type === "add" || action.type === "multiply") return event.continuePropagation();
    event.preventDefault();
    enter(action);
  };
  return (
    <div className={styles.amount} data-line={isLine || undefined}>
      <Field
        label={label}
        value={number}
        // What comes as a whole - pasted, or filled in - is read as people write amounts.
        onChange={(text) => enter({ type: "paste", text })}
        onKeyDown={onKeyDown}
        autoFocus={!isLine}
        description={description}
        problem={isWrong ? problem : undefined}
        input={{ inputMode: isLine ? "numeric" : "none", autoComplete: "off" }}
      />
      {!isLine && <AmountPad value={value} />}
    </div>
  );
}

/** The counter's keypad, without the keys of its tape. */
function AmountPad({ value: { enter } }: { value: AmountEntry }) {
  const { t } = useTranslation();
  const separator = useKit((state) => decimalSeparator(state.terminal?.locale ?? "en"));
  const digit = (value: number) => (
    <PadKey key={value} name={String(value)} onPress={() => enter({ type: "digit", digit: value })} />
  );
  return (
    <div className={pad.digits} data-kind="amount">
      {[1, 2, 3].map(digit)}
      <PadKey isWork name={t("charge.backspace")} Icon={Delete} onPress={() => enter({ type: "backspace" })} />
      {[4, 5, 6, 7, 8, 9].map(digit)}
      <PadKey name="00" onPress={() => enter({ type: "double_zero" })} />
      {digit(0)}
      <PadKey name={separator} label={t("charge.separator")} onPress={() => enter({ type: "separator" })} />
      <PadKey isWork name="C" label={t("charge.clear")} onPress={() => enter({ type: "clear" })} />
    </div>
  );
}
