import { decimalSeparator, westernDigits } from "./money.ts";
import { stripInvisible } from "./plain-text.ts";

/** Formats a percentage for people: `15 %` in nb, `15%` in en. */
export function percentText(rate: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(rate / 10_000);
}

/** Returns only the digits: 1250 is `12.5` for machines, `12,5` in nb. */
export function percentDigits(rate: number, locale?: string): string {
  const digits = String(rate / 100);
  return locale === undefined ? digits : digits.replace(".", decimalSeparator(locale));
}

const PERCENT = /^(\d{1,3})(?:[.,](\d{0,2})0*)?\s*[%\u066a]?$/;

/** Parses `10`, `12,5` or `12.50 %` to hundredths of a percent, from `min` to 10000; null: invalid. */
export function parsePercent(text: string, min = 0): number | null {
  const [, whole, part = ""] = PERCENT.exec(westernDigits(stripInvisible(text)).trim()) ?? [];
  if (whole === undefined) return null;
  const rate = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return rate >= min && rate <= 10_000 ? rate : null;
}
