/**
 * A catalogue as a CSV file, to be edited in a spreadsheet: written so that nothing in it is a formula there, and read
 * from whatever a spreadsheet makes of it. Pictures are not in it: a product keeps the one that it has.
 */

import { CsvError, type Options, parse } from "csv-parse/sync";
import type { CatalogueContent, CsvProblem, ReadCatalogue } from "../../../contract/catalogue.ts";
import { MAX_PRODUCTS } from "../../../contract/catalogue-commands.ts";
import { BYTE_ORDER_MARK, csvLines, guardCell, unguardCell } from "../../../contract/csv.ts";
import type { OperatorLanguage } from "../../../contract/customer-language.ts";
import { usualSeparator } from "../../../contract/exports.ts";
import { decimalSeparator, decimalText } from "../../../contract/money.ts";
import { percentDigits } from "../../../contract/percent.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons.ts";
import { COLUMNS, type Header, headerOf, headerRow } from "./csv-columns.ts";
import { type CsvTerms, createCsvReader } from "./csv-rows.ts";

/** @param terms the till's currency and locale @param language of the headers */
export function catalogueCsv(
  content: CatalogueContent,
  { currency, locale }: Pick<CsvTerms, "currency" | "locale">,
  language: OperatorLanguage,
): string {
  const languages = [...new Set(content.products.flatMap(({ names = {} }) => Object.keys(names)))].sort();
  const categories = new Map(content.categories.map(({ id, name }) => [id, name]));
  const decimal = (text: string) => text.replace(".", decimalSeparator(locale));
  const rows = content.products.map((product) => {
    const { id, name, amount, vatRate, category, barcode, scale, colour, slot, names = {} } = product;
    const cells: Record<(typeof COLUMNS)[number], string | undefined> = {
      id,
      name,
      barcode,
      scale,
      colour,
      slot,
      price: decimal(decimalText(amount, currency)),
      vat: decimal(percentDigits(vatRate)),
      category: category === undefined ? undefined : categories.get(category),
    };
    return [...COLUMNS.map((column) => cells[column] ?? ""), ...languages.map((each) => names[each] ?? "")];
  });
  const all = [headerRow(language, languages), ...rows].map((row) => row.map(guardCell));
  return BYTE_ORDER_MARK + csvLines(all, usualSeparator(locale));
}

const DELIMITERS = [";", ",", "\t"] as const;

/**
 * Reads a file over a catalogue: its rows change the products that they name, by id, barcode or name, and add the others;
 * what the file says nothing of stays as it is. Nothing is changed by reading.
 * @returns what the catalogue would be, with the rows that are right; and what is wrong, row by row, 1 being the first
 */
export function readCatalogueCsv(text: string, before: CatalogueContent, terms: CsvTerms): ReadCatalogue {
  const refused = (row: number, because: Reason): ReadCatalogue => ({
    catalogue: before,
    problems: [{ row, field: null, message: inEnglish(because), because }],
  });
  const records = recordsOf(text);
  if ("unreadable" in records) return refused(records.unreadable, reasonFor("field_format", { format: "CSV" }));
  const [head, ...rows] = records;
  const headers = (head?.cells ?? []).map(headerOf);
  const has = (column: string) => headers.some((header) => header && "column" in header && header.column === column);
  if (!has("name") || !has("price")) return refused(1, reasonFor("csv_header"));
  // Each row is compared with all products: more than a catalogue can have would keep the till from its payments.
  const over = rows[MAX_PRODUCTS];
  if (over) return refused(over.row, reasonFor("field_most_entries", { bound: MAX_PRODUCTS }));
  const reader = createCsvReader(before, terms);
  const problems = rows.flatMap(({ row, cells }): CsvProblem[] => reader.read(row, cellsOf(headers, cells)));
  return { catalogue: reader.content(), problems };
}

/** What a row has in each column that is known. */
function cellsOf(headers: readonly (Header | null)[], cells: readonly string[]) {
  const columns: Record<string, string> = {};
  const names: Record<string, string> = {};
  headers.forEach((header, index) => {
    const cell = unguardCell(cells[index] ?? "").trim();
    if (header === null) return;
    if ("column" in header) columns[header.column] ??= cell;
    else names[header.language] = cell;
  });
  return { columns, names };
}

/** The rows with anything in them, with their numbers as a spreadsheet has them; or where the file cannot be read. */
function recordsOf(text: string): { row: number; cells: string[] }[] | { unreadable: number } {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => first.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
  const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true };
  const records = parsed(text, options);
  if (!Array.isArray(records)) return records;
  return records
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ row, cells }) => row === 1 || cells.some((cell) => cell.trim() !== ""));
}

/** A quotation mark that nothing closes is the one thing that the parser does not make rows of. */
function parsed(text: string, options: Options): string[][] | { unreadable: number } {
  try {
    return parse(text, options) as string[][];
  } catch (error) {
    if (error instanceof CsvError) return { unreadable: Number(error.lines ?? 1) };
    throw error;
  }
}
