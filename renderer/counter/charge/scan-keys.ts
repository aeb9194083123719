import { GROUP_SEPARATOR } from "../../../contract/values/gs1.ts";
import { keyText } from "../../kit/amount/keys.ts";

type KeyEvent = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState"
>;

export interface ScanKey {
  text: string;
  us: string;
  /** A control character within a code, a shortcut outside of one */
  isControl: boolean;
}

const DEAD = "\ufffd";

/** Characters on a US keyboard, without and with Shift. */
const US_KEYS: Readonly<Record<string, string>> = {
  Backquote: "`~",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
};
const US_SHIFTED_DIGITS = ")!@#$%^&*(";

/** @returns null when the key is not part of a code */
export function scanKeyOf(event: KeyEvent): ScanKey | null {
  const text = event.key === "Dead" ? DEAD : keyText(event);
  if (text === "Enter") return { text, us: text, isControl: false };
  const control = controlOf(event);
  if (control !== null) return { text: control, us: control, isControl: true };
  const isTyped = (!event.ctrlKey && !event.altKey) || event.getModifierState?.("AltGraph");
  if ([...text].length !== 1 || !isTyped || event.metaKey) return null;
  return { text, us: usTextOf(event) ?? text, isControl: false };
}

function usTextOf({ code, shiftKey }: KeyEvent): string | undefined {
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  if (digit !== undefined) return shiftKey ? US_SHIFTED_DIGITS[Number(digit)] : digit;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return shiftKey ? (letter ?? US_KEYS[code]?.[1]) : (letter?.toLowerCase() ?? US_KEYS[code]?.[0]);
}

/** STX, ETX and FNC1, which scanners send as Ctrl with a key. */
const CONTROLS: Readonly<Record<string, string>> = { KeyB: "\u0002", KeyC: "\u0003", BracketRight: GROUP_SEPARATOR };

function controlOf({ key, code, ctrlKey, altKey, metaKey }: KeyEvent): string | null {
  if (altKey || metaKey) return null;
  if (!ctrlKey) return key === "F8" ? GROUP_SEPARATOR : null;
  return CONTROLS[code] ?? (key === "]" ? GROUP_SEPARATOR : null);
}
