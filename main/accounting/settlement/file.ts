/**
 * The service's settlement and ledger files: CSV with a header, `tid, sub_id, timestamp, action, …, amount,
 * additional_amount, gross, fee, interchange, vat, net`, in any order and with columns that nobody here knows. Lines of
 * captures and refunds are money; all others only tell a story, and need not even have all their columns. Whatever
 * could be read in two ways is refused: a person has the file, and nobody checks the sums of one that was taken in.
 */

import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type FieldProblem, wrongField } from "../../../contract/errors.ts";
import { minorDigits, readDecimalText } from "../../../contract/money.ts";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { FileLine } from "../../../contract/settlement-match.ts";
import { parseDateTime } from "../../../contract/wire.ts";
import { checkHeader, type Delimiter, delimiterOf, HeaderError } from "./header.ts";

export interface SettlementFile {
  lines: FileLine[];
  /** How many lines were without money */
  passedOver: number;
}

/** So many problems are named: the file is not what it should be, and a person sees that from fewer. */
const MAX_PROBLEMS = 20;
/** A settlement file is of days or months: a line that is further off than this is in none. */
const MOST_APART_MS = 2 * 366 * 24 * 3600 * 1000;
/** The till's clock may be behind, and a file's times in another zone than UTC. */
const MOST_AHEAD_MS = 24 * 3600 * 1000;

/**
 * Reads a file.
 * @param pieces its text, cut anywhere
 * @param given  the till's currency, and the time in ms since the epoch
 * @returns what it says of money, or each line and column that cannot be read
 */
export async function readSettlementFile(
  pieces: readonly string[],
  { currency, now }: { currency: string; now: number },
): Promise<{ ok: true; value: SettlementFile } | { ok: false; problems: FieldProblem[] }> {
  const lines: FileLine[] = [];
  const problems: FieldProblem[] = [];
  const delimiter = delimiterOf(pieces);
  const marks = new Set<string>();
  let header: string[] | null = null;
  let passedOver = 0;
  try {
    for await (const { record, info } of rowsOf(pieces, delimiter)) {
      if (header === null) {
        header = checkHeader(record);
        continue;
      }
      const row = Object.fromEntries(header.map((name, at) => [name, record[at]]));
      const action = moneyAction(row);
      const reading = { line: info.lines, currency, problems, delimiter, marks };
      if (action === null) passedOver += 1;
      else if (hasAllCells(record, header, reading)) lines.push(readLine(row, action, reading));
      if (problems.length >= MAX_PROBLEMS) break;
    }
    if (header === null) checkHeader([]);
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof HeaderError)) throw error;
    const line = error instanceof CsvError && typeof error.lines === "number" ? error.lines : 1;
    const because = error instanceof HeaderError ? error.reason : reasonFor("settlement_csv");
    problems.push(wrongField(`line ${line}`, because));
  }
  if (problems.length === 0) problems.push(...strayLines(lines, now));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { lines, passedOver } };
}

async function* rowsOf(
  pieces: readonly string[],
  delimiter: Delimiter,
): AsyncGenerator<{ record: string[]; info: { lines: number } }> {
  const parser = Readable.from(pieces).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      max_record_size: 100_000,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  yield* parser as AsyncIterable<{ record: string[]; info: { lines: number } }>;
}

type Row = Readonly<Record<string, string | undefined>>;

function moneyAction({ action }: Row): FileLine["action"] | null {
  const word = action?.toLowerCase();
  return word === "capture" || word === "refund" ? word : null;
}

interface Reading {
  line: number;
  currency: string;
  problems: FieldProblem[];
  delimiter: Delimiter;
  /** The decimal marks that the file has used so far */
  marks: Set<string>;
}

/** In a line with more or fewer cells than the header nobody knows which cell is which. */
function hasAllCells(cells: readonly string[], header: readonly string[], { line, problems }: Reading): boolean {
  if (cells.length === header.length) return true;
  const column = header[cells.length] ?? `column ${header.length + 1}`;
  const because = reasonFor("settlement_columns", { wanted: header.length, given: cells.length });
  problems.push(wrongField(`line ${line}, ${column}`, because));
  return false;
}

function readLine(row: Row, action: FileLine["action"], reading: Reading): FileLine {
  const { line, currency, problems } = reading;
  const wrong = (column: string, because: Reason) => problems.push(wrongField(`line ${line}, ${column}`, because));
  const amountOf = (column: string): number => {
    const text = row[column] ?? "";
    const amount = text === "" ? 0 : readAmount(text, reading);
    const code = reading.marks.size > 1 ? "settlement_amount_marks" : "settlement_amount";
    if (amount === null) wrong(column, reasonFor(code, { currency }));
    return amount ?? 0;
  };
  const time = parseDateTime(row.timestamp ?? "");
  if (time === null) wrong("timestamp", reasonFor("settlement_time"));
  if (!row.tid) wrong("tid", reasonFor("settlement_tid"));
  if (row.currency && row.currency !== currency) wrong("currency", reasonFor("settlement_currency", { currency }));
  if (!row.gross && !row.amount)
    wrong("gross" in row ? "gross" : "amount", reasonFor("settlement_amount", { currency }));
  // `amount` and `additional_amount` say the same where there is no gross.
  const gross = row.gross ? amountOf("gross") : amountOf("amount") + amountOf("additional_amount");
  const fees = { transactionFee: amountOf("fee"), interchangeFee: amountOf("interchange"), vat: amountOf("vat") };
  const fee = fees.transactionFee + fees.interchangeFee + fees.vat;
  const net = row.net ? amountOf("net") : null;
  return {
    line,
    tid: row.tid ?? "",
    subId: row.sub_id || null,
    action,
    at: new Date(time ?? 0).toISOString(),
    time: time ?? 0,
    // A refund's gross may have a minus sign or none. A capture's minus sign means that it was taken back.
    amount: action === "refund" ? Math.abs(gross) : gross,
    fee,
    net,
    netDiffers: net !== null && !netsOf(action, gross, fee).includes(net),
    ...fees,
  };
}

/** What a net may be: a file that writes refunds without a minus sign writes their nets without one, too. */
function netsOf(action: FileLine["action"], gross: number, fee: number): number[] {
  if (action === "capture" || gross < 0) return [gross - fee];
  return [-gross - fee, gross + fee, gross - fee];
}

/** Minor units; null for what is no amount, or may be two: `1.000` and `1,000` are thousands to some. */
function readAmount(text: string, { currency, delimiter, marks }: Reading): number | null {
  const mark = /[.,]/.exec(text)?.[0];
  const fraction = /[.,](\d*)$/.exec(text)?.[1] ?? "";
  if (mark === "," && delimiter === ",") return null;
  if (fraction.length > Math.max(2, minorDigits(currency))) return null;
  if (mark !== undefined && marks.add(mark).size > 1) return null;
  return readDecimalText(text.replace(",", "."), currency);
}

/** One line of another time would make everything that was booked in between part of the file. */
function strayLines(lines: readonly FileLine[], now: number): FieldProblem[] {
  const times = lines.map(({ time }) => time).sort((one, other) => one - other);
  const median = times[(times.length - 1) >> 1] ?? 0;
  return lines
    .flatMap(({ line, time }) => {
      const field = `line ${line}, timestamp`;
      if (time > now + MOST_AHEAD_MS) return [wrongField(field, reasonFor("settlement_future"))];
      if (Math.abs(time - median) <= MOST_APART_MS) return [];
      const middle = new Date(median).toISOString().slice(0, 10);
      return [wrongField(field, reasonFor("settlement_stray", { middle }))];
    })
    .slice(0, MAX_PROBLEMS);
}
