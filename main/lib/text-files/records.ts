/** Splits CSV text into records. An unclosed or misplaced quotation mark affects only its own line. */
import { CsvError, parse } from "csv-parse/sync";

export interface CsvRecord {
  /** Line number of its first line, from 1 */
  row: number;
  /** Trimmed; empty with wrong quotation marks */
  cells: string[];
  /** Lines of the record in the file; quoted cells may contain line breaks */
  lines: string[];
  hasWrongQuotes: boolean;
}

/** Bytes; a longer record lacks quotation marks or line ends. */
const MAX_RECORD = 100_000;
/** Characters per parsing step, so that callers can pause between records. */
const SLICE = 32_768;
const LINE_END = /\r\n|[\r\n]/;

/** Reads text split anywhere except inside surrogate pairs. */
export function* csvRecords(pieces: Iterable<string>, delimiter: string): Generator<CsvRecord> {
  let row = 1;
  let rest = "";
  for (const slice of slicesOf(pieces)) {
    rest += slice;
    const cut = lineStart(rest) || (rest.length > MAX_RECORD ? rest.length : 0);
    if (cut === 0) continue;
    const { records, unread } = parseBatch(rest.slice(0, cut), delimiter, { row, isLast: false });
    yield* records;
    row = nextRow(records, row);
    rest = unread + rest.slice(cut);
  }
  yield* parseBatch(rest, delimiter, { row, isLast: true }).records;
}

function* slicesOf(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at += SLICE) yield piece.slice(at, at + SLICE);
}

/** Returns the start of the last line, if that is not empty: a CR may be half of a line end. */
function lineStart(text: string): number {
  for (let at = text.length - 1; at > 0; at -= 1) {
    const previous = text[at - 1];
    if (previous === "\n" || (previous === "\r" && text[at] !== "\n")) return at;
  }
  return 0;
}

function nextRow(records: readonly CsvRecord[], row: number): number {
  const last = records.at(-1);
  return last === undefined ? row : last.row + last.lines.length;
}

function parseBatch(text: string, delimiter: string, { row, isLast }: { row: number; isLast: boolean }) {
  const bytes = Buffer.from(text);
  const records: CsvRecord[] = [];
  let start = 0;
  const add = (end: number, cells: string[], hasWrongQuotes: boolean) => {
    const lines = bytes
      .toString("utf8", start, end)
      .replace(/(\r\n|[\r\n])$/, "")
      .split(LINE_END);
    records.push({ row: nextRow(records, row), cells, lines, hasWrongQuotes });
    start = end;
  };
  while (start < bytes.length) {
    const from = start;
    const failed = parseFrom(bytes.subarray(from), delimiter, (cells, end) => add(from + end, cells, false));
    if (failed === null) break;
    const mayBeClosed = failed === "CSV_QUOTE_NOT_CLOSED" && bytes.length - start < MAX_RECORD;
    if (mayBeClosed && !isLast) return { records, unread: bytes.toString("utf8", start) };
    add(lineEnd(bytes, start), [], true);
  }
  return { records, unread: "" };
}

/** Returns null at the end of the text, else the parser's error code after the last record. */
function parseFrom(bytes: Buffer, delimiter: string, take: (cells: string[], end: number) => void): string | null {
  try {
    parse(bytes, {
      delimiter,
      max_record_size: MAX_RECORD,
      on_record: (cells: string[], { bytes: end }) => {
        take(cells, end);
        return null;
      },
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return null;
  } catch (error) {
    if (error instanceof CsvError) return error.code;
    throw error;
  }
}

function lineEnd(bytes: Buffer, start: number): number {
  const at = bytes.subarray(start).findIndex((byte) => byte === 10 || byte === 13);
  if (at < 0) return bytes.length;
  return start + at + (bytes[start + at] === 13 && bytes[start + at + 1] === 10 ? 2 : 1);
}
