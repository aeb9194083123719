import { useEffect, useState } from "react";
import { type Entry, type EntryAction, entryReducer, totalOf, typedAmount, type UnitsFirst } from "../amount/entry.ts";
import { entryActionOf, isEditable, keyText } from "../amount/keys.ts";
import { useKit } from "../context.ts";

export type AmountEntry = ReturnType<typeof useTypedAmount>;

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
export function useTypedAmount(unitsFirst: UnitsFirst, currency: string, most: number, first = 0) {
  const [entry, setEntry] = useState<Entry>(() => typedAmount(first, currency, unitsFirst));
  const typed = totalOf(entry);
  return {
    entry,
    enter: (action: EntryAction) => setEntry((before) => entryReducer(before, action, currency, unitsFirst)),
    currency,
    /** In minor units; 0 until a digit is typed */
    typed,
    /** The amount, or null when it is below 1 or above the maximum */
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
