/**
 * Reads a table from a text file: finds its delimiter and its header, and checks that each row has the header's cells. Every
 * line that is not empty is a row or a problem. Rows are numbered as lines of the file, 1 being the first. Pure.
 */
import { type CsvRecord, csvRecords } from "./records.ts";

export interface TableRow {
  row: number;
  /** As many as the header has, unless there is a problem */
  cells: string[];
  /**
   * `quotes`: quotation marks are misplaced, and rows may be in a cell of another one; no cells.
   * `count`: there are more or fewer cells than in the header
   */
  problem: "quotes" | "count" | null;
}

export interface Table {
  /** The header's row number, its cells without empty ones at the end (none in an empty file), and how many it has with them */
  header: { row: number; cells: string[]; width: number };
  delimiter: string;
  /** Without empty rows; to be read once */
  rows: Iterable<TableRow>;
}

const DELIMITERS = [";", ",", "\t"] as const;
/** The most rows above the header: a title, the name of a program, empty lines. */
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
  const text = withoutMark(pieces);
  const { header, delimiter } = findHeader(beginningOf(text), isHeader);
  return { header, delimiter, rows: rowsBelow(header, csvRecords(text, delimiter), delimiter) };
}

function withoutMark([first = "", ...rest]: readonly string[]): string[] {
  return [first.replace(/^\ufeff/, ""), ...rest];
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

function* rowsBelow(header: Table["header"], records: Iterable<CsvRecord>, delimiter: string): Generator<TableRow> {
  const count = header.cells.length;
  for (const record of records) {
    if (record.row <= header.row) continue;
    const { row, lines } = record;
    const mayHaveMore = delimiter !== "," || record.cells.length === header.width;
    const cells = mayHaveMore ? fitted(record.cells, count) : record.cells;
    if (record.hasWrongQuotes || hasSwallowedRows(record, cells.length !== count, { count, delimiter })) {
      for (const [at, line] of lines.entries())
        if (line.trim() !== "") yield { row: row + at, cells: [], problem: "quotes" };
    } else if (cells.some((cell) => cell !== ""))
      yield { row, cells, problem: cells.length === count ? null : "count" };
  }
}

/**
 * Whether a record of several lines may be several rows, in which two quotation marks are misplaced: two of its lines have
 * about as many cells as the header, quotes aside.
 */
function hasSwallowedRows(
  { lines }: CsvRecord,
  isUneven: boolean,
  { count, delimiter }: { count: number; delimiter: string },
): boolean {
  if (lines.length === 1) return false;
  const half = Math.max(2, Math.ceil(count / 2));
  const [first = 0, ...more] = lines.map((line) => line.split(delimiter).length);
  const last = more.pop() ?? 0;
  const hasTwo = Math.max(first, last) >= count && Math.min(first, last) >= half;
  return isUneven || hasTwo || more.some((cells) => cells >= half);
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
