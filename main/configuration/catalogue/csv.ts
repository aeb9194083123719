/** A catalogue as a CSV file for spreadsheets, written without formulas. Pictures are not part of it. */

import { usualSeparator } from "../../../contract/accounting/exports.ts";
import {
  type CatalogueContent,
  CSV_COLUMNS,
  type CsvColumn,
  type CsvProblem,
  type ReadCatalogue,
} from "../../../contract/catalogue/catalogue.ts";
import { MAX_PRODUCTS } from "../../../contract/catalogue/catalogue-commands.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { BYTE_ORDER_MARK, csvLines, guardCell } from "../../../contract/values/csv.ts";
import type { OperatorLanguage } from "../../../contract/values/customer-language.ts";
import { decimalSeparator, decimalText } from "../../../contract/values/money.ts";
import { percentDigits } from "../../../contract/values/percent.ts";
import { cleanName } from "../../../contract/values/plain-text.ts";
import { isLikelyRate } from "../../../contract/values/vat.ts";
import { openTable, type TableRow, UNREADABLE } from "../../lib/text-files/table.ts";
import { cellText } from "./csv-cells.ts";
import {
  type ChosenColumns,
  headerProblem,
  headerRow,
  isHeader,
  languageOfField,
  type ReadColumns,
  readColumns,
} from "./csv-columns.ts";
import { type CsvCells, type CsvReader, type CsvTerms, createCsvReader, namesIn, scaleOf } from "./csv-rows.ts";

/** @param language of the headers */
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
    const cells: Record<CsvColumn, string | undefined> = {
      id,
      name,
      barcode,
      scale,
      colour,
      slot,
      price: decimal(decimalText(amount, currency)),
      // An unusual rate needs its percent sign to be read again.
      vat: decimal(percentDigits(vatRate)) + (isLikelyRate(vatRate, locale) ? "" : " %"),
      category: category === undefined ? undefined : categories.get(category),
    };
    return [...CSV_COLUMNS.map((column) => cells[column] ?? ""), ...languages.map((each) => names[each] ?? "")];
  });
  const all = [headerRow(language, languages), ...rows].map((row) => row.map(guardCell));
  return BYTE_ORDER_MARK + csvLines(all, usualSeparator(locale));
}

/**
 * Reads a file as changes to a catalogue: rows change products found by id, barcode or name, and add others. Products
 * without a row stay. `chosen` answers {@link ReadCatalogue.questions}.
 */
export function readCatalogueCsv(
  text: string,
  before: CatalogueContent,
  terms: CsvTerms,
  chosen: ChosenColumns = {},
): ReadCatalogue {
  const { header, delimiter, rows } = openTable([withoutEmptyEnd(text)], (cells) => isHeader(cells, chosen));
  const refused = (row: number, because: Reason, field: string | null = null): ReadCatalogue => ({
    catalogue: before,
    questions: [],
    unread: [],
    defaultVatRate: null,
    problems: [problemAt(row, field, because)],
  });
  if (!isHeader(header.cells, chosen)) return refused(header.row, headerProblem(text, header.cells));
  const table: TableRow[] = [];
  for (const row of rows) if (row !== null && table.push(row) > MAX_PRODUCTS) break;
  // Each row is compared with all products, so larger files would block the till.
  const over = table[MAX_PRODUCTS];
  if (over) return refused(over.row, reasonFor("field_most_entries", { bound: MAX_PRODUCTS }));
  const valuesOf = (column: number) => table.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
  const { fields, possible, questions, unread } = readColumns(header.cells, chosen, {
    hasOwn: (column, field) => isOwnColumn(field, valuesOf(column)),
    hasValues: (column) => valuesOf(column).length > 0,
  });
  const split = splitPrices(delimiter === "," ? table : [], { fields, possible }, before);
  const [first] = split.problems.values();
  if (split.isAll && first) return refused(first.row, first.because, first.field);
  if (questions.length > 0) {
    const problems = questions.map(({ field, columns }) =>
      problemAt(header.row, field, reasonFor("csv_column", { columns: { quoted: columns.join(", ") } })),
    );
    return { catalogue: before, problems, questions, unread, defaultVatRate: null };
  }
  const reader = createCsvReader(before, terms);
  const total = isTotal(table.at(-1), before) ? table.pop() : undefined;
  const problems = table.flatMap((each) => split.problems.get(each.row) ?? readRow(each, fields, reader));
  if (total) problems.push(problemAt(total.row, null, reasonFor("csv_total")));
  const defaultVatRate = fields.includes("vat") ? null : terms.usualVatRate;
  return { catalogue: reader.content(), problems, questions, unread, defaultVatRate };
}

