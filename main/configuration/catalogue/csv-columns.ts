/** The columns of a catalogue's CSV file: headers in English and Norwegian, and which columns are read. Pure. */
import { CSV_COLUMNS, type CsvColumn, type CsvQuestion } from "../../../contract/catalogue/catalogue.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { OperatorLanguage } from "../../../contract/values/customer-language.ts";
import { nameKey } from "../../../contract/values/plain-text.ts";

/**
 * The first name is written, and all are read as by {@link wordsOf}. No words for a quantity ("amount") or a sum
 * ("beløp").
 */
const HEADERS: Record<OperatorLanguage, Record<CsvColumn, readonly string[]>> = {
  en: {
    id: ["id", "sku", "article", "article number", "plu"],
    name: ["name", "product", "item", "product name", "item name", "title"],
    price: ["price", "unit price", "sales price", "selling price", "retail price", "price incl vat"],
    vat: ["vat", "vat %", "vat rate", "vat rate %", "tax", "tax %", "tax rate", "tax rate %"],
    category: ["category", "group"],
    barcode: ["barcode", "ean", "gtin", "upc"],
    scale: ["scale", "sold by"],
    colour: ["colour", "color"],
    slot: ["slot"],
  },
  nb: {
    id: ["id", "varenummer", "varenr", "artikkelnummer"],
    name: ["navn", "vare", "varenavn", "produkt", "produktnavn", "artikkelnavn", "namn"],
    price: ["pris", "utsalgspris", "salgspris", "pris inkl mva"],
    vat: ["mva", "mva %", "mva sats", "mva sats %", "mvasats", "merverdiavgift"],
    category: ["kategori", "gruppe", "varegruppe"],
    barcode: ["strekkode", "ean"],
    scale: ["vekt", "selges etter"],
    colour: ["farge"],
    slot: ["plass", "skuff"],
  },
};

export const SCALES = {
  weight: ["weight", "vekt", "kg"],
  price: ["price", "pris"],
} as const;

type HeaderPatterns = readonly { column: CsvColumn; is: RegExp; isNot: RegExp }[];

/** Headers that are probably a price or a VAT rate, but no cost, price without VAT, code or sum. */
const PROBABLE_HEADERS: HeaderPatterns = [
  {
    column: "price",
    is: /pri[sc]/,
    isNot:
      /cost|kost|purchase|buy|suppl|wholesale|in[nd]?k[jøöo]|inn-?pris|compare|\bex|ex(cl|kl|vat|mva|tax)|eks|uten|u\/|without|\bnett?o|\bnet\b|\bnetpri|ce?net\b|gr[ou]+p|type|dat[eo]|kode?|code|pri[sc]e? ?list/,
  },
  {
    column: "vat",
    is: /\b(vat|mva|moms|tax)\b/,
    isNot:
      /pri[sc]|amount|sum|beløp|code|kode|class|klasse|status|number|nummer|name|navn|in[ck]l|excl|eks|exempt|charge|\bid\b/,
  },
];

/** Headers that require a question. A name is asked for only when no other column has it. */
const AMBIGUOUS_HEADERS: HeaderPatterns = [
  {
    column: "name",
    is: /name\b|namn|navn|title|tittel|descri|beskriv|tekst\b/,
    isNot: /categ|kateg|gr[ou]+p|brand|merke|suppl|leverand|vendor|custom|kunde|option|user|file|fil\b|tax|vat|mva/,
  },
  {
    column: "vat",
    is: /\b(vat|mva|moms|tax|avgift|merverdi|mw ?st|ust|btw|tva|iva)|mva\b|^(sats|rate|avg)\b/,
    isNot: /pri[sc]|in[ck]l|\bex|eks|uten/,
  },
];

/** `name (en)`, `Navn (EN)`, `name_en`. */
const NAME_IN = /^(?:name|navn) ?\(?([a-z]{2,3})\)?$/;

/** Splits headers such as `tax_rate`, `TaxRate` and `VATRate` into words. */
function wordsOf(header: string): string {
  return nameKey(header.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll})|[_-]/gu, " "));
}

type Found = { field: string; isExact: boolean };

function fieldsOf(headers: readonly string[]): (Found | null)[] {
  const all = headers.map(wordsOf);
  const found = all.map(fieldOf);
  return found.map((each, index) => {
    if (each !== null) return each;
    const possible = likelyIn(AMBIGUOUS_HEADERS, all[index] ?? "");
    // A second name is usually a description, so there is no question. A second rate may be the right one.
    return possible?.field === "name" && found.some((other) => other?.field === "name") ? null : possible;
  });
}

