/** Which key means what in the amount entry: a pure table over `event.key` and `event.code`; and which elements take text. */
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
 * The character a key stands for. The numeric pad is read by its position (`event.code`), so that it types digits
 * whether or not Num Lock is on, and its decimal key is a separator in every layout.
 * @returns one character, `Enter`, or another key's own name
 */
export function keyText({ key, code }: Key): string {
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  return digit ?? PAD_KEYS[code] ?? key;
}

/** What a key does to the amount entry; null when it does nothing there. */
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

/** Whether what has the focus takes text: keys that are typed there are its own. */
export function isEditable(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type))
  );
}
