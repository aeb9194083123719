/** Money is an integer in the ISO 4217 minor unit everywhere (G1). Only this file converts amounts and text. */
import { stripInvisible } from "./plain-text.ts";

/** The largest amount that can be keyed in: eight digits of minor units. */
export const MAX_AMOUNT = 99_999_999;

/** Returns the number of digits of a currency's minor unit (ISO 4217): 2 for NOK, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const cachedDigits = digits.get(currency);
  if (cachedDigits !== undefined) return cachedDigits;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  digits.set(currency, maximumFractionDigits ?? 2);
  return maximumFractionDigits ?? 2;
}

const digits = new Map<string, number>();

/** Formats a plain decimal for machines: 14950 NOK is `149.50`, 1000 JPY is `1000`. Uses no floats. */
export function decimalText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const sign = amount < 0 ? "-" : "";
  const integerDigits = Math.abs(amount)
    .toString()
    .padStart(digits + 1, "0");
  return digits === 0
    ? sign + integerDigits
    : `${sign}${integerDigits.slice(0, -digits)}.${integerDigits.slice(-digits)}`;
}

/** Parses {@link decimalText}'s form. Null: invalid, or non-zero digits beyond the minor unit. */
export function parseDecimalText(text: string, currency: string): number | null {
  const match = /^([-+]?)(\d{1,15})(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  const digits = minorDigits(currency);
  // Trailing zeros beyond the minor unit are accepted: `1000.00` JPY.
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  if (!Number.isSafeInteger(amount)) return null;
  return sign === "-" && amount !== 0 ? -amount : amount;
}

/** Formats an amount with its currency for people: `149,50 kr` in nb-NO. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return formatParts(amount, currency, locale)
    .map((part) => part.value)
    .join("");
}

/** Uses U+2212 as the minus sign: a hyphen looks like a dash and allows a line break. */
function formatParts(amount: number, currency: string, locale: string): Intl.NumberFormatPart[] {
  const parts = moneyFormat(locale, currency).formatToParts(decimalText(amount, currency) as Intl.StringNumericLiteral);
  return parts.map((part) => (part.type === "minusSign" ? { ...part, value: "\u2212" } : part));
}

/** Formats an amount without its currency, for columns: `1 234,50` in nb. */
export function formatAmount(amount: number, currency: string, locale: string): string {
  return moneyParts(amount, currency, locale).number;
}

export interface MoneyParts {
  number: string;
  symbol: string;
  symbolFirst: boolean;
}

export function moneyParts(amount: number, currency: string, locale: string): MoneyParts {
  const parts = formatParts(amount, currency, locale);
  const symbolAt = parts.findIndex((part) => part.type === "currency");
  const numberAt = parts.findIndex((part) => part.type === "integer");
  const number = parts
    .filter((part) => part.type !== "currency" && part.type !== "literal")
    .map((part) => part.value)
    .join("");
  return { number, symbol: parts[symbolAt]?.value ?? currency, symbolFirst: symbolAt < numberAt };
}

export function decimalSeparator(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".";
}

/** `ambiguous`: `1.234` (thousands or decimals); `too_large`: above {@link MAX_AMOUNT}. */
export type AmountTextProblem = "empty" | "not_a_number" | "ambiguous" | "too_large";

/**
 * Parses an amount in whole units, as typed or pasted: `1 234,50`, `149`, `1.234,50`, `1’234.50`, `45,00 zł`. Rejects a
 * single separator before exactly three digits as ambiguous in every locale: a wrong guess charges a thousand times too
 * much or too little.
 * @param decimal the text's decimal separator, if known; resolves the ambiguity for currencies with three digits
 */
export function parseAmountText(
  text: string,
  currency: string,
  decimal?: string,
): { ok: true; amount: number } | { ok: false; problem: AmountTextProblem } {
  const plain = westernDigits(stripInvisible(text)).trim();
  if (plain === "") return { ok: false, problem: "empty" };
  const compact = withoutGroupSpaces(withoutCurrency(plain, currency));
  if (!/^\d[\d.,]*$/.test(compact)) return { ok: false, problem: "not_a_number" };
  const separators = compact.replace(/\d/g, "");
  const lastSeparatorAt = Math.max(compact.lastIndexOf(","), compact.lastIndexOf("."));
  const digits = minorDigits(currency);
  const isDecimal = digits === 3 && decimal !== undefined && westernDigits(decimal) === separators;
  if (separators.length === 1 && compact.length - lastSeparatorAt - 1 === 3 && !isDecimal)
    return { ok: false, problem: "ambiguous" };
  return toMinorUnits(compact, separators, lastSeparatorAt, digits);
}

/** Converts Arabic, Persian and full-width digits to 0–9, and Arabic separators to `.` and `,`. */
export function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, ",");
}

const SYMBOL = "[^\\d\\s.,:'\u2019+\u2212\u2013\u2014-]+\\.?";
const SYMBOL_FIRST = new RegExp(`^(${SYMBOL})\\s*(?=\\d)`);
const SYMBOL_LAST = new RegExp(`(?<=[\\d.,])\\s*(${SYMBOL})$`);

const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = { CHF: ["fr", "sfr"], RON: ["lei"], UAH: ["грн"] };

/**
 * Removes the currency's own code or symbol, and a final dash for zero minor units (`149,-`). Other currencies stay.
 */
function withoutCurrency(text: string, currency: string): string {
  const { symbol: narrow } = moneyParts(0, currency, "en");
  const ownSymbols = [currency, narrow, ...(ABBREVIATIONS[currency] ?? [])].map((each) => each.toLowerCase());
  const strip = (whole: string, symbol: string) =>
    ownSymbols.includes(symbol.normalize("NFKC").toLowerCase().replace(/\.$/, "")) ? "" : whole;
  return text
    .replace(SYMBOL_FIRST, strip)
    .replace(SYMBOL_LAST, strip)
    .replace(/(?<=\d)[.,:][-\u2013\u2014]$/, "");
}

function withoutGroupSpaces(text: string): string {
  const [, whole = "", , rest = ""] = /^(\d{1,3}(?:([\s'\u2019])\d{3})(?:\2\d{3})*)([.,].*)?$/.exec(text) ?? [];
  return whole === "" ? text : whole.replace(/\D/g, "") + rest;
}

function toMinorUnits(
  compact: string,
  separators: string,
  last: number,
  digits: number,
): { ok: true; amount: number } | { ok: false; problem: AmountTextProblem } {
  const isGroupingOnly = separators.length > 1 && new Set(separators).size === 1;
  const hasDecimals = last >= 0 && !isGroupingOnly;
  const wholeText = hasDecimals ? compact.slice(0, last) : compact;
  const minorText = hasDecimals ? compact.slice(last + 1) : "";
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(wholeText) && new Set(wholeText.replace(/\d/g, "")).size === 1;
  if (!/^\d+$/.test(wholeText) && !isGrouped) return { ok: false, problem: "not_a_number" };
  // Three digits could still be thousands. Other trailing zeros are accepted.
  if (/[1-9]/.test(minorText.slice(digits)) || (minorText.length === 3 && digits !== 3))
    return { ok: false, problem: "not_a_number" };
  const amount = Number(wholeText.replace(/\D/g, "") + minorText.slice(0, digits).padEnd(digits, "0"));
  return amount > MAX_AMOUNT ? { ok: false, problem: "too_large" } : { ok: true, amount };
}

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      currencySign: "standard",
    });
    formats.set(key, format);
  }
  return format;
}
