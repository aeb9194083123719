/**
 * Finds the product of a barcode, and its weight or price where the code carries one. Reads EAN-8, EAN-13, UPC-A, UPC-E,
 * GTIN-14, GS1 codes with a GTIN (`gs1.ts`), and the shop's own EAN-13 (20 to 29 in front) with a price or weight. Pure.
 */
import type { Product } from "./catalogue.ts";
import { type Elements, GROUP_SEPARATOR, type NetWeight, netWeightIn, priceIn, readElements } from "./gs1.ts";
import { ID_PATTERN } from "./identifiers.ts";
import { MAX_LINE_NAME } from "./lines.ts";
import { MAX_AMOUNT } from "./money.ts";
import { shortened } from "./shorten.ts";

/** The lengths of codes that are sold by: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN = /^(\d{8}|\d{12,14})$/;

/** Codes with a price or weight of the shop's own scale, as {@link sameBarcode} writes them. */
const IN_STORE = /^02\d{12}$/;

/** The beginning of such a code, up to the price or weight: what a product has as its barcode. */
const SCALE_PREFIX = /^2\d{5,7}$/;

/** What a scanned code is, as a line of a sale. */
export interface ScannedProduct {
  product: Product;
  /** How much is in the code, in grams; null: the product is not weighed */
  grams: number | null;
  /** What one is in minor units: the product's price, the price in the code, or the weight's */
  amount: number;
  /** Sold by weight, and the code carries neither weight nor price */
  isUnweighed?: true;
}

/** Whether a text is a GTIN whose last digit is right: every other digit times three, from the right, makes whole tens. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Whether a text can be the beginning of a code with a price or a weight in it: 6 to 8 digits. */
function isScalePrefix(text: string): boolean {
  return SCALE_PREFIX.test(text);
}

/**
 * Whether a product can have a text as its barcode.
 * @param isMeasured its codes carry a price or weight: a whole code of the shop's own scale is then one weighing's
 */
export function isProductBarcode(text: string, isMeasured: boolean): boolean {
  if (isMeasured && isScalePrefix(text)) return true;
  return isGtin(text) && !(isMeasured && IN_STORE.test(sameBarcode(text)));
}

/** One form for what is the same code: UPC-A is an EAN-13 with a zero in front, and both are GTIN-14 with more. */
export function sameBarcode(text: string): string {
  return GTIN.test(text) ? text.padStart(14, "0") : text;
}

/** Expands a UPC-E code, which leaves out zeros, to its UPC-A. @returns null: no UPC-E code, or its check digit is wrong */
export function upcAOf(text: string): string | null {
  const [, system = "", digits = "", last = "", check = ""] = /^([01])(\d{5})(\d)(\d)$/.exec(text) ?? [];
  // The seventh digit says how many digits precede the zeros.
  const place = last <= "2" ? 2 : last <= "4" ? Number(last) : 5;
  const zeros = last <= "2" ? `${last}0000` : last <= "4" ? "00000" : `0000${last}`;
  const code = system + digits.slice(0, place) + zeros + digits.slice(place) + check;
  return isGtin(code) ? code : null;
}

/** Symbology identifier, such as `]E0` or `]C1` (AIM, ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

/** Removes what scanners and symbologies put around a code: STX and ETX, `]E0`, the stars of Code 39. */
export function bareCode(text: string): string {
  const inner = text.replaceAll("\u0002", "").replaceAll("\u0003", "").trim().replace(SYMBOLOGY, "");
  const code = inner.replace(/^\*([^*]+)\*$/, "$1");
  return code.startsWith(GROUP_SEPARATOR) ? code.slice(1) : code;
}

/**
 * Returns a scanned code as people read it: the printed GTIN of a GS1 code, or the code itself.
 * @param readings of the same keys: the first with letters and digits alone is shown, or else the first
 */
export function shownCode(...readings: readonly string[]): string {
  const shown = readings.map((text) => {
    const code = bareCode(text);
    const gtin = readElements(code)?.get("01") ?? "";
    return isGtin(gtin) ? gtin.replace(/^0(?=\d{13}$)/, "") : code.replaceAll(GROUP_SEPARATOR, " ");
  });
  return shown.find((code) => ID_PATTERN.test(code)) ?? shown[0] ?? "";
}

/** Returns a scanned code as a product's barcode: like {@link shownCode}, UPC-E expanded. */
export function barcodeIn(...readings: readonly string[]): string {
  const code = shownCode(...readings);
  return isGtin(code) ? code : (upcAOf(code) ?? code);
}

