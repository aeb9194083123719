import type { Reason } from "../reasons/reasons.ts";

/** Maximum size of a command with a catalogue or catalogue file, in bytes. */
export const CATALOGUE_BYTES = 2 * 1024 * 1024;

export interface Category {
  id: string;
  name: string;
  names?: Record<string, string>;
}

export interface Product {
  id: string;
  name: string;
  /** Translations by language: `{ en: "Cinnamon bun" }` */
  names?: Record<string, string>;
  /** Unit price including VAT, in minor units; per kilogram for products sold by weight */
  amount: number;
  /** Hundredths of a percent: 2500 = 25 % */
  vatRate: number;
  category?: string;
  /** EAN or GTIN (8, 12, 13 or 14 digits), or the prefix of in-store codes with a price or weight */
  barcode?: string;
  /** What in-store barcodes carry: `price` in minor units or `weight` in grams. GS1 codes use their own elements */
  scale?: "price" | "weight";
  /** `#rrggbb`, shown when there is no picture */
  colour?: string;
  /** Id for `catalogue.picture` */
  picture?: string;
  slot?: string;
}

export interface CatalogueContent {
  categories: Category[];
  products: Product[];
}

export interface Catalogue extends CatalogueContent {
  /** Increases with every change */
  version: number;
}

export interface Picture {
  mediaType: "image/png" | "image/jpeg" | "image/webp";
  data: string;
}

/** Columns of the CSV file. Translations add columns such as `name (en)`. */
export const CSV_COLUMNS = ["id", "name", "price", "vat", "category", "barcode", "scale", "colour", "slot"] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

export interface CsvProblem {
  /** Line number from 1: the spreadsheet's row, unless cells contain line breaks */
  row: number;
  /** One of {@link CSV_COLUMNS} or `name (en)`; null: the whole row */
  field: string | null;
  message: string;
  because: Reason;
  /** The row's product name and the field's text, shortened; absent or empty: none */
  product?: string;
  cell?: string;
}

export interface CsvQuestion {
  field: string;
  /** Candidate headers; equal headers get their column letter: `Price (C)` */
  columns: string[];
}

/** Valid rows of a CSV file, and problems of the others. No rows are read while questions are open. */
export interface ReadCatalogue {
  catalogue: CatalogueContent;
  problems: CsvProblem[];
  questions: CsvQuestion[];
  unread: string[];
  /** VAT rate of new products in hundredths of a percent, if the file has no VAT column; otherwise null */
  defaultVatRate: number | null;
}

export interface ReadCatalogueFile extends ReadCatalogue {
  /** Version of the catalogue that the file was compared with */
  version: number;
}

/** Returns the name in a language (`en`, `nb`), or the shop's own name. */
export function localisedName({ name, names }: Pick<Product, "name" | "names">, language: string): string {
  return names?.[language] ?? name;
}

const WEIGHT = /^(.*?)( [\d.,]+\skg)$/su;

/** Returns a line's translated name with its weight. The name stays as sold if the product has changed. */
export function localisedLineName(
  name: string,
  product: Pick<Product, "name" | "names"> | undefined,
  language: string,
): string {
  if (product === undefined) return name;
  const [, baseName = name, weight = ""] = WEIGHT.exec(name) ?? [];
  if (baseName === product.name) return localisedName(product, language) + weight;
  // `scannedLineName` shortened the product's name.
  const isShortened = weight !== "" && baseName.endsWith("…") && product.name.startsWith(baseName.slice(0, -1));
  return isShortened ? localisedName(product, language) + weight : name;
}
