/**
 * The service's settlement and ledger files: CSV with a header, `tid, sub_id, timestamp, action, …, amount,
 * additional_amount, gross, fee, interchange, vat, net`, in any order, with unknown columns. Every line with a non-zero
 * amount is money: also a chargeback or a monthly fee. Ambiguous values are rejected.
 */

import { setImmediate } from "node:timers/promises";
import type { FileLine, FileMoney } from "../../../contract/accounting/settlement-match.ts";
import { type FieldProblem, invalidField } from "../../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { minorDigits, parseDecimalText } from "../../../contract/values/money.ts";
import { parseDateTime } from "../../../contract/wire/wire.ts";
import { openTable, type TableRow, UNREADABLE } from "../../lib/text-files/table.ts";
import { columnNames, headerProblem, isReadColumn, isSettlementHeader } from "./header.ts";
import { type OtherRow, sortMovements, type WrittenAmount } from "./movements.ts";

export type SettlementFile = FileMoney & { passedOver: number };

const MAX_PROBLEMS = 20;
const ROWS_AT_ONCE = 500;
/** A file covers days or months, so a line further from the others is invalid. */
const MAX_SPAN_MS = 2 * 366 * 24 * 3600 * 1000;
/** Tolerance for a slow local clock and for other time zones. */
const MAX_AHEAD_MS = 24 * 3600 * 1000;

/**
 * Reads a file. Pieces may be split anywhere; `now` is in milliseconds since the epoch. Returns every problem found.
 */
export async function readSettlementFile(
  pieces: readonly string[],
  { currency, now }: { currency: string; now: number },
): Promise<{ ok: true; value: SettlementFile } | { ok: false; problems: FieldProblem[] }> {
  const read: ReadRows = { lines: [], others: [], refunds: [] };
  const problems: FieldProblem[] = [];
  const { header, delimiter, rows } = openTable(pieces, isSettlementHeader);
  const wrongHeader = headerProblem(header.cells);
  if (wrongHeader !== null) return { ok: false, problems: [invalidField(`line ${header.row}`, wrongHeader)] };
  const columns = columnNames(header.cells);
  const marks = new Set<string>();
  let count = 0;
  let passedOver = 0;
  for (const each of rows) {
    count += 1;
    if (count % ROWS_AT_ONCE === 0) await setImmediate();
    if (each === null) continue;
    const row: Row = Object.fromEntries(columns.map((name, at) => [name, each.cells[at]]));
    const reading = { line: each.row, currency, problems, delimiter, marks };
    const isWrong = isWrongRow(each, columns, reading);
    if (!isWrong && hasMoney(row)) readMoney(row, reading, read);
    else if (!isWrong) passedOver += 1;
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (problems.length === 0) problems.push(...outlierLines(read.lines, now));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...sortMovements(read.lines, read.others, read.refunds), passedOver } };
}

type Row = Readonly<Record<string, string | undefined>>;

/** Actions on a reservation do not move its amount. A fee or a net in such a line still counts. */
const RESERVATION_ACTIONS = "request auth release abort aborted expire expired fail failed reject rejected".split(" ");

const actionOf = ({ action }: Row) => action?.toLowerCase() ?? "";

/** Any other text is an amount or invalid. */
const isBlankOrZero = (cell = "") => /^[-+]?0*([.,]0*)?$/.test(cell);

/** Returns the columns of the moved amount: `gross`, or `amount` and `additional_amount` without it. */
function amountColumns(row: Row): string[] {
  if (RESERVATION_ACTIONS.includes(actionOf(row))) return [];
  const hasGross = moneyAction(row) === null ? !isBlankOrZero(row.gross) : row.gross;
  return hasGross ? ["gross"] : ["amount", "additional_amount"];
}

/** Captures and refunds always count, and need an amount. Other lines count when an amount is not zero. */
function hasMoney(row: Row): boolean {
  if (moneyAction(row) !== null) return true;
  return [...amountColumns(row), "fee", "interchange", "vat", "net"].some((name) => !isBlankOrZero(row[name]));
}

function moneyAction(row: Row): FileLine["action"] | null {
  const word = actionOf(row);
  return word === "capture" || word === "refund" ? word : null;
}

interface ReadRows {
  lines: FileLine[];
  others: OtherRow[];
  refunds: WrittenAmount[];
}

function readMoney(row: Row, reading: Reading, { lines, others, refunds }: ReadRows): void {
  const action = moneyAction(row);
  if (action === null) {
    others.push(readOther(row, reading));
    return;
  }
  const { written, ...line } = readLine(row, action, reading);
  lines.push(line);
  if (action === "refund") refunds.push(written);
}

interface Reading {
  line: number;
  currency: string;
  problems: FieldProblem[];
  delimiter: string;
  /** The decimal marks used in the file so far */
  marks: Set<string>;
}

