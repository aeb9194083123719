/**
 * Money: integers in the currency's ISO 4217 minor unit, everywhere (G1). This file alone turns text into an
 * amount and an amount into text.
 */
import { withoutMarks } from "./plain-text.ts";

/** The most that can be keyed in: eight digits of minor units (the amount entry of the till). */
export const MAX_AMOUNT = 99_999_999;

/** How many digits the currency's minor unit has: 2 for NOK, 0 for JPY, 3 for KWD (ISO 4217, as `Intl` knows it). */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  digits.set(currency, maximumFractionDigits ?? 2);
  return maximumFractionDigits ?? 2;
}

/** `Intl` takes its time to tell, and exports ask for every row. */
const digits = new Map<string, number>();

/** The amount as a plain decimal for machines: 14950 NOK is `149.50`, 1000 JPY is `1000`. Never passes through a float. */
export function decimalText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const sign = amount < 0 ? "-" : "";
  const whole = Math.abs(amount)
    .toString()
    .padStart(digits + 1, "0");
  return digits === 0 ? sign + whole : `${sign}${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
}

/**
 * Reads an amount that a machine wrote, the reverse of {@link decimalText}: `149.50`, `149.5`, `-0.50`, `1000`. No
 * grouping, and no more digits than the currency has. @returns minor units, or null when it is no such text
 */
export function readDecimalText(text: string, currency: string): number | null {
  const match = /^([-+]?)(\d{1,15})(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  const digits = minorDigits(currency);
  // More digits than there are minor units, as long as they say nothing: `1000.00` JPY.
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  if (!Number.isSafeInteger(amount)) return null;
  return sign === "-" && amount !== 0 ? -amount : amount;
}

/** The amount for people, with its currency: `149,50 kr` in nb-NO. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return partsOf(amount, currency, locale)
    .map((part) => part.value)
    .join("");
}

/** With U+2212 for a minus in every locale: a hyphen is read as a dash, and may end a line. */
function partsOf(amount: number, currency: string, locale: string): Intl.NumberFormatPart[] {
  const parts = moneyFormat(locale, currency).formatToParts(decimalText(amount, currency) as Intl.StringNumericLiteral);
  return parts.map((part) => (part.type === "minusSign" ? { ...part, value: "\u2212" } : part));
}

/** The amount without its currency, for a column of amounts: `1 234,50` in nb. */
export function decimalOf(amount: number, currency: string, locale: string): string {
  return moneyParts(amount, currency, locale).number;
}

/** What a screen sets apart when it makes the digits large and the currency small. */
export interface MoneyParts {
  /** The number alone, grouped and signed: `1 234,50` */
  number: string;
  /** The currency's symbol: `kr` */
  symbol: string;
  /** Whether the symbol stands before the number in this locale */
  symbolFirst: boolean;
}

/** Splits an amount into number and symbol, in the locale's order. */
export function moneyParts(amount: number, currency: string, locale: string): MoneyParts {
  const parts = partsOf(amount, currency, locale);
  const symbolAt = parts.findIndex((part) => part.type === "currency");
  const numberAt = parts.findIndex((part) => part.type === "integer");
  const number = parts
    .filter((part) => part.type !== "currency" && part.type !== "literal")
    .map((part) => part.value)
    .join("");
  return { number, symbol: parts[symbolAt]?.value ?? currency, symbolFirst: symbolAt < numberAt };
}

/** The separator between whole and minor units in this locale: `,` in nb-NO. */
export function decimalSeparator(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".";
}

/** Why a text is no amount: `ambiguous` is `1.234` (thousands or decimals?), `too_large` is over {@link MAX_AMOUNT}. */
export type AmountTextProblem = "empty" | "not_a_number" | "ambiguous" | "too_large";

/**
 * Reads an amount that a person pasted or typed in whole units: `1 234,50`, `149`, `149,5`, `1.234,50`,
 * `1’234.50`, `149.0000`, `45,00 zł`.
 * A single separator followed by exactly three digits is refused as ambiguous, whatever the locale: nobody may be
 * charged a thousand times too much by a guess, or too little.
 * @param decimal the decimal separator where the text was written, if that is known: in a currency with three digits
 *   they are its minor units after it
 */
export function parseAmountText(
  text: string,
  currency: string,
  decimal?: string,
): { ok: true; amount: number } | { ok: false; problem: AmountTextProblem } {
  const plain = westernDigits(withoutMarks(text)).trim();
  if (plain === "") return { ok: false, problem: "empty" };
  const compact = withoutGroupSpaces(withoutCurrency(plain, currency));
  if (!/^\d[\d.,]*$/.test(compact)) return { ok: false, problem: "not_a_number" };
  const separators = compact.replace(/\d/g, "");
  const last = Math.max(compact.lastIndexOf(","), compact.lastIndexOf("."));
  const digits = minorDigits(currency);
  const isDecimal = digits === 3 && decimal !== undefined && westernDigits(decimal) === separators;
  if (separators.length === 1 && compact.length - last - 1 === 3 && !isDecimal)
    return { ok: false, problem: "ambiguous" };
  return assemble(compact, separators, last, digits);
}

/** Returns Arabic, Persian and full-width digits as 0 to 9, and the Arabic separators as `.` and `,`. */
export function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, ",");
}

const SYMBOL = "[^\\d\\s.,:'\u2019+\u2212\u2013\u2014-]+\\.?";
const SYMBOL_FIRST = new RegExp(`^(${SYMBOL})\\s*(?=\\d)`);
const SYMBOL_LAST = new RegExp(`(?<=[\\d.,])\\s*(${SYMBOL})$`);

/** Local abbreviations that `Intl` does not have. */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = { CHF: ["fr", "sfr"], RON: ["lei"], UAH: ["грн"] };

/** Removes the currency's own code or symbol; another currency stays, and is no amount. A dash means zero minor units after `.`, `,` or `:` alone. */
function withoutCurrency(text: string, currency: string): string {
  const { symbol: narrow } = moneyParts(0, currency, "en");
  const own = [currency, narrow, ...(ABBREVIATIONS[currency] ?? [])].map((each) => each.toLowerCase());
  const strip = (whole: string, symbol: string) =>
    own.includes(symbol.normalize("NFKC").toLowerCase().replace(/\.$/, "")) ? "" : whole;
  return text
    .replace(SYMBOL_FIRST, strip)
    .replace(SYMBOL_LAST, strip)
    .replace(/(?<=\d)[.,:][-\u2013\u2014]$/, "");
}

/** Spaces and apostrophes separate groups of exactly three digits, and all groups in the same way. Others stay. */
function withoutGroupSpaces(text: string): string {
  const [, whole = "", , rest = ""] = /^(\d{1,3}(?:([\s'\u2019])\d{3})(?:\2\d{3})*)([.,].*)?$/.exec(text) ?? [];
  return whole === "" ? text : whole.replace(/\D/g, "") + rest;
}

function assemble(
  compact: string,
  separators: string,
  last: number,
  digits: number,
): { ok: true; amount: number } | { ok: false; problem: AmountTextProblem } {
  const sameThroughout = separators.length > 1 && new Set(separators).size === 1;
  const hasDecimals = last >= 0 && !sameThroughout;
  const wholeText = hasDecimals ? compact.slice(0, last) : compact;
  const minorText = hasDecimals ? compact.slice(last + 1) : "";
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(wholeText) && new Set(wholeText.replace(/\d/g, "")).size === 1;
  if (!/^\d+$/.test(wholeText) && !grouped) return { ok: false, problem: "not_a_number" };
  // Three digits could still be thousands; other zeros beyond the currency's digits say nothing.
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
