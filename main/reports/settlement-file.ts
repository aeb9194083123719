/**
 * The service's settlement and ledger files: CSV with a header, `tid, sub_id, timestamp, action, …, amount,
 * additional_amount, gross, fee, interchange, vat, net`, in any order and with columns that nobody here knows. Lines of
 * captures and refunds are money; all others only tell a story, and need not even have all their columns.
 */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { FieldProblem } from "../../contract/errors.ts";
import { readDecimalText } from "../../contract/money.ts";
import type { SettlementLine } from "../../contract/reports.ts";
import { parseDateTime } from "../../contract/wire.ts";

/** A line of money with what the service deducted, in minor units. Fees are positive where they are deducted. */
export interface FileLine extends SettlementLine {
  /** ms since the epoch */
  time: number;
  transactionFee: number;
  interchangeFee: number;
  vat: number;
}

export interface SettlementFile {
  lines: FileLine[];
  /** How many lines were without money */
  passedOver: number;
}

type Row = Readonly<Record<string, string | undefined>>;

const REQUIRED = ["tid", "timestamp", "action"] as const;
/** So many problems are named: the file is not what it should be, and a person sees that from fewer. */
const MAX_PROBLEMS = 20;

/**
 * Reads a file.
 * @param pieces its text, cut anywhere
 * @returns what it says of money, or each line and column that cannot be read
 */
export async function readSettlementFile(
  pieces: readonly string[],
  currency: string,
): Promise<{ ok: true; value: SettlementFile } | { ok: false; problems: FieldProblem[] }> {
  const lines: FileLine[] = [];
  const problems: FieldProblem[] = [];
  let passedOver = 0;
  try {
    for await (const { record, info } of rowsOf(pieces)) {
      const action = moneyAction(record);
      if (action === null) passedOver += 1;
      else lines.push(readLine(record, action, { line: info.lines, currency, problems }));
      if (problems.length >= MAX_PROBLEMS) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof HeaderError)) throw error;
    const line = error instanceof CsvError && typeof error.lines === "number" ? error.lines : 1;
    problems.push({ field: `line ${line}`, expected: error instanceof HeaderError ? error.message : "CSV" });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { lines, passedOver } };
}

class HeaderError extends Error {
  override readonly name = "HeaderError";
}

async function* rowsOf(pieces: readonly string[]): AsyncGenerator<{ record: Row; info: { lines: number } }> {
  const parser = Readable.from(pieces).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => checkHeader(header.map((name) => name.trim().toLowerCase())),
      delimiter: [",", ";", "\t"],
      info: true,
      max_record_size: 100_000,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  yield* parser as AsyncIterable<{ record: Row; info: { lines: number } }>;
}

function checkHeader(names: string[]): string[] {
  const missing = [
    ...REQUIRED.filter((name) => !names.includes(name)),
    ...(names.includes("gross") || names.includes("amount") ? [] : ["gross or amount"]),
  ];
  if (missing.length > 0) throw new HeaderError(`a header that names ${missing.join(", ")}`);
  return names;
}

function moneyAction({ action }: Row): FileLine["action"] | null {
  const word = action?.toLowerCase();
  return word === "capture" || word === "refund" ? word : null;
}

interface Reading {
  line: number;
  currency: string;
  problems: FieldProblem[];
}

function readLine(row: Row, action: FileLine["action"], reading: Reading): FileLine {
  const { line, currency, problems } = reading;
  const wrong = (column: string, expected: string) => problems.push({ field: `line ${line}, ${column}`, expected });
  const money = (column: string): number => {
    const text = row[column] ?? "";
    const amount = text === "" ? 0 : readDecimalText(text, currency);
    if (amount === null) wrong(column, `an amount of ${currency}, like 149.50`);
    return amount ?? 0;
  };
  const time = parseDateTime(row.timestamp ?? "");
  if (time === null) wrong("timestamp", "a time in UTC, YYYY-MM-DD hh:mm:ss");
  if (!row.tid) wrong("tid", "the service's transaction id");
  if (row.currency && row.currency !== currency) wrong("currency", `${currency}, this till's currency`);
  // A refund's gross may have a minus sign; `amount` and `additional_amount` say the same where there is no gross.
  const gross = row.gross ? money("gross") : money("amount") + money("additional_amount");
  const fees = { transactionFee: money("fee"), interchangeFee: money("interchange"), vat: money("vat") };
  return {
    line,
    tid: row.tid ?? "",
    subId: row.sub_id || null,
    action,
    at: new Date(time ?? 0).toISOString(),
    time: time ?? 0,
    amount: Math.abs(gross),
    fee: fees.transactionFee + fees.interchangeFee + fees.vat,
    ...fees,
  };
}
