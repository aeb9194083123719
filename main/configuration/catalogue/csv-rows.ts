/** Applies the rows of a catalogue's CSV file one by one. */

import { normaliseBarcode } from "../../../contract/catalogue/barcodes.ts";
import {
  type CatalogueContent,
  type Category,
  CSV_COLUMNS,
  type CsvColumn,
  type Product,
} from "../../../contract/catalogue/catalogue.ts";
import { catalogueContent } from "../../../contract/catalogue/catalogue-commands.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { type AmountTextProblem, decimalSeparator, parseAmountText } from "../../../contract/values/money.ts";
import { parsePercent, percentDigits } from "../../../contract/values/percent.ts";
import { cleanName, nameKey } from "../../../contract/values/plain-text.ts";
import { isLikelyRate, knownRates } from "../../../contract/values/vat.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { hasLostZeros, isDate, restoredBarcode, wholeNumber } from "./csv-cells.ts";
import { SCALES } from "./csv-columns.ts";

export interface CsvTerms {
  currency: string;
  locale: string;
  /** VAT rate of new products without one, in hundredths of a percent */
  usualVatRate: number;
}

export interface CsvCells {
  columns: Partial<Record<CsvColumn, string>>;
  names: Readonly<Record<string, string>>;
}

export type CsvReader = ReturnType<typeof createCsvReader>;

export function createCsvReader(before: CatalogueContent, terms: CsvTerms) {
  const categories = [...before.categories];
  const products = [...before.products];
  const usedIds = new Map<string, number>();
  const isSameName = nameComparison();
  return {
    content: () => ({ categories, products }),
    read(cells: CsvCells, row: number) {
      const exact = cleanIdentifiers(cells.columns, before.products);
      if ("because" in exact) return exact;
      const named = findProduct(products, exact, { before: before.products, isSameName });
      if ("because" in named) return named;
      const parsed = productOf({ ...cells, columns: named.columns }, named.found, { terms, categories, isSameName });
      if ("because" in parsed) return parsed;
      if (parsed.product.id === "") parsed.product.id = unusedId(parsed.product.name, products);
      const other = usedIds.get(parsed.product.id);
      if (other !== undefined)
        return { field: keyOf(named, isSameName), because: reasonFor("csv_repeated", { row: other }) };
      const wrong = productProblem(parsed, products);
      if (wrong) return wrong;
      usedIds.set(parsed.product.id, row);
      if (parsed.newCategory) categories.push(parsed.newCategory);
      const index = products.findIndex(({ id }) => id === parsed.product.id);
      if (index < 0) products.push(parsed.product);
      else products[index] = parsed.product;
      return null;
    },
  };
}

type SameName = (one: string | undefined, other: string | undefined) => boolean;

interface Known {
  /** The catalogue's products, whose numbers show which digits a spreadsheet removed */
  before: readonly Product[];
  isSameName: SameName;
}

interface FoundProduct {
  columns: CsvCells["columns"];
  found: Product | undefined;
}

interface ParsedProduct {
  product: Product;
  newCategory: Category | null;
}

export interface RowProblem {
  field: CsvColumn;
  because: Reason;
}

/** Matches ids, slots and barcodes exactly, or else removes invisible characters. Rejects dates. */
function cleanIdentifiers(
  columns: CsvCells["columns"],
  products: readonly Product[],
): CsvCells["columns"] | RowProblem {
  const exact = { ...columns };
  for (const field of ["id", "slot", "barcode"] as const) {
    const read = columns[field] ?? "";
    const text = cleanName(read);
    if (products.some((each) => each[field] === read)) continue;
    if (isDate(text) && !products.some((each) => each[field] === text))
      return { field, because: reasonFor("csv_date", { text: { quoted: text } }) };
    if (text !== read) exact[field] = text;
  }
  return exact;
}

