/**
 * What a barcode says: which product it is, and of what is weighed or priced in the shop, how much. EAN-8, EAN-13, UPC-A
 * and GTIN-14, and the shop's own EAN-13 that begin with 20 to 29 and have a price or a weight in them. Pure.
 */
import type { Product } from "./catalogue.ts";
import { MAX_LINE_NAME } from "./lines.ts";
import { shortened } from "./shorten.ts";

/** The lengths of codes that are sold by: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN = /^(\d{8}|\d{12,14})$/;

/** Codes of the shop's own scale: what they mean is the shop's. */
const IN_STORE = /^2\d{12}$/;

/** The beginning of such a code, up to the price or weight: what a product has as its barcode. */
const SCALE_PREFIX = /^2\d{5,7}$/;

/** What a scanned code is, as a line of a sale. */
export interface ScannedProduct {
  product: Product;
  /** How much is in the code, in grams; null: the product is not weighed */
  grams: number | null;
  /** What one is in minor units: the product's price, the price in the code, or the weight's */
  amount: number;
}

/** Whether a text is a GTIN whose last digit is right: every other digit times three, from the right, makes whole tens. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Whether a text can be the beginning of a code with a price or a weight in it: 6 to 8 digits. */
export function isScalePrefix(text: string): boolean {
  return SCALE_PREFIX.test(text);
}

/** One form for what is the same code: UPC-A is an EAN-13 with a zero in front, and both are GTIN-14 with more. */
export function sameBarcode(text: string): string {
  return GTIN.test(text) ? text.padStart(14, "0") : text;
}

/**
 * Finds what was scanned.
 * @param text what the scanner read
 * @returns null: no code, one that was misread, or none of these products'
 */
export function readBarcode(text: string, products: readonly Product[]): ScannedProduct | null {
  const code = text.trim();
  if (!isGtin(code)) return null;
  const wanted = sameBarcode(code);
  const own = products.find(({ barcode, scale }) => barcode && !scale && sameBarcode(barcode) === wanted);
  if (own) return { product: own, grams: null, amount: own.amount };
  return IN_STORE.test(code) ? measured(code, products) : null;
}

/** The longest beginning counts: a shop may number some items with more digits than others. */
function measured(code: string, products: readonly Product[]): ScannedProduct | null {
  const [product] = products
    .filter(({ barcode, scale }) => barcode && scale && code.startsWith(barcode))
    .toSorted((a, b) => (b.barcode?.length ?? 0) - (a.barcode?.length ?? 0));
  if (!product?.barcode) return null;
  const value = Number(code.slice(product.barcode.length, -1));
  const amount = product.scale === "weight" ? priceOfWeight(value, product.amount) : value;
  if (amount === 0) return null;
  return { product, grams: product.scale === "weight" ? value : null, amount };
}

/** What a weight costs, in minor units, half of one rounded up. @param perKilogram minor units */
export function priceOfWeight(grams: number, perKilogram: number): number {
  return Math.floor((grams * perKilogram + 500) / 1000);
}

/** The name on a line: with its weight where it was weighed, like `Tomater 0,345 kg`, which a long name gives way to. @param name the product's */
export function scannedName(name: string, { grams }: Pick<ScannedProduct, "grams">, locale: string): string {
  if (grams === null) return name;
  const weight = new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram", minimumFractionDigits: 3 });
  const end = ` ${weight.format(grams / 1000)}`;
  return shortened(name, MAX_LINE_NAME - end.length) + end;
}
