/**
 * Reads a table from a text file: finds its delimiter and its header, and checks that each row has the header's cells. Every
 * line that is not empty is a row, a problem, or a title above the header. Rows are numbered as lines of the file, from 1. Pure.
 */
import { type CsvRecord, csvRecords } from "./records.ts";

export interface TableRow {
  row: number;
  /** As many as the header has, unless there is a problem */
  cells: string[];
  /**
   * `quotes`: quotation marks are misplaced, and rows may be in a cell of another one; no cells.
   * `count`: there are more or fewer cells than in the header.
   * `place`: the row is above the header, or below a second header with other columns
   */
  problem: "quotes" | "count" | "place" | null;
}

export interface Table {
  /** The header's row number, its cells without empty ones at the end (none in an empty file), and how many it has with them */
  header: { row: number; cells: string[]; width: number };
  delimiter: string;
  /** To be read once. Null is an empty row, a title or a header: a caller may pause there, too */
  rows: Iterable<TableRow | null>;
}

const DELIMITERS = [";", ",", "\t"] as const;
/** The header is one of so many rows that are not empty: below a title, or the name of a program. */
const HEAD_ROWS = 20;
const HEAD_LENGTH = 16_384;
/** Spreadsheets write and read this line above the table; the next character is the delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=([^\r\n"])"?(?=[\r\n])/i;

/** A byte that could not be decoded, in a cell. */
export const UNREADABLE = "\ufffd";

/**
 * Opens a table.
 * @param pieces its text, cut anywhere apart from surrogate pairs
 * @param isHeader whether these cells name the columns that are needed; the first such row is the header, else the first row
 */
export function openTable(pieces: readonly string[], isHeader: (cells: readonly string[]) => boolean): Table {
  const [first = "", ...rest] = pieces;
  const text = [first.replace(/^\ufeff/, ""), ...rest];
  const { header, delimiter } = findHeader(beginningOf(text), isHeader);
  return { header, delimiter, rows: rowsOf(csvRecords(text, delimiter), { header, delimiter, isHeader }) };
}

function beginningOf(pieces: readonly string[]): string {
  let text = "";
  for (const piece of pieces) {
    text += piece.slice(0, HEAD_LENGTH);
    if (text.length >= HEAD_LENGTH) break;
  }
  return text;
}

function findHeader(text: string, isHeader: (cells: readonly string[]) => boolean): Omit<Table, "rows"> {
  const given = DELIMITER_LINE.exec(text)?.[1];
  const found = (given === undefined ? DELIMITERS : [given]).map((delimiter) => {
    const rows = firstRows(text, delimiter, given !== undefined);
    const header = rows.find(({ cells }) => isHeader(cells));
    return { delimiter, isKnown: header !== undefined, header: header ?? rows[0] ?? { row: 1, cells: [], width: 0 } };
  });
  // Of two delimiters the one counts that finds the columns; then the one that makes more cells.
  const weight = ({ isKnown, header }: (typeof found)[number]) => (isKnown ? 1_000_000 : 0) + header.cells.length;
  const best = found.reduce((most, each) => (weight(each) > weight(most) ? each : most));
  return { header: best.header, delimiter: best.delimiter };
}

function firstRows(text: string, delimiter: string, hasDelimiterLine: boolean): Table["header"][] {
  const rows: Table["header"][] = [];
  for (const { row, cells } of csvRecords([text], delimiter)) {
    const filled = withoutEmptyEnd(cells);
    if (filled.length > 0 && !(hasDelimiterLine && row === 1)) rows.push({ row, cells: filled, width: cells.length });
    if (rows.length === HEAD_ROWS) break;
  }
  return rows;
}

type Head = Pick<Table, "header" | "delimiter"> & { isHeader: (cells: readonly string[]) => boolean };

function* rowsOf(records: Iterable<CsvRecord>, { header, delimiter, isHeader }: Head): Generator<TableRow | null> {
  const count = header.cells.length;
  let misplaced: "place" | null = null;
  for (const record of records) {
    const { row, lines } = record;
    const isAbove = row < header.row;
    const mayHaveMore = delimiter !== "," || record.cells.length === header.width;
    const cells = mayHaveMore ? fitted(record.cells, count) : record.cells;
    if (record.hasWrongQuotes || hasSwallowedRows(record, !isAbove && cells.length !== count, { count, delimiter })) {
      for (const [at, line] of lines.entries())
        if (isAbove ? isRowLike(line.split(delimiter), count) : line.trim() !== "")
          yield { row: row + at, cells: [], problem: "quotes" };
    } else if (isAbove) yield isRowLike(cells, count) ? { row, cells, problem: "place" } : null;
    else if (row === header.row || cells.every((cell) => cell === "")) yield null;
    else if (!hasNumber(cells) && isHeader(cells)) {
      misplaced = String(cells) === String(header.cells) ? null : "place";
      yield misplaced && { row, cells, problem: misplaced };
    } else yield { row, cells, problem: cells.length === count ? misplaced : "count" };
  }
}

/** With a quotation mark, a sign or a currency before it. A row has a price, or a time; a header and prose have neither. */
const hasNumber = (cells: readonly string[]) => cells.some((cell) => /^\P{Nd}{0,5}\p{Nd}/u.test(cell));

/** Whether cells above the header are more than a title: enough for a product, or for a line of money. */
function isRowLike(cells: readonly string[], count: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  return filled >= Math.max(2, Math.min(4, Math.ceil(count / 2)));
}

/**
 * Whether a record of several lines may be several rows, in which two quotation marks are misplaced: it has more or fewer
 * cells than the header, or its further lines have as many, and a number.
 */
function hasSwallowedRows(
  { lines }: CsvRecord,
  isUneven: boolean,
  { count, delimiter }: { count: number; delimiter: string },
): boolean {
  if (lines.length === 1) return false;
  const split = lines.map((line) => line.split(delimiter));
  const isFull = (cells: readonly string[] = []) => cells.length >= count && hasNumber(cells);
  // A header has no number, and may be the first of the lines.
  const isFirstFull = (split[0] ?? []).length >= count;
  return isUneven || split.slice(1, -1).some(isFull) || (isFirstFull && isFull(split.at(-1)));
}

/**
 * Spreadsheets add empty cells behind the last column, in some rows or in all. Between commas only as many as in the header
 * are theirs: `Bun,45,00,,` may have one cell more because of its decimal comma.
 */
function fitted(cells: readonly string[], count: number): string[] {
  return [...cells.slice(0, count), ...withoutEmptyEnd(cells.slice(count))];
}

function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}
