/**
 * Finds the product of a barcode, and the weight or price in the code. Supports EAN-8, EAN-13, UPC-A, UPC-E, GTIN-14,
 * GS1 codes with a GTIN (`gs1.ts`), and in-store EAN-13 codes (prefix 20–29) with a price or weight.
 */

import { type Elements, GROUP_SEPARATOR, type NetWeight, netWeightIn, priceIn, readElements } from "../values/gs1.ts";
import { ID_PATTERN } from "../values/identifiers.ts";
import { MAX_LINE_NAME } from "../values/lines.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { shortenText } from "../values/plain-text.ts";
import type { Product } from "./catalogue.ts";

/** EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN = /^(\d{8}|\d{12,14})$/;

/** In-store codes with a price or weight, in the form of {@link normaliseBarcode}. */
const IN_STORE = /^02\d{12}$/;

/** Prefix of an in-store code, before its price or weight; this prefix is the product's barcode. */
const SCALE_PREFIX = /^2\d{5,7}$/;

export interface ScannedProduct {
  product: Product;
  /** Weight in the code; null: the product is not sold by weight */
  grams: number | null;
  /** Unit price in minor units, from the product, the code or the weight */
  amount: number;
  /** Sold by weight, but the code has neither weight nor price */
  isUnweighed?: true;
}

export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function isScalePrefix(text: string): boolean {
  return SCALE_PREFIX.test(text);
}

/** Checks a product's barcode. Measured products (`isMeasured`) cannot have a complete in-store code. */
export function isProductBarcode(text: string, isMeasured: boolean): boolean {
  if (isMeasured && isScalePrefix(text)) return true;
  return isGtin(text) && !(isMeasured && IN_STORE.test(normaliseBarcode(text)));
}

/** Pads UPC-A, EAN-8 and EAN-13 codes to GTIN-14, so that equal codes compare equal. */
export function normaliseBarcode(text: string): string {
  return GTIN.test(text) ? text.padStart(14, "0") : text;
}

/** Expands UPC-E to UPC-A. Returns null for other codes and wrong check digits. */
export function expandUpcE(text: string): string | null {
  const [, system = "", digits = "", last = "", check = ""] = /^([01])(\d{5})(\d)(\d)$/.exec(text) ?? [];
  // The seventh digit says where the zeros go.
  const digitIndex = last <= "2" ? 2 : last <= "4" ? Number(last) : 5;
  const zeros = last <= "2" ? `${last}0000` : last <= "4" ? "00000" : `0000${last}`;
  const code = system + digits.slice(0, digitIndex) + zeros + digits.slice(digitIndex) + check;
  return isGtin(code) ? code : null;
}

/** Symbology identifier, such as `]E0` or `]C1` (AIM, ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

/** Removes what scanners and symbologies add to a code: STX, ETX, `]E0`, and the asterisks of Code 39. */
export function stripScannerMarks(text: string): string {
  const inner = text.replaceAll("\u0002", "").replaceAll("\u0003", "").trim().replace(SYMBOLOGY, "");
  const code = inner.replace(/^\*([^*]+)\*$/, "$1");
  return code.startsWith(GROUP_SEPARATOR) ? code.slice(1) : code;
}

/** Returns a code in readable form: the GTIN of a GS1 code. The first purely alphanumeric reading wins. */
export function readableCode(...readings: readonly string[]): string {
  const shown = readings.map((text) => {
    const code = stripScannerMarks(text);
    const gtin = readElements(code)?.get("01") ?? "";
    return isGtin(gtin) ? gtin.replace(/^0(?=\d{13}$)/, "") : code.replaceAll(GROUP_SEPARATOR, " ");
  });
  return shown.find((code) => ID_PATTERN.test(code)) ?? shown[0] ?? "";
}

/** Returns a scanned code as a product's barcode: {@link readableCode} with UPC-E expanded. */
export function productBarcodeIn(...readings: readonly string[]): string {
  const code = readableCode(...readings);
  return isGtin(code) ? code : (expandUpcE(code) ?? code);
}