/** Spreadsheets may write empty rows, which would block the till. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s;,]/.test(text[end - 1] ?? "")) end -= 1;
  // Keeps the empty cells of the last row.
  return text.slice(0, end + 1000);
}

function isTotal(row: TableRow | undefined, { products }: CatalogueContent): boolean {
  const first = row?.problem === null ? (row.cells.find((cell) => cell !== "") ?? "") : "";
  const isKnown = products.some(({ id, name }) => id === first || name === first);
  return !isKnown && /^(grand )?(sum|totals?|totalt|totalsum|i alt|summe|gesamt):?$/i.test(first);
}

function readRow(
  { row, cells, problem }: TableRow,
  fields: readonly (string | null)[],
  reader: CsvReader,
): CsvProblem[] {
  if (problem === "quotes" || problem === "place") return [problemAt(row, null, reasonFor(`csv_${problem}`))];
  if (problem === "count")
    return [problemAt(row, null, reasonFor("csv_cells", { wanted: fields.length, given: cells.length }))];
  const unreadable = fields.find((field, index) => field !== null && cells[index]?.includes(UNREADABLE));
  if (unreadable) return [problemAt(row, unreadable, reasonFor("csv_unreadable"))];
  const read = cellsOf(fields, cells);
  const wrong = reader.read(read, row);
  if (!wrong) return [];
  const [product, cell] = [read.columns.name, read.columns[wrong.field]].map((text = "") => shortened(text));
  return [{ ...problemAt(row, wrong.field, wrong.because), product, cell }];
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function problemAt(row: number, field: string | null, because: Reason): CsvProblem {
  return { row, field, message: inEnglish(because), because };
}

function cellsOf(fields: readonly (string | null)[], cells: readonly string[]): CsvCells {
  const columns: Record<string, string> = {};
  const names: Record<string, string> = {};
  fields.forEach((field, index) => {
    const text = cellText(cells[index] ?? "");
    if (field === null) return;
    const language = languageOfField(field);
    if (language === undefined) columns[field] = text;
    else names[language] = cleanName(text);
  });
  return { columns, names };
}

/** Other programs use these headers for weights, units or colour names. */
function isOwnColumn(field: string | undefined, values: readonly string[]): boolean {
  if (values.length === 0 || (field !== "scale" && field !== "colour")) return true;
  return values.some((value) => (field === "scale" ? scaleOf(value) !== null : value.startsWith("#")));
}

/** Fields whose column is checked row by row for the second half of a price. */
const CHECKED_BY_ROW = ["vat", "id", "name", "category"];
/** A complete price that was split at its comma. */
const SPLIT_PRICE = /^\D{0,5}(\d+,\d\d|\d{1,3},\d{3}(\.\d+)?)$/;

/**
 * Finds prices split at their own comma: `12,50` and `1,234`. `isAll`: every price may be split. No problems are
 * reported when an unread column also has other values.
 */
function splitPrices(
  table: readonly TableRow[],
  { fields, possible }: Pick<ReadColumns, "fields" | "possible">,
  { products, categories }: CatalogueContent,
): { problems: Map<number, CsvProblem>; isAll: boolean } {
  const column = fields.indexOf("price");
  const next = fields[column + 1] ?? possible[column + 1] ?? "";
  const ownValues = products.flatMap((each) => (next === "id" || next === "name" ? each[next] : []));
  // Spreadsheets remove leading zeros.
  const withoutZeros = (text: string) => text.replace(/^0+/, "");
  const knownValues = new Set(
    [...ownValues, ...(next === "category" ? categories.flatMap(namesIn) : [])].map(withoutZeros),
  );
  const isSecondHalf = (text: string) => (next === "vat" ? text.startsWith("0") : !knownValues.has(withoutZeros(text)));
  const priced = table.filter(({ problem, cells }) => problem === null && cells[column]);
  const problems = new Map<number, CsvProblem>();
  for (const { row, cells } of priced) {
    const [whole = "", rest = ""] = cells.slice(column, column + 2);
    const because = reasonFor("csv_split_price", { whole: { quoted: whole }, rest: { quoted: rest } });
    if (SPLIT_PRICE.test(`${whole},${rest}`) && isSecondHalf(rest)) problems.set(row, problemAt(row, "price", because));
  }
  const isAll = problems.size > 0 && problems.size === priced.length;
  return { problems: isAll || CHECKED_BY_ROW.includes(fields[column + 1] ?? "") ? problems : new Map(), isAll };
}