/** Finds a row's product by id, then barcode, then name, and restores digits that a spreadsheet removed. */
function findProduct(
  products: readonly Product[],
  columns: CsvCells["columns"],
  known: Known,
): FoundProduct | RowProblem {
  const { id = "" } = columns;
  const byId = id === "" ? undefined : productById(products, columns, known);
  if (byId && "because" in byId) return byId;
  const barcode = columns.barcode && wholeBarcode(columns.barcode, columns.scale ?? byId?.scale, known.before);
  if (barcode && typeof barcode !== "string") return barcode;
  const allColumns = { ...columns, ...(barcode ? { barcode } : {}) };
  if (id !== "") return { columns: { ...allColumns, id: byId?.id ?? id }, found: byId };
  const byCode = barcode ? products.find((each) => isSameCode(each.barcode, barcode)) : undefined;
  return { columns: allColumns, found: byCode ?? products.find((each) => known.isSameName(each.name, columns.name)) };
}

function keyOf({ columns, found }: FoundProduct, isSameName: SameName): CsvColumn {
  if (columns.id) return "id";
  return columns.barcode && !isSameName(found?.name, columns.name) ? "barcode" : "name";
}

/** A shortened id may match several products; the row's name or barcode decides. */
function productById(
  products: readonly Product[],
  { id = "", name, barcode }: CsvCells["columns"],
  { before, isSameName }: Known,
): Product | undefined | RowProblem {
  const number = wholeNumber(id) ?? id;
  const exact = products.find((each) => each.id === id);
  const possible = before.filter((each) => [id, number].includes(each.id) || hasLostZeros(each.id, number));
  if (possible.length === 0 || (exact && possible.length === 1)) {
    const hasLostDigits = !exact && wholeNumber(id) === null;
    return hasLostDigits ? { field: "id", because: reasonFor("csv_lost_digits", { text: { quoted: id } }) } : exact;
  }
  const meant = possible.filter((each) => isSameName(each.name, name) || isSameCode(each.barcode, barcode));
  return meant.length === 1
    ? meant[0]
    : { field: "id", because: reasonFor("csv_lost_zeros", { text: { quoted: id } }) };
}

function wholeBarcode(text: string, scale: string | undefined, products: readonly Product[]): string | RowProblem {
  const number = wholeNumber(text);
  if (number === null) return { field: "barcode", because: reasonFor("csv_lost_digits", { text: { quoted: text } }) };
  const isPossible = /^(\d{8}|\d{12,}|.*\D.*)$/.test(number) || scale;
  if (isPossible || products.some(({ barcode }) => barcode === number)) return number;
  const existingBarcode = products.find(({ barcode }) => hasLostZeros(barcode, number))?.barcode;
  const fullBarcode = existingBarcode ?? restoredBarcode(number);
  return fullBarcode ?? { field: "barcode", because: reasonFor("csv_lost_zeros", { text: { quoted: text } }) };
}

/** A missing column leaves the field unchanged. An empty cell clears an optional field. */
function productOf(
  { columns, names }: CsvCells,
  found: Product | undefined,
  { terms, categories, isSameName }: { terms: CsvTerms; categories: readonly Category[]; isSameName: SameName },
): ParsedProduct | RowProblem {
  const price = parseAmountText(columns.price ?? "", terms.currency, decimalSeparator(terms.locale));
  if (!price.ok) return { field: "price", because: priceProblem(price.problem, columns.price) };
  const vatRate = rateOf(columns.vat, found, terms);
  if (typeof vatRate !== "number") return { field: "vat", because: vatRate };
  const scale = columns.scale ? scaleOf(columns.scale) : undefined;
  if (scale === null) return { field: "scale", because: reasonFor("csv_scale") };
  const ownCategory = columns.category && cleanName(columns.category);
  const existingCategory = ownCategory
    ? categories.find((each) =>
        namesIn(each).some((name) => isSameName(name, ownCategory) || hasLostZeros(name, ownCategory)),
      )
    : undefined;
  const newCategory =
    ownCategory && !existingCategory ? { id: unusedId(ownCategory, categories), name: ownCategory } : null;
  const existingOr = (column: CsvColumn, now: string | undefined) => {
    const cell = columns[column];
    return cell === undefined || hasLostZeros(now, cell) ? now : cell || undefined;
  };
  const product: Product = {
    ...found,
    id: columns.id || found?.id || "",
    name: cleanName(existingOr("name", found?.name) ?? ""),
    amount: price.amount,
    vatRate,
    category: ownCategory === undefined ? found?.category : (existingCategory?.id ?? newCategory?.id),
    barcode: existingOr("barcode", found?.barcode),
    scale: columns.scale === undefined ? found?.scale : scale,
    colour: existingOr("colour", found?.colour)?.toLowerCase(),
    slot: existingOr("slot", found?.slot),
    // A renamed product counts as another one, so its translations are dropped.
    names: namesOf(names, isSameName(found?.name, columns.name) ? found?.names : undefined),
  };
  return { product: withoutMissing(product), newCategory };
}

