import type { KeyboardEvent } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator, moneyParts } from "../../../contract/values/money.ts";
import { entryActionOf, keyText } from "../amount/keys.ts";
import { useKit } from "../context.ts";
import styles from "./amount-field.module.css";
import { AmountPad } from "./digit-pad.tsx";
import { Field } from "./field.tsx";
import type { AmountEntry } from "./use-amount-entry.ts";

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
