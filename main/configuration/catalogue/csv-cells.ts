/** Undoes what spreadsheets do to cells: marks that keep digits as text, shortened numbers, and leading zeros that are gone. Pure. */
import { isGtin } from "../../../contract/barcodes.ts";
import { unguardCell } from "../../../contract/csv.ts";

/** Returns a cell's text without the marks that keep it text: the guard against formulas, `="0123"` and `'0123`. */
export function cellText(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell)?.[1];
  if (formula !== undefined) return formula.trim();
  return (/^'\d[\d.,\sE+]*$/.test(cell) ? cell.slice(1) : unguardCell(cell)).trim();
}

/** `7,09E+12` */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+(\d+)$/i;

/** Returns the digits of a whole number that a spreadsheet wrote as `7090000000011.0` or `7.090000000011E+12`; other text as it is; null: digits are lost. */
export function wholeNumber(text: string): string | null {
  const [, first = "", fraction = "", exponent] = SCIENTIFIC.exec(text) ?? [];
  if (exponent === undefined) return /^(\d+)[.,]0+$/.exec(text)?.[1] ?? text;
  return fraction.length === Number(exponent) ? first + fraction : null;
}

/** Whether two texts differ in the zeros in front of their digits alone, the first having more. */
export function hasLostZeros(whole: string | undefined, read: string): boolean {
  return (
    whole !== undefined &&
    /^\d+$/.test(read) &&
    whole.length > read.length &&
    whole === read.padStart(whole.length, "0")
  );
}

/** Returns a UPC-A that has lost its zeros: nine to eleven digits, and the last one is right. Null: it is not certainly one. */
export function restoredBarcode(digits: string): string | null {
  const code = digits.padStart(12, "0");
  return /^\d{9,11}$/.test(digits) && isGtin(code) ? code : null;
}

const MONTH = "(jan|feb|mar|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[csz])[a-z]?\\.?";
/** `01.feb`, `1-Feb`, `feb.26`, `Feb-26`, `01.02.2026`, `2026-02-01` */
const DATE = new RegExp(
  `^(\\d{1,2}[-. /]{1,2}${MONTH}|${MONTH}[-. /]\\d{2}|\\d{1,2}([./-])\\d{1,2}\\4\\d{4}|\\d{4}-\\d\\d-\\d\\d)$`,
  "i",
);

/** Whether a spreadsheet may have written a text such as `1-2` so, as a date. None writes a month in capitals. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !/[A-Z]{2}/.test(text);
}