function fieldOf(text: string): Found | null {
  const words = text.replace(/[().:*]/g, "").trim();
  const column = CSV_COLUMNS.find((each) => [...HEADERS.en[each], ...HEADERS.nb[each]].includes(words));
  if (column) return { field: column, isExact: true };
  const language = NAME_IN.exec(text)?.[1];
  return language === undefined ? likelyIn(PROBABLE_HEADERS, text) : { field: nameField(language), isExact: true };
}

function likelyIn(all: HeaderPatterns, text: string): Found | null {
  const likely = all.find(({ is, isNot }) => is.test(text) && !isNot.test(text));
  return likely ? { field: likely.column, isExact: false } : null;
}

const nameField = (language: string) => `name (${language})`;

function isField(text: string): boolean {
  return CSV_COLUMNS.some((column) => column === text) || languageOfField(text) !== undefined;
}

/** Returns the language of a translated name's field, or undefined for other columns. */
export function languageOfField(field: string): string | undefined {
  return /^name \((.+)\)$/.exec(field)?.[1];
}

/** The user's choice of a header for each field. Empty: no column. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** Returns whether the row has headers for name and price. */
export function isHeader(cells: readonly string[], chosen: ChosenColumns): boolean {
  const labels = labelsOf(cells);
  const fields = new Set(fieldsOf(cells).map((found) => found?.field));
  return (["name", "price"] as const).every((field) => fields.has(field) || labels.includes(chosen[field] || "\n"));
}

const WITHOUT_VAT = /pri[sc].*(\bex|eks|uten|u\/|without)|(ex|eks).*pri[sc]|net[a-z]*[ -]?pri[sc]/;

/** Returns why the first row is no header. */
export function headerProblem(text: string, cells: readonly string[]): Reason {
  if (text.startsWith("PK\u0003\u0004") || text.trim() === "") return reasonFor("csv_no_text");
  const column = cells.find((cell) => WITHOUT_VAT.test(wordsOf(cell)));
  return column === undefined ? reasonFor("csv_header") : reasonFor("csv_without_vat", { column: { quoted: column } });
}

export type ReadColumns = ReturnType<typeof readColumns>;

/** Decides which columns are read. `hasOwn` tells whether a column has valid values for a field with fixed values. */
export function readColumns(
  header: readonly string[],
  chosen: ChosenColumns,
  { hasOwn, hasValues }: Record<"hasOwn" | "hasValues", (column: number, field?: string) => boolean>,
) {
  const labels = labelsOf(header);
  const known = fieldsOf(header).map((found, index) => (found && hasOwn(index, found.field) ? found : null));
  const names = [...new Set([...known.flatMap((each) => each?.field ?? []), ...Object.keys(chosen).filter(isField)])];
  const fields: (string | null)[] = header.map(() => null);
  const questions: CsvQuestion[] = [];
  for (const field of names) {
    const candidates = known.flatMap((each, index) => (each?.field === field ? [index] : []));
    const choice = chosen[field];
    const chosenIndex = choice === undefined ? -1 : labels.indexOf(choice);
    const [only = -1] = candidates;
    const isCertain = candidates.length === 1 && known[only]?.isExact;
    if (chosenIndex >= 0) fields[chosenIndex] = field;
    else if (choice === "" && field !== "name" && field !== "price") continue;
    else if (isCertain) fields[only] = field;
    else if (candidates.length > 0) questions.push({ field, columns: candidates.map((index) => labels[index] ?? "") });
  }
  const isUnread = (index: number) => fields[index] === null && (header[index] !== "" || hasValues(index));
  const possible = known.map((each) => each?.field ?? null);
  return {
    fields,
    /** The possible field of each column, even when the user chose another; null: none */
    possible,
    questions,
    unread: labels.filter((_, index) => isUnread(index)),
  };
}

/** Labels columns by header; duplicates also have their column letter, and empty headers only the letter. */
function labelsOf(header: readonly string[]): string[] {
  return header.map((cell, index) => {
    const isUnique = header.indexOf(cell) === header.lastIndexOf(cell);
    if (cell === "") return letterOf(index);
    return isUnique ? cell : `${cell} (${letterOf(index)})`;
  });
}

function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** Returns the header row. `languages` are those of translated names. */
export function headerRow(language: OperatorLanguage, languages: readonly string[]): string[] {
  const words = HEADERS[language];
  return [
    ...CSV_COLUMNS.map((column) => words[column][0] ?? column),
    ...languages.map((each) => `${words.name[0]} (${each})`),
  ];
}
