/** Reverts what spreadsheets do to cells: text marks, shortened numbers, and lost leading zeros. Pure. */
import { isGtin } from "../../../contract/catalogue/barcodes.ts";
import { unguardCell } from "../../../contract/values/csv.ts";

/** Removes the marks that keep a cell as text: the guard against formulas, `="0123"` and `'0123`. */
export function cellText(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell)?.[1];
  if (formula !== undefined) return formula.trim();
  return (/^'\d[\d.,\sE+]*$/.test(cell) ? cell.slice(1) : unguardCell(cell)).trim();
}

const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+(\d+)$/i;

/**
 * Returns the digits of `7090000000011.0` or `7.090000000011E+12`, other text unchanged, or null when digits are lost.
 */
export function wholeNumber(text: string): string | null {
  const [, first = "", fraction = "", exponent] = SCIENTIFIC.exec(text) ?? [];
  if (exponent === undefined) return /^(\d+)[.,]0+$/.exec(text)?.[1] ?? text;
  return fraction.length === Number(exponent) ? first + fraction : null;
}

export function hasLostZeros(fullText: string | undefined, read: string): boolean {
  return (
    fullText !== undefined &&
    /^\d+$/.test(read) &&
    fullText.length > read.length &&
    fullText === read.padStart(fullText.length, "0")
  );
}

/** Returns a UPC-A whose leading zeros were lost, or null when the check digit does not match. */
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

/** Returns whether a spreadsheet may have converted a text such as `1-2` to a date. None writes a month in capitals. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !/[A-Z]{2}/.test(text);
}