/** A row on a reservation may lack cells, or have empty ones at its end, when it has no money. */
function isWrongRow({ cells, problem }: TableRow, columns: readonly string[], reading: Reading): boolean {
  const { line, problems } = reading;
  if (problem === "quotes" || problem === "place") {
    problems.push(invalidField(`line ${line}`, reasonFor(`csv_${problem}`)));
    return true;
  }
  const damaged = columns.find((name, at) => isReadColumn(name) && cells[at]?.includes(UNREADABLE));
  if (damaged !== undefined) addProblem(reading, damaged, reasonFor("csv_unreadable"));
  if (damaged !== undefined || problem === null) return damaged !== undefined;
  const row: Row = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
  const hasOnlyEmptyExtras = cells.slice(columns.length).every((cell) => cell === "");
  if (hasOnlyEmptyExtras && RESERVATION_ACTIONS.includes(actionOf(row)) && !hasMoney(row)) return false;
  const because = reasonFor("settlement_columns", { wanted: columns.length, given: cells.length });
  addProblem(reading, columns[cells.length] ?? `column ${columns.length + 1}`, because);
  return true;
}

function addProblem({ line, problems }: Reading, column: string, because: Reason): void {
  problems.push(invalidField(`line ${line}, ${column}`, because));
}

function readAmounts(row: Row, reading: Reading) {
  const { currency, marks } = reading;
  const amountOf = (column: string): number => {
    const text = row[column] ?? "";
    const amount = text === "" ? 0 : readAmount(text, reading);
    const code = marks.size > 1 ? "settlement_amount_marks" : "settlement_amount";
    if (amount === null) addProblem(reading, column, reasonFor(code, { currency }));
    return amount ?? 0;
  };
  if (row.currency && row.currency !== currency) {
    addProblem(reading, "currency", reasonFor("settlement_currency", { currency }));
  }
  const columns = amountColumns(row);
  const gross = columns.reduce((sum, column) => sum + amountOf(column), 0);
  const fees = { transactionFee: amountOf("fee"), interchangeFee: amountOf("interchange"), vat: amountOf("vat") };
  const fee = fees.transactionFee + fees.interchangeFee + fees.vat;
  const net = row.net ? amountOf("net") : null;
  const signedGross = net === null ? gross : net + fee;
  const written: WrittenAmount = { gross, signedGross, form: `${columns[0] ?? ""} ${net === null ? "" : "net"}` };
  return { gross, fees, fee, net, written };
}

function readTime({ timestamp }: Row, reading: Reading): number {
  const time = parseDateTime(timestamp ?? "");
  if (time === null) addProblem(reading, "timestamp", reasonFor("settlement_time"));
  return time ?? 0;
}

function readLine(row: Row, action: FileLine["action"], reading: Reading): FileLine & { written: WrittenAmount } {
  const time = readTime(row, reading);
  if (!row.tid) addProblem(reading, "tid", reasonFor("settlement_tid"));
  if (!row.gross && !row.amount) {
    const { currency } = reading;
    addProblem(reading, "gross" in row ? "gross" : "amount", reasonFor("settlement_amount", { currency }));
  }
  const { gross, fees, fee, net, written } = readAmounts(row, reading);
  return {
    line: reading.line,
    tid: row.tid ?? "",
    subId: row.sub_id || null,
    action,
    at: new Date(time).toISOString(),
    time,
    // A refund's gross may be signed or unsigned. A negative capture was reversed.
    amount: action === "refund" ? Math.abs(gross) : gross,
    fee,
    net,
    netDiffers: net !== null && !allowedNets(action, gross, fee).includes(net),
    ...fees,
    written,
  };
}

/** Reads a line that is neither capture nor refund. It may have no payment and no time. */
function readOther(row: Row, reading: Reading): OtherRow {
  const { gross, fee, net, written } = readAmounts(row, reading);
  // Without a gross or its sign, the net decides.
  const { signedGross } = written;
  const amount = gross || signedGross;
  const movement = {
    line: reading.line,
    tid: row.tid || null,
    action: row.action ?? "",
    at: row.timestamp ? new Date(readTime(row, reading)).toISOString() : null,
    amount: signedGross < 0 ? -Math.abs(amount) : amount,
    fee,
    net,
  };
  return { movement, written };
}

function allowedNets(action: FileLine["action"], gross: number, fee: number): number[] {
  if (action === "capture" || gross < 0) return [gross - fee];
  return [-gross - fee, gross + fee, gross - fee];
}

/** Returns null for an invalid or ambiguous amount: `1.000` and `1,000` are thousands in some locales. */
function readAmount(text: string, { currency, delimiter, marks }: Reading): number | null {
  const mark = /[.,]/.exec(text)?.[0];
  const fraction = /[.,](\d*)$/.exec(text)?.[1] ?? "";
  if (mark === "," && delimiter === ",") return null;
  if (fraction.length > Math.max(2, minorDigits(currency))) return null;
  if (mark !== undefined && marks.add(mark).size > 1) return null;
  return parseDecimalText(text.replace(",", "."), currency);
}

/** Rejects lines of another time, which would include all bookings in between in the match. */
function outlierLines(lines: readonly FileLine[], now: number): FieldProblem[] {
  const times = lines.map(({ time }) => time).sort((one, other) => one - other);
  const median = times[(times.length - 1) >> 1] ?? 0;
  return lines
    .flatMap(({ line, time }) => {
      const field = `line ${line}, timestamp`;
      if (time > now + MAX_AHEAD_MS) return [invalidField(field, reasonFor("settlement_future"))];
      if (Math.abs(time - median) <= MAX_SPAN_MS) return [];
      const middle = new Date(median).toISOString().slice(0, 10);
      return [invalidField(field, reasonFor("settlement_stray", { middle }))];
    })
    .slice(0, MAX_PROBLEMS);
}
