/**
 * Reads a table from a text file: detects delimiter and header, and checks each row's number of cells. Every non-empty
 * line is a row, a problem, or a title above the header. Row numbers are line numbers.
 */
import { type CsvRecord, csvRecords } from "./records.ts";

export interface TableRow {
  row: number;
  cells: string[];
  /**
   * - `quotes`: misplaced quotation marks; the cells are unknown
   * - `count`: more or fewer cells than the header
   * - `place`: above the header, or below a second header with other columns
   */
  problem: "quotes" | "count" | "place" | null;
}

export interface Table {
  /** Row number, cells without empty ones at the end (none in an empty file), and the number of all cells */
  header: { row: number; cells: string[]; width: number };
  delimiter: string;
  /** Can be read once. Null for an empty row, a title or a header; a caller may pause there too */
  rows: Iterable<TableRow | null>;
}

const DELIMITERS = [";", ",", "\t"] as const;
/** The header is among the first 20 non-empty rows, possibly below a title. */
const HEAD_ROWS = 20;
const HEAD_LENGTH = 16_384;
/** Spreadsheets write this line above a table to name its delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=([^\r\n"])"?(?=[\r\n])/i;

export const UNREADABLE = "\ufffd";

/**
 * Opens a table. `pieces` may split its text anywhere except inside surrogate pairs.
 * @param isHeader tests for the needed columns; the first match is the header, else the first row
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
  const declared = DELIMITER_LINE.exec(text)?.[1];
  const found = (declared === undefined ? DELIMITERS : [declared]).map((delimiter) => {
    const rows = firstRows(text, delimiter, declared !== undefined);
    const header = rows.find(({ cells }) => isHeader(cells));
    return { delimiter, isKnown: header !== undefined, header: header ?? rows[0] ?? { row: 1, cells: [], width: 0 } };
  });
  // Prefers the delimiter that finds the columns, then the one with more cells.
  const weight = ({ isKnown, header }: (typeof found)[number]) => (isKnown ? 1_000_000 : 0) + header.cells.length;
  const best = found.reduce((most, each) => (weight(each) > weight(most) ? each : most));
  return { header: best.header, delimiter: best.delimiter };
}

function firstRows(text: string, delimiter: string, hasDelimiterLine: boolean): Table["header"][] {
  const rows: Table["header"][] = [];
  for (const { row, cells } of csvRecords([text], delimiter)) {
    const filled = trimEmptyEnd(cells);
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
    const cells = mayHaveMore ? trimExtraCells(record.cells, count) : record.cells;
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

/** A row has a price or a time, possibly after a quotation mark, sign or currency; headers and titles do not. */
const hasNumber = (cells: readonly string[]) => cells.some((cell) => /^\P{Nd}{0,5}\p{Nd}/u.test(cell));

/** Returns whether cells above the header are more than a title. */
function isRowLike(cells: readonly string[], count: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  return filled >= Math.max(2, Math.min(4, Math.ceil(count / 2)));
}

/** Returns whether a multi-line record may be several rows joined by misplaced quotation marks. */
function hasSwallowedRows(
  { lines }: CsvRecord,
  isUneven: boolean,
  { count, delimiter }: { count: number; delimiter: string },
): boolean {
  if (lines.length === 1) return false;
  const split = lines.map((line) => line.split(delimiter));
  const isFull = (cells: readonly string[] = []) => cells.length >= count && hasNumber(cells);
  // The first line may be a header, which has no number.
  const isFirstFull = (split[0] ?? []).length >= count;
  return isUneven || split.slice(1, -1).some(isFull) || (isFirstFull && isFull(split.at(-1)));
}

/**
 * Removes the empty cells that spreadsheets append. With commas only when the row matches the header's width:
 * `Bun,45,00,,` may have one cell too many because of its decimal comma.
 */
function trimExtraCells(cells: readonly string[], count: number): string[] {
  return [...cells.slice(0, count), ...trimEmptyEnd(cells.slice(count))];
}

function trimEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}
