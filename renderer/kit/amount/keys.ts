/** Maps keys (`event.key`, `event.code`) to amount entry actions, and identifies editable elements. Pure. */
import type { EntryAction } from "./entry.ts";

export interface Key {
  key: string;
  code: string;
}

const PAD_KEYS: Record<string, string> = {
  NumpadDecimal: ",",
  NumpadComma: ",",
  NumpadAdd: "+",
  NumpadMultiply: "*",
  NumpadEnter: "Enter",
};

/**
 * Returns the character of a key. The numeric pad is read by position (`event.code`): it works without Num Lock, and
 * its decimal key is a separator in every layout.
 * @returns one character, `Enter`, or the key's name
 */
export function keyText({ key, code }: Key): string {
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  return digit ?? PAD_KEYS[code] ?? key;
}

export function entryActionOf(text: string): EntryAction | null {
  if (/^\d$/.test(text)) return { type: "digit", digit: Number(text) };
  switch (text) {
    case ",":
    case ".":
      return { type: "separator" };
    case "+":
      return { type: "add" };
    case "*":
    case "×":
    case "x":
    case "X":
      return { type: "multiply" };
    case "Backspace":
      return { type: "backspace" };
    case "Delete":
      return { type: "clear" };
    default:
      return null;
  }
}

/** True when the focused element accepts text and receives its own keys. */
export function isEditable(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type))
  );
}
