/** What the keys on the screen are: pure. */
import type { Language } from "../i18n/index.ts";

export type KeyboardPage = "letters" | "symbols" | "digits";

const LETTERS: Record<Language, readonly string[]> = {
  en: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  nb: ["qwertyuiopå", "asdfghjkløæ", "zxcvbnm"],
};
const SYMBOLS = {
  plain: ["1234567890", "@#&%+-_=/*", ".,:;!?'\"()"],
  shifted: ["€$£§°~^`|\\", "[]{}<>«»", ".,:;!?'\"()"],
};
const DIGITS = ["123", "456", "789"];

/** The rows of keys that type: what each of them types. */
export function keyRows(page: KeyboardPage, language: Language, isShifted: boolean): string[][] {
  if (page === "digits") return DIGITS.map((row) => [...row]);
  if (page === "symbols") return (isShifted ? SYMBOLS.shifted : SYMBOLS.plain).map((row) => [...row]);
  return LETTERS[language].map((row) => [...(isShifted ? row.toLocaleUpperCase(language) : row)]);
}

/** What a field is written with, by what it says of itself. */
export function pageFor(inputMode: string): KeyboardPage {
  return ["numeric", "decimal", "tel"].includes(inputMode) ? "digits" : "letters";
}

/** What stands beside the nought: what a number of that kind has beside digits. */
export function besideNought(inputMode: string, separator: string): string | null {
  if (inputMode === "tel") return "+";
  return inputMode === "decimal" ? separator : null;
}