/** Finds the scanned product, or null. Prices in another currency than `currency` are ignored. */
export function readBarcode(
  text: string,
  products: readonly Product[],
  currency: string | null = null,
): ScannedProduct | null {
  const code = stripScannerMarks(text);
  const elements = readElements(code);
  const codes = elements ? [elements.get("01") ?? ""] : [code, ...upcCodes(code, text.includes("]E"))];
  for (const gtin of codes.filter(isGtin)) {
    const found = productOf(gtin, products);
    if (found !== null) return amountOf(found, elements ?? new Map(), currency);
  }
  return null;
}

/**
 * Expands UPC-E. `isMarked`: the scanner marked the code as UPC or EAN; number system and check digit may be missing.
 */
function upcCodes(code: string, isMarked: boolean): string[] {
  const isShort = isMarked && /^\d{6,7}$/.test(code);
  const withoutCheckDigit = isShort ? [`0${code}`, code].filter((start) => start.length === 7) : [];
  const candidates = isShort && code.length === 7 ? [`0${code}`] : [code];
  const withCheckDigit = withoutCheckDigit.flatMap((start) => [..."0123456789"].map((check) => start + check));
  return [...candidates, ...withCheckDigit].flatMap((each) => expandUpcE(each) ?? []);
}

interface FoundProduct {
  product: Product;
  /** Grams or minor units from an in-store code; null: another code */
  value: number | null;
}

/** Finds a product by GTIN. Among in-store prefixes the longest wins. */
function productOf(gtin: string, products: readonly Product[]): FoundProduct | null {
  const normalised = normaliseBarcode(gtin);
  const hasBarcode = ({ barcode = "", scale }: Product) =>
    !(scale && isScalePrefix(barcode)) && normaliseBarcode(barcode) === normalised;
  const exactMatch = products.find(hasBarcode);
  if (exactMatch) return { product: exactMatch, value: null };
  if (!IN_STORE.test(normalised)) return null;
  const code = normalised.slice(1);
  const [product] = products
    .filter(({ barcode = "", scale }) => scale && isScalePrefix(barcode) && code.startsWith(barcode))
    .toSorted((a, b) => (b.barcode?.length ?? 0) - (a.barcode?.length ?? 0));
  return product ? { product, value: Number(code.slice(product.barcode?.length, -1)) } : null;
}

/** Applies the weight or price of a code. Returns null if the amount is zero or too large. */
function amountOf(
  { product, value }: FoundProduct,
  elements: Elements,
  currency: string | null,
): ScannedProduct | null {
  const isWeighed = product.scale === "weight";
  const weight = netWeightIn(elements) ?? (value === null ? null : { digits: value, decimals: 3 });
  const grams = isWeighed && weight ? Math.round((weight.digits * 1000) / 10 ** weight.decimals) : null;
  const byScale = value === null ? product.amount : value;
  const computedAmount = isWeighed ? weight && priceOfNetWeight(weight, product.amount) : byScale;
  const price = priceIn(elements, currency);
  // A GS1 measure (3nnn) without a price: the price is only printed on the label.
  const isPriced = product.scale !== "price" || value !== null || ![...elements.keys()].some((id) => /^3/.test(id));
  if (price === undefined && !isPriced) return null;
  const amount = price === undefined ? computedAmount : price;
  if (isWeighed && amount === null && price === undefined)
    return { product, grams, amount: product.amount, isUnweighed: true };
  return amount && amount <= MAX_AMOUNT ? { product, grams, amount } : null;
}

/** Returns the price of a weight in minor units, rounded half up. `perKilogram` is in minor units. */
export function priceOfWeight(grams: number, perKilogram: number): number {
  return priceOfNetWeight({ digits: grams, decimals: 3 }, perKilogram);
}

function priceOfNetWeight({ digits, decimals }: NetWeight, perKilogram: number): number {
  const divisor = 10 ** decimals;
  return Math.floor((2 * digits * perKilogram + divisor) / (2 * divisor));
}

/** Returns a line's name, with the weight if weighed: `Tomater 0,345 kg`. Long names are shortened to fit. */
export function scannedLineName(name: string, { grams }: Pick<ScannedProduct, "grams">, locale: string): string {
  if (grams === null) return name;
  const weight = new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram", minimumFractionDigits: 3 });
  const end = ` ${weight.format(grams / 1000)}`;
  return shortenText(name, MAX_LINE_NAME - end.length) + end;
}
