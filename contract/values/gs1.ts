/**
 * Parses GS1 codes: element strings (GS1-128, DataBar, DataMatrix, QR code) as scanned or as printed, and GS1 Digital
 * Link URLs. GS1 General Specifications, sections 3 and 7.8.
 */
import { parseDecimalText } from "./money.ts";

/** FNC1 as sent by scanners. Ends an element of variable length. */
export const GROUP_SEPARATOR = "\u001d";

/** Values by application identifier: `01` GTIN, `17` expiry date (YYMMDD), `3103` net weight in grams. */
export type Elements = ReadonlyMap<string, string>;

/** Elements of predefined length, which need no separator. */
const FIXED_START = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;
const FIXED = /^(?:00\d{18}|0[123]\d{14}|04\d{16}|1[1-9]\d{6}|20\d\d|3[1-6]\d{8}|41\d{14})/;
const IDENTIFIER = /^(?:(?:3[1-69]|43|7[02]|8[0-2])\d\d|(?:2[345]|4[0-2]|71)\d|\d\d)/;
/** Printed form: `(01)07038010021145(10)A1`. */
const BRACKETED = /\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/g;
/** Elements of variable length. */
const VARIABLE = /^(?:10|2[12]|30|37|(?:2[345]|4[02]|71)\d|(?:39|43|7[02]|8[0-2])\d\d)./;
const INTERNAL = /^9\d./;
/** Measures and prices; the identifier's last digit is the number of decimals. A code has at most one of a kind. */
const WITH_DECIMALS = /^3[1-69]\d\d$/;

type Element = readonly [id: string, value: string];

/** Parses a code into unchecked elements. Null: not GS1, no GTIN, an ambiguous price or conflicting values. */
export function readElements(text: string): Elements | null {
  const read = /^https?:/i.test(text) ? parseDigitalLink : text.startsWith("(") ? parsePrinted : parseElementString;
  const found = read(text) ?? [];
  const elements = new Map(found);
  const kindOf = (id: string) => (WITH_DECIMALS.test(id) ? id.slice(0, 3) : id);
  const normalisedElement = ([id, value]: Element) => id + (id === "01" ? value.padStart(14, "0") : value);
  const kinds = new Map(found.map((element) => [kindOf(element[0]), normalisedElement(element)]));
  const isConsistent = found.every((element) => kinds.get(kindOf(element[0])) === normalisedElement(element));
  return isConsistent && elements.has("01") ? elements : null;
}

function parsePrinted(text: string): Element[] {
  return [...text.matchAll(BRACKETED)].map(([, id = "", value = ""]) => [id, value]);
}

function parseElementString(scannedText: string): Element[] | null {
  const text = scannedText.replaceAll("^]", GROUP_SEPARATOR);
  const found: Element[] = [];
  let hasSeparators = false;
  for (let remaining = text; remaining !== ""; ) {
    const element = FIXED_START.test(remaining) ? FIXED.exec(remaining)?.[0] : remaining.split(GROUP_SEPARATOR, 1)[0];
    if (element === undefined) return null;
    const id = IDENTIFIER.exec(element)?.[0];
    if (element !== "" && id === undefined) return null;
    remaining = remaining.slice(element.length);
    // Scanners that send separators end a price with one. A separator at the end may be the scanner's suffix.
    const isLast = remaining.replaceAll(GROUP_SEPARATOR, "") === "";
    if (isLast && /^39[0-3]\d/.test(element) && !hasSeparators && !isUnambiguousPrice(element)) return null;
    if (id !== undefined) found.push([id, element.slice(id.length)]);
    if (!remaining.startsWith(GROUP_SEPARATOR)) continue;
    hasSeparators ||= id !== undefined && !FIXED_START.test(element);
    remaining = remaining.slice(1);
  }
  return found;
}

/** Checks that no other element can hide in the digits of a final price: some scanners omit separators. */
function isUnambiguousPrice(element: string): boolean {
  const start = /^39(?:[02]\d|[13]\d{4})0*/.exec(element)?.[0].length ?? 4;
  const decimals = Number(element[3]);
  for (let end = start + Math.max(1, decimals); end < element.length; end += 1) {
    const trailing = element.slice(end);
    // Checking the last of several elements is enough.
    const isElement = FIXED_START.test(trailing) ? FIXED.exec(trailing)?.[0] === trailing : VARIABLE.test(trailing);
    // Many prices end in 90, so an internal element is not assumed within the first whole unit.
    if (isElement || (end > start + decimals && INTERNAL.test(trailing))) return false;
  }
  return true;
}

/** `https://any.host/path/01/<GTIN>/10/<lot>?17=…`; the GTIN has 8, 12, 13 or 14 digits; `gtin` is an alias of `01`. */
function parseDigitalLink(text: string): Element[] | null {
  if (!URL.canParse(text)) return null;
  const { pathname, searchParams } = new URL(text);
  const parts = pathname.split("/").map(decodePathPart);
  const start = parts.findIndex((part, at) => /^(?:01|gtin)$/i.test(part) && /^\d{8,14}$/.test(parts[at + 1] ?? ""));
  if (start === -1) return null;
  const found: Element[] = [["01", parts[start + 1] ?? ""]];
  for (let position = start + 2; position < parts.length - 1; position += 2)
    found.push([parts[position] ?? "", parts[position + 1] ?? ""]);
  return [...found, ...searchParams]
    .map(([id, value]): Element => [id.toLowerCase() === "gtin" ? "01" : id, value])
    .filter(([id]) => /^\d{2,4}$/.test(id));
}

function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** 345 with 3 decimals is 0.345 kg. */
export interface NetWeight {
  digits: number;
  decimals: number;
}

/** Returns the net weight in kilograms (310n), or null. */
export function netWeightIn(elements: Elements): NetWeight | null {
  for (const [id, value] of elements)
    if (/^310[0-5]$/.test(id) && /^\d{6}$/.test(value)) return { digits: Number(value), decimals: Number(id[3]) };
  return null;
}

/** Returns the price in minor units (392n, 393n). Undefined: none in this currency; null: zero or invalid. */
export function priceIn(elements: Elements, currency: string | null): number | null | undefined {
  if (currency === null) return undefined;
  for (const [id, value] of elements) {
    if (!/^39[23]\d$/.test(id)) continue;
    const digits = id.startsWith("392") ? value : value.slice(3);
    if (!/^\d{1,15}$/.test(digits)) return null;
    if (id.startsWith("393") && NUMERIC_CODES[currency] !== value.slice(0, 3)) continue;
    const decimals = Number(id[3]);
    const padded = digits.padStart(decimals + 1, "0");
    const integerDigits = padded.slice(0, padded.length - decimals);
    return parseDecimalText(`${integerDigits}.${padded.slice(integerDigits.length)}`, currency) || null;
  }
  return undefined;
}

/** ISO 4217 numeric codes. Prices in other currencies are ignored. */
const NUMERIC_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  "NOK578 SEK752 DKK208 ISK352 EUR978 GBP826 USD840 CHF756 PLN985 CZK203 HUF348 RON946 BGN975 UAH980 TRY949 CAD124 AUD036 JPY392 KWD414"
    .split(" ")
    .map((code) => [code.slice(0, 3), code.slice(3)]),
);
