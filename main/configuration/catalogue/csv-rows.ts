/** The rows of a catalogue's CSV file, one after the other: what each makes of the catalogue, or what is wrong with it. */

import { sameBarcode } from "../../../contract/barcodes.ts";
import type { CatalogueContent, Category, CsvProblem, Product } from "../../../contract/catalogue.ts";
import { catalogueContent } from "../../../contract/catalogue-commands.ts";
import { decimalSeparator, parseAmountText } from "../../../contract/money.ts";
import { readPercent } from "../../../contract/percent.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { type Column, SCALES } from "./csv-columns.ts";

/** What a file is read by. */
export interface CsvTerms {
  currency: string;
  locale: string;
  /** Of a new product whose row says nothing of VAT, in hundredths of a percent */
  usualVatRate: number;
}

export interface CsvCells {
  columns: Partial<Record<Column, string>>;
  names: Readonly<Record<string, string>>;
}

export interface CsvReader {
  /** @returns what is wrong with it; none: it is in the content */
  read(row: number, cells: CsvCells): CsvProblem[];
  content(): CatalogueContent;
}

/** Begins with a catalogue, which stays as it is. */
export function createCsvReader(before: CatalogueContent, terms: CsvTerms): CsvReader {
  const categories = [...before.categories];
  const products = [...before.products];
  const taken = new Set<string>();
  const decimal = decimalSeparator(terms.locale);
  return {
    content: () => ({ categories, products }),
    read(row, cells) {
      const found = matching(products, cells.columns);
      const problem = (field: Column | null, because: Reason): CsvProblem[] => [
        { row, field, message: inEnglish(because), because },
      ];
      const made = productOf(cells, found, { terms, decimal, categories });
      if ("field" in made) return problem(made.field, made.because);
      if (made.product.id === "") made.product.id = freeId(made.product.name, products);
      if (taken.has(made.product.id)) return problem("id", reasonFor("field_each_once"));
      const wrong = wrongIn(made, products);
      if (wrong) return problem(wrong.field, wrong.because);
      taken.add(made.product.id);
      if (made.newCategory) categories.push(made.newCategory);
      const at = products.findIndex(({ id }) => id === made.product.id);
      if (at < 0) products.push(made.product);
      else products[at] = made.product;
      return [];
    },
  };
}

interface Made {
  product: Product;
  newCategory: Category | null;
}

interface Wrong {
  field: Column;
  because: Reason;
}

/** The product that a row is about: by its id; else by its barcode; else by its name. */
function matching(products: readonly Product[], { id, barcode, name }: CsvCells["columns"]): Product | undefined {
  if (id) return products.find((product) => product.id === id);
  const byCode =
    barcode && products.find((product) => product.barcode && sameBarcode(product.barcode) === sameBarcode(barcode));
  return byCode || products.find((product) => isSameName(product.name, name));
}

/** A column that is not there leaves the product as it is; an empty cell takes away what can be missing. */
function productOf(
  { columns, names }: CsvCells,
  found: Product | undefined,
  { terms, decimal, categories }: { terms: CsvTerms; decimal: string; categories: readonly Category[] },
): Made | Wrong {
  const price = parseAmountText(columns.price ?? "", terms.currency, decimal);
  if (!price.ok) return { field: "price", because: reasonFor("csv_price") };
  const vatRate = columns.vat ? readPercent(columns.vat) : (found?.vatRate ?? terms.usualVatRate);
  if (vatRate === null) return { field: "vat", because: reasonFor("csv_vat") };
  const scale = columns.scale ? scaleOf(columns.scale) : undefined;
  if (scale === null) return { field: "scale", because: reasonFor("csv_scale") };
  const known = columns.category ? categories.find((each) => isCalled(each, columns.category ?? "")) : undefined;
  const newCategory =
    columns.category && !known ? { id: freeId(columns.category, categories), name: columns.category } : null;
  const kept = (column: Column, now: string | undefined) =>
    columns[column] === undefined ? now : columns[column] || undefined;
  const product: Product = {
    ...found,
    id: columns.id || found?.id || "",
    name: columns.name ?? "",
    amount: price.amount,
    vatRate,
    category: columns.category === undefined ? found?.category : (known?.id ?? newCategory?.id),
    barcode: kept("barcode", found?.barcode),
    scale: columns.scale === undefined ? found?.scale : scale,
    colour: kept("colour", found?.colour)?.toLowerCase(),
    slot: kept("slot", found?.slot),
    // Another name is another product, as far as the file tells: what the old one was called elsewhere is not its name.
    names: namesOf(names, isSameName(found?.name, columns.name) ? found?.names : undefined),
  };
  return { product: withoutMissing(product), newCategory };
}

/** By the rules of `catalogue.set`, and no barcode of another product. */
function wrongIn({ product, newCategory }: Made, products: readonly Product[]): Wrong | null {
  const code = product.barcode && sameBarcode(product.barcode);
  if (code && products.some(({ id, barcode }) => id !== product.id && barcode && sameBarcode(barcode) === code))
    return { field: "barcode", because: reasonFor("field_barcode_once") };
  const { category: _category, ...alone } = product;
  const checked = catalogueContent.safeParse({ categories: newCategory ? [newCategory] : [], products: [alone] });
  if (checked.success) return null;
  const [first] = fieldProblems(checked.error);
  const part = first?.field.startsWith("categories") ? "category" : first?.field.replace(/^products\[0\]\./, "");
  return { field: COLUMN_OF[part ?? ""] ?? "name", because: first?.because ?? reasonFor("field_other") };
}

const COLUMN_OF: Readonly<Record<string, Column>> = {
  id: "id",
  amount: "price",
  vatRate: "vat",
  category: "category",
  barcode: "barcode",
  scale: "scale",
  colour: "colour",
  slot: "slot",
};

function scaleOf(text: string): NonNullable<Product["scale"]> | null {
  const word = text.toLowerCase();
  return (["weight", "price"] as const).find((scale) => (SCALES[scale] as readonly string[]).includes(word)) ?? null;
}

function isCalled({ id, name, names = {} }: Category, text: string): boolean {
  return [id, name, ...Object.values(names)].some((each) => each.toLowerCase() === text.toLowerCase());
}

function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function namesOf(read: CsvCells["names"], before: Product["names"] = {}): Product["names"] {
  const names = Object.entries({ ...before, ...read }).filter(([, name]) => name !== "");
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** `Café au lait` is `cafe-au-lait`, and the second one `cafe-au-lait-2`. */
function freeId(name: string, taken: readonly { id: string }[]): string {
  const plain = name.toLowerCase().replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFKD").replace(/\p{M}/gu, "");
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 50) || "product";
  // Names in other scripts all begin alike: the ids are looked up, or a long file is read for seconds.
  const ids = new Set(taken.map((each) => each.id));
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!ids.has(id)) return id;
  }
}

function withoutMissing(product: Product): Product {
  return Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined)) as unknown as Product;
}
