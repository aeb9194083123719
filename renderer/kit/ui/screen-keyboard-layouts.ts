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

export function keyRows(page: KeyboardPage, language: Language, isShifted: boolean): string[][] {
  if (page === "digits") return DIGITS.map((row) => [...row]);
  if (page === "symbols") return (isShifted ? SYMBOLS.shifted : SYMBOLS.plain).map((row) => [...row]);
  return LETTERS[language].map((row) => [...(isShifted ? row.toLocaleUpperCase(language) : row)]);
}

export function pageFor(inputMode: string): KeyboardPage {
  return ["numeric", "decimal", "tel"].includes(inputMode) ? "digits" : "letters";
}

export function keyNextToZero(inputMode: string, separator: string): string | null {
  if (inputMode === "tel") return "+";
  return inputMode === "decimal" ? separator : null;
}
