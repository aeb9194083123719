/** The columns of a catalogue's CSV file: their names in English and in Norwegian, and which of a file's columns are read. Pure. */
import { CSV_COLUMNS, type CsvColumn, type CsvQuestion } from "../../../contract/catalogue.ts";
import type { OperatorLanguage } from "../../../contract/customer-language.ts";
import { nameKey } from "../../../contract/plain-text.ts";

/**
 * The first name of each is what is written; all of them are read, in any case and without `.`, `:` and parentheses. No word that means a quantity in other
 * programs ("amount"), or a sum ("beløp").
 */
const HEADERS: Record<OperatorLanguage, Record<CsvColumn, readonly string[]>> = {
  en: {
    id: ["id", "sku", "article", "article number", "plu"],
    name: ["name", "product", "item", "product name"],
    price: ["price", "unit price", "sales price", "selling price", "retail price", "price incl vat"],
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
    price: ["pris", "utsalgspris", "salgspris", "pris inkl mva"],
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

/** Headers that may be a price or a VAT rate, except those that cannot: a cost, a price without VAT, a code, a sum. */
const LIKELY: readonly { column: CsvColumn; is: RegExp; isNot: RegExp }[] = [
  {
    column: "price",
    is: /pri[sc]/,
    isNot:
      /cost|kost|purchase|buy|suppl|wholesale|in[nd]?k[jøöo]|inn-?pris|compare|\bex|eks|uten|u\/|without|\bnett?o|\bnet\b|gr[ou]+p|type|dat[eo]|kode?|code|list/,
  },
  {
    column: "vat",
    is: /\b(vat|mva|moms|tax)\b/,
    isNot: /pri[sc]|amount|sum|beløp|code|kode|class|klasse|status|number|nummer|in[ck]l|excl|eks|exempt|charge|\bid\b/,
  },
];

/** `name (en)`, `Navn (EN)`, `name_en`. */
const NAME_IN = /^(?:name|navn)[ _]?\(?([a-z]{2,3})\)?$/;

/** @returns the field that a header names, and whether it does so exactly; null: none that the till knows */
function fieldOf(header: string): { field: string; isExact: boolean } | null {
  const text = nameKey(header);
  const words = text.replace(/[().:*]/g, "").trim();
  const column = CSV_COLUMNS.find((each) => [...HEADERS.en[each], ...HEADERS.nb[each]].includes(words));
  if (column) return { field: column, isExact: true };
  const language = NAME_IN.exec(text)?.[1];
  if (language !== undefined) return { field: nameField(language), isExact: true };
  const likely = LIKELY.find(({ is, isNot }) => is.test(text) && !isNot.test(text));
  return likely ? { field: likely.column, isExact: false } : null;
}

const nameField = (language: string) => `name (${language})`;

function isField(text: string): boolean {
  return CSV_COLUMNS.some((column) => column === text) || languageOfField(text) !== undefined;
}

/** The language of a field that is a name in one; undefined: it is a column's. */
export function languageOfField(field: string): string | undefined {
  return /^name \((.+)\)$/.exec(field)?.[1];
}

/** The header for each field that a person chose. Empty: none. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** Whether cells are a header: it names the product's name and its price. */
export function isHeader(cells: readonly string[], chosen: ChosenColumns): boolean {
  const labels = labelsOf(cells);
  const fields = new Set(cells.map((cell) => fieldOf(cell)?.field));
  return (["name", "price"] as const).every((field) => fields.has(field) || labels.includes(chosen[field] || "\n"));
}

export interface ReadColumns {
  /** The field that is read from each column; null: none */
  fields: (string | null)[];
  questions: CsvQuestion[];
  unread: string[];
}

/**
 * Decides which columns are read.
 * @param header its cells
 * @param isScale whether a column has the values of a scale
 * @param hasValues whether a column without a header has any
 */
export function readColumns(
  header: readonly string[],
  chosen: ChosenColumns,
  { isScale, hasValues }: Record<"isScale" | "hasValues", (column: number) => boolean>,
): ReadColumns {
  const labels = labelsOf(header);
  const known = header.map((cell, index) => {
    const found = fieldOf(cell);
    return found?.field === "scale" && !isScale(index) ? null : found;
  });
  const names = [...new Set([...known.flatMap((each) => each?.field ?? []), ...Object.keys(chosen).filter(isField)])];
  const fields: (string | null)[] = header.map(() => null);
  const questions: CsvQuestion[] = [];
  for (const field of names) {
    const candidates = known.flatMap((each, index) => (each?.field === field ? [index] : []));
    const choice = chosen[field];
    const wanted = choice === undefined ? -1 : labels.indexOf(choice);
    const isCertain = candidates.length === 1 && known[candidates[0] ?? -1]?.isExact;
    if (wanted >= 0) fields[wanted] = field;
    else if (choice === "" && field !== "name" && field !== "price") continue;
    else if (isCertain) fields[candidates[0] ?? -1] = field;
    else if (candidates.length > 0) questions.push({ field, columns: candidates.map((index) => labels[index] ?? "") });
  }
  const isUnread = (index: number) => fields[index] === null && (header[index] !== "" || hasValues(index));
  return { fields, questions, unread: labels.filter((_, index) => isUnread(index)) };
}

/** Labels of the columns: their headers; followed by their letters where two are equal; the letters alone where they have none. */
function labelsOf(header: readonly string[]): string[] {
  return header.map((cell, index) => {
    const isAlone = header.indexOf(cell) === header.lastIndexOf(cell);
    if (cell === "") return letterOf(index);
    return isAlone ? cell : `${cell} (${letterOf(index)})`;
  });
}

/** As spreadsheets name columns: A to Z, then AA. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** The first row of a file. @param language of its words @param languages those in which products have names next to their own */
export function headerRow(language: OperatorLanguage, languages: readonly string[]): string[] {
  const words = HEADERS[language];
  return [
    ...CSV_COLUMNS.map((column) => words[column][0] ?? column),
    ...languages.map((each) => `${words.name[0]} (${each})`),
  ];
}
