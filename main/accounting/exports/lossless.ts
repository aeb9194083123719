/** The complete export as JSON, one item per line (`docs/receipts-and-exports.md`). A change of meaning raises the version. */
import type { Database } from "../../storage/database/database.ts";
import type { Period } from "./period.ts";
import {
  bookedPayments,
  bookings,
  journalRows,
  type Stored,
  signedTransactions,
  startedPayments,
  vatOfRow,
} from "./records.ts";
import type { PublicSaftKey } from "./saft/key.ts";

export const FORMAT = "till-export";
export const VERSION = 1;

export interface LosslessHead {
  madeAt: string;
  period: { from: string; to: string; timeZone: string };
  till: { merchant: string; posId: string; posName: string; currency: string; locale: string; version: string };
}

/** Generates the lossless export, with the number of rows in each piece. */
export function* losslessPieces(
  database: Database,
  period: Period,
  head: LosslessHead,
  keys: readonly PublicSaftKey[],
): Generator<{ text: string; rows: number }> {
  yield {
    text: `{"format":${JSON.stringify(FORMAT)},"version":${VERSION},\n"head":${JSON.stringify(head)},\n`,
    rows: 0,
  };
  const related = relatedTo(database);
  const payments = (pages: Iterable<Stored[]>) => mapped(pages, (row) => paymentItem(row, related));
  yield* list(
    "payments",
    joined(payments(startedPayments(database, period)), payments(bookedPayments(database, period))),
  );
  yield* list("bookings", mapped(bookings(database, period), bookingItem));
  yield* list("reports", [reportItems(database, period)]);
  yield* list("journal", mapped(journalRows(database, period), journalItem));
  yield* list("signedTransactions", mapped(signedTransactions(database, period), transactionItem));
  yield { text: `"signingKeys":${JSON.stringify(keys)}}\n`, rows: 0 };
}

function* list(name: string, pages: Iterable<object[]>): Generator<{ text: string; rows: number }> {
  yield { text: `"${name}":[`, rows: 0 };
  let first = true;
  for (const page of pages) {
    yield { text: `${first ? "\n" : ",\n"}${page.map((item) => JSON.stringify(item)).join(",\n")}`, rows: page.length };
    first = false;
  }
  yield { text: "\n],\n", rows: 0 };
}

function* mapped(pages: Iterable<Stored[]>, item: (row: Stored) => object): Generator<object[]> {
  for (const page of pages) yield page.map(item);
}

function* joined<T>(...all: Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one;
}

/** Request bodies name customers and are left out; their fingerprints stay. */
function relatedTo(database: Database) {
  const operations = database.prepare<[string], Stored>(
    `SELECT id, sequence, kind, lower(hex(fingerprint)) AS fingerprint, amount, additional_amount, reason, actor, state, attempts, last_error,
       unknown_since, created_at, settled_at, sent_at, retried_at, given_up
     FROM operation WHERE pos_tid = ? ORDER BY sequence`,
  );
  const movements = database.prepare<[string], Stored>(
    "SELECT kind, position, id, amount, additional_amount, text, seen_at FROM movement WHERE pos_tid = ? ORDER BY kind, position",
  );
  return (posTid: string) => ({ operations: operations.all(posTid), movements: movements.all(posTid) });
}

function paymentItem({ place: _, ...row }: Stored, related: ReturnType<typeof relatedTo>): object {
  const { outcome, arrivals, lines, qr_text: __, addresses: ___, ...columns } = row;
  return {
    ...columns,
    outcome: outcome === null ? null : JSON.parse(String(outcome)),
    arrivals: JSON.parse(String(arrivals)),
    lines: lines ? JSON.parse(String(lines)) : null,
    ...related(String(row.pos_tid)),
  };
}

const BOOKING_FIELDS = [
  ..."sequence period at pos_tid kind id currency amount additional_amount transaction_fee interchange_fee actor".split(
    " ",
  ),
];

function bookingItem(row: Stored): object {
  const item = Object.fromEntries(BOOKING_FIELDS.map((column) => [column, row[column]]));
  const vat = vatOfRow(row);
  return vat.length === 0 ? item : { ...item, vat };
}

/** Returns the Z reports closed in the period, each with the hash that chains it to the previous one. */
function reportItems(database: Database, { from, to }: Period): object[] {
  return database
    .prepare<[number, number], Stored>(
      `SELECT number, at, through, journal_through, content, lower(hex(hash)) AS hash FROM z_report
       WHERE at >= ? AND at < ? ORDER BY number`,
    )
    .all(from, to)
    .map(({ content, ...row }) => ({ ...row, report: JSON.parse(String(content)) }));
}

function journalItem({ place: _, data, ...row }: Stored): object {
  return { ...row, data: JSON.parse(String(data)) };
}

function transactionItem({ nr, booking, at, trans_date, trans_time, total, signature, key_version }: Stored): object {
  return { nr, booking, at, trans_date, trans_time, amount: total, signature, key_version };
}
