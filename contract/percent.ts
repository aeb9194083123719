/** Percentages - VAT, discounts, tips - as people read and write them; hundredths of a percent everywhere else. Pure. */

import { decimalSeparator, westernDigits } from "./money.ts";
import { withoutMarks } from "./plain-text.ts";

/** A percentage for people: `15 %` in nb, `15%` in en. @param rate in hundredths of a percent */
export function percentText(rate: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(rate / 10_000);
}

/**
 * Its digits alone: 2500 is `25`, 1250 is `12.5` for machines, and `12,5` in nb.
 * @param locale of a field that people write in
 */
export function percentDigits(rate: number, locale?: string): string {
  const digits = String(rate / 100);
  return locale === undefined ? digits : digits.replace(".", decimalSeparator(locale));
}

const PERCENT = /^(\d{1,3})(?:[.,](\d{0,2})0*)?\s*[%\u066a]?$/;

/**
 * Reads what a person or a file says: `10`, `12,5`, `12.50 %`, `25.0000`.
 * @param least in hundredths of a percent, as the value
 * @returns at most 10000 (100 %), or null when it is no such percentage
 */
export function readPercent(text: string, least = 0): number | null {
  const [, whole, part = ""] = PERCENT.exec(westernDigits(withoutMarks(text)).trim()) ?? [];
  if (whole === undefined) return null;
  const rate = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return rate >= least && rate <= 10_000 ? rate : null;
}
