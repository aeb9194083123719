/** The columns of a catalogue's CSV file: what they are called, in English and in Norwegian. Pure. */
import type { OperatorLanguage } from "../../../contract/customer-language.ts";

export const COLUMNS = ["id", "name", "price", "vat", "category", "barcode", "scale", "colour", "slot"] as const;
export type Column = (typeof COLUMNS)[number];

/** The first name of each is what is written; all of them are read, in any case. */
const HEADERS: Record<OperatorLanguage, Record<Column, readonly string[]>> = {
  en: {
    id: ["id", "sku", "article", "article number", "plu"],
    name: ["name", "product", "item", "product name"],
    price: ["price", "amount", "unit price"],
    vat: ["vat", "vat %", "vat rate", "tax"],
    category: ["category", "group"],
    barcode: ["barcode", "ean", "gtin", "upc"],
    scale: ["scale", "sold by"],
    colour: ["colour", "color"],
    slot: ["slot"],
  },
  nb: {
    id: ["id", "varenummer", "varenr", "artikkelnummer"],
    name: ["navn", "vare", "varenavn", "produkt"],
    price: ["pris", "beløp", "utsalgspris"],
    vat: ["mva", "mva %", "mva-sats", "merverdiavgift"],
    category: ["kategori", "gruppe", "varegruppe"],
    barcode: ["strekkode", "ean"],
    scale: ["vekt", "selges etter"],
    colour: ["farge"],
    slot: ["plass", "skuff"],
  },
};

/** How a scale's code is written, in each language. */
export const SCALES = {
  weight: ["weight", "vekt", "kg"],
  price: ["price", "pris"],
} as const;

/** A column of the file: one of the product's, or its name in a language. */
export type Header = { column: Column } | { language: string };

/** `name (en)`, `Navn (EN)`, `name_en`. */
const NAME_IN = /^(?:name|navn)[ _]?\(?([a-z]{2,3})\)?$/;

/** What stands in a cell of the first row; null: nothing that the till knows. */
export function headerOf(cell: string): Header | null {
  const text = cell.trim().toLowerCase();
  const column = COLUMNS.find((each) => [...HEADERS.en[each], ...HEADERS.nb[each]].includes(text));
  if (column) return { column };
  const language = NAME_IN.exec(text)?.[1];
  return language === undefined ? null : { language };
}

/** The first row of a file. @param language of its words @param languages those in which products have names beside their own */
export function headerRow(language: OperatorLanguage, languages: readonly string[]): string[] {
  const words = HEADERS[language];
  return [
    ...COLUMNS.map((column) => words[column][0] ?? column),
    ...languages.map((each) => `${words.name[0]} (${each})`),
  ];
}
