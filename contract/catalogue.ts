/** What a shop sells: its catalogue, as main shows it. The commands' rows are in `catalogue-commands.ts`. Pure. */

import type { Reason } from "./reasons.ts";

/** What a command that carries a whole catalogue, or a file of one, may take. */
export const CATALOGUE_BYTES = 2 * 1024 * 1024;

/** A heading under which products stand, in the catalogue's order. */
export interface Category {
  id: string;
  name: string;
  /** In other languages, by language: `{ en: "Drinks" }` */
  names?: Record<string, string>;
}

export interface Product {
  id: string;
  name: string;
  /** In other languages, by language: `{ en: "Cinnamon bun" }` */
  names?: Record<string, string>;
  /** The price of one, with VAT, in minor units; of what is weighed, of a kilogram */
  amount: number;
  /** Hundredths of a percent: 2500 = 25 % */
  vatRate: number;
  /** A category's id */
  category?: string;
  /** EAN or GTIN (8, 12, 13 or 14 digits), or the prefix and item number of the shop's own codes with a price or weight */
  barcode?: string;
  /** What the product's barcodes carry: `price` in minor units, `weight` in grams; GS1 codes say it in elements of their own */
  scale?: "price" | "weight";
  /** `#rrggbb`, behind the name where there is no picture */
  colour?: string;
  /** The id of a picture, for `catalogue.picture` */
  picture?: string;
  /** Of a vending machine */
  slot?: string;
}

export interface CatalogueContent {
  categories: Category[];
  products: Product[];
}

export interface Catalogue extends CatalogueContent {
  /** Rises with every change */
  version: number;
}

/** A picture of a product, or the shop's logo. */
export interface Picture {
  mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** Base64 */
  data: string;
}

/** The columns of a catalogue's CSV file, next to names in other languages (`name (en)`). */
export const CSV_COLUMNS = ["id", "name", "price", "vat", "category", "barcode", "scale", "colour", "slot"] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** What is wrong with a row of a CSV file. */
export interface CsvProblem {
  /** The line of the file, 1 being the first; a spreadsheet's row, unless a cell has line breaks */
  row: number;
  /** The column, of {@link CSV_COLUMNS} or `name (en)`; null: the row as a whole */
  field: string | null;
  /** In English */
  message: string;
  /** The same as a code, for a screen to say in its own language */
  because: Reason;
  /** The row's product name and the field's cell, shortened; absent or empty: none */
  product?: string;
  cell?: string;
}

/** A field that more than one column of the file could be, or one that is not certainly it. */
export interface CsvQuestion {
  field: string;
  /** Their headers, to choose one from; equal ones are followed by their letters: `Price (C)` */
  columns: string[];
}

/**
 * What a CSV file would make of the catalogue: the rows that are right, and what is wrong with the others. As long as there
 * is a question, no row is read: the catalogue is as before, and each question is a problem of the header.
 */
export interface ReadCatalogue {
  catalogue: CatalogueContent;
  problems: CsvProblem[];
  questions: CsvQuestion[];
  /** Headers of the columns that were not read, or their letters */
  unread: string[];
  /** The VAT rate of new products, in hundredths of a percent, where the file has no VAT column; null: it has one, or was not read */
  defaultVatRate: number | null;
}

export interface ReadCatalogueFile extends ReadCatalogue {
  /** Of the catalogue that it was read over */
  version: number;
}

export interface CatalogueValues {
  "catalogue.readCsv": ReadCatalogueFile;
  "catalogue.csv": { text: string };
  "catalogue.get": Catalogue;
  /** `conflict` when the version that it names is no longer in force */
  "catalogue.set": Catalogue;
  "catalogue.addPicture": { picture: string };
  "catalogue.picture": Picture;
}

/** A name in the reader's language, or the shop's own. @param language `en`, `nb` */
export function nameIn({ name, names }: Pick<Product, "name" | "names">, language: string): string {
  return names?.[language] ?? name;
}

/** A line's weight, as `scannedName` writes it behind the product's name. */
const WEIGHT = /^(.*?)( [\d.,]+\skg)$/su;

/**
 * A line's name in the reader's language, with its weight where it was weighed. What its product was called otherwise
 * by then stays as it was sold.
 * @param product undefined: it is none, or no longer there
 */
export function soldName(name: string, product: Pick<Product, "name" | "names"> | undefined, language: string): string {
  if (product === undefined) return name;
  const [, weighed = name, weight = ""] = WEIGHT.exec(name) ?? [];
  if (weighed === product.name) return nameIn(product, language) + weight;
  // A long name had to give way to the weight.
  const isCut = weight !== "" && weighed.endsWith("…") && product.name.startsWith(weighed.slice(0, -1));
  return isCut ? nameIn(product, language) + weight : name;
}