/**
 * Finds what was scanned.
 * @param text what the scanner read
 * @param currency the till's; a price in another currency is not used, and none is where it is null
 * @returns null: no code, one that was misread, or none of these products'
 */
export function readBarcode(
  text: string,
  products: readonly Product[],
  currency: string | null = null,
): ScannedProduct | null {
  const code = bareCode(text);
  const elements = readElements(code);
  const codes = elements ? [elements.get("01") ?? ""] : [code, ...upcCodes(code, text.includes("]E"))];
  for (const gtin of codes.filter(isGtin)) {
    const found = productOf(gtin, products);
    if (found !== null) return amountOf(found, elements ?? new Map(), currency);
  }
  return null;
}

/** Expands a UPC-E code. @param isMarked the scanner marked it as UPC or EAN: number system and check digit may be missing */
function upcCodes(code: string, isMarked: boolean): string[] {
  const isShort = isMarked && /^\d{6,7}$/.test(code);
  const starts = isShort ? [`0${code}`, code].filter((start) => start.length === 7) : [];
  const whole = isShort && code.length === 7 ? [`0${code}`] : [code];
  const checked = starts.flatMap((start) => [..."0123456789"].map((check) => start + check));
  return [...whole, ...checked].flatMap((each) => upcAOf(each) ?? []);
}

interface FoundProduct {
  product: Product;
  /** Grams or minor units in a code of the shop's own scale; null: another code */
  value: number | null;
}

/** Finds the product of a GTIN. Among the shop's own codes the longest prefix wins. */
function productOf(gtin: string, products: readonly Product[]): FoundProduct | null {
  const wanted = sameBarcode(gtin);
  const isOf = ({ barcode = "", scale }: Product) =>
    !(scale && isScalePrefix(barcode)) && sameBarcode(barcode) === wanted;
  const own = products.find(isOf);
  if (own) return { product: own, value: null };
  if (!IN_STORE.test(wanted)) return null;
  const code = wanted.slice(1);
  const [product] = products
    .filter(({ barcode = "", scale }) => scale && isScalePrefix(barcode) && code.startsWith(barcode))
    .toSorted((a, b) => (b.barcode?.length ?? 0) - (a.barcode?.length ?? 0));
  return product ? { product, value: Number(code.slice(product.barcode?.length, -1)) } : null;
}

/** Applies the weight or price in a code. @returns null: it is zero, or cannot be charged */
function amountOf(
  { product, value }: FoundProduct,
  elements: Elements,
  currency: string | null,
): ScannedProduct | null {
  const isWeighed = product.scale === "weight";
  const weight = netWeightIn(elements) ?? (value === null ? null : { digits: value, decimals: 3 });
  const grams = isWeighed && weight ? Math.round((weight.digits * 1000) / 10 ** weight.decimals) : null;
  const byScale = value === null ? product.amount : value;
  const own = isWeighed ? weight && priceOfNetWeight(weight, product.amount) : byScale;
  const price = priceIn(elements, currency);
  // With a measure (3nnn), but without a price: only the label has the price.
  const isPriced = product.scale !== "price" || value !== null || ![...elements.keys()].some((id) => /^3/.test(id));
  if (price === undefined && !isPriced) return null;
  const amount = price === undefined ? own : price;
  if (isWeighed && amount === null && price === undefined)
    return { product, grams, amount: product.amount, isUnweighed: true };
  return amount && amount <= MAX_AMOUNT ? { product, grams, amount } : null;
}

/** What a weight costs, in minor units, half of one rounded up. @param perKilogram minor units */
export function priceOfWeight(grams: number, perKilogram: number): number {
  return priceOfNetWeight({ digits: grams, decimals: 3 }, perKilogram);
}

function priceOfNetWeight({ digits, decimals }: NetWeight, perKilogram: number): number {
  const one = 10 ** decimals;
  return Math.floor((2 * digits * perKilogram + one) / (2 * one));
}

/** The name on a line: with its weight where it was weighed, like `Tomater 0,345 kg`, which a long name gives way to. @param name the product's */
export function scannedName(name: string, { grams }: Pick<ScannedProduct, "grams">, locale: string): string {
  if (grams === null) return name;
  const weight = new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram", minimumFractionDigits: 3 });
  const end = ` ${weight.format(grams / 1000)}`;
  return shortened(name, MAX_LINE_NAME - end.length) + end;
}