function priceProblem(problem: AmountTextProblem, text = ""): Reason {
  if (problem === "empty" || problem === "ambiguous") return reasonFor(`csv_price_${problem}`);
  return reasonFor(/^[-\u2212\u2013]\s*\d/.test(text) ? "csv_price_negative" : "csv_price");
}

/** Accepts the country's rates, the product's and the usual one. Other rates need a percent sign and at least 1 %. */
function rateOf(
  text: string | undefined,
  found: Product | undefined,
  { locale, usualVatRate }: CsvTerms,
): number | Reason {
  if (!text) return found?.vatRate ?? usualVatRate;
  const rate = parsePercent(text);
  if (rate === null) return reasonFor("csv_vat");
  const isExplicit = /[%\u066a]$/.test(text) && rate >= 100;
  if (isExplicit || isLikelyRate(rate, locale) || [found?.vatRate, usualVatRate].includes(rate)) return rate;
  const knownPercents = knownRates(locale).map((each) => percentDigits(each, locale));
  return knownPercents.length === 0
    ? reasonFor("csv_vat")
    : reasonFor("csv_vat_rate", { rates: knownPercents.join("; ") });
}

function productProblem({ product, newCategory }: ParsedProduct, products: readonly Product[]): RowProblem | null {
  const code = product.barcode && normaliseBarcode(product.barcode);
  const isOther = ({ id, barcode }: Product) => id !== product.id && barcode && normaliseBarcode(barcode) === code;
  const other = code ? products.find(isOther) : undefined;
  if (other) return { field: "barcode", because: reasonFor("csv_barcode_taken", { name: { quoted: other.name } }) };
  const { category: _category, ...alone } = product;
  const checked = catalogueContent.safeParse({ categories: newCategory ? [newCategory] : [], products: [alone] });
  if (checked.success) return null;
  const [first] = fieldProblems(checked.error);
  const part = first?.field.startsWith("categories") ? "category" : first?.field.replace(/^products\[0\]\./, "");
  const field = COLUMN_OF[part ?? ""] ?? CSV_COLUMNS.find((column) => column === part) ?? "name";
  return { field, because: first?.because ?? reasonFor("field_other") };
}

const COLUMN_OF: Readonly<Record<string, CsvColumn>> = { amount: "price", vatRate: "vat" };

export function scaleOf(text: string): NonNullable<Product["scale"]> | null {
  const word = text.toLowerCase();
  return (["weight", "price"] as const).find((scale) => (SCALES[scale] as readonly string[]).includes(word)) ?? null;
}

export function namesIn({ id, name, names = {} }: Category): string[] {
  return [id, name, ...Object.values(names)];
}

/** Caches name keys, because each row is compared with all products. */
function nameComparison(): SameName {
  const keys = new Map<string, string>();
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? nameKey(name);
    keys.set(name, key);
    return key;
  };
  return (left, right) => left !== undefined && right !== undefined && keyOf(left) === keyOf(right);
}

function isSameCode(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && normaliseBarcode(left) === normaliseBarcode(right);
}

function namesOf(read: CsvCells["names"], before: Product["names"] = {}): Product["names"] {
  const names = Object.entries({ ...before, ...read }).filter(([, name]) => name !== "");
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** `Café au lait` becomes `cafe-au-lait`, and a second one `cafe-au-lait-2`. */
function unusedId(name: string, taken: readonly { id: string }[]): string {
  const plain = name.toLowerCase().replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFKD").replace(/\p{M}/gu, "");
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 50) || "product";
  // A set, because names in other scripts share a base, and a list would make long files slow.
  const ids = new Set(taken.map((each) => each.id));
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!ids.has(id)) return id;
  }
}

function withoutMissing(product: Product): Product {
  return Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined)) as unknown as Product;
}
