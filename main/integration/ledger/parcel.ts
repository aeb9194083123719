/** Builds the ledger's insert statement from a page. */

import type { Report } from "../../../contract/accounting/reports.ts";
import { statement } from "../../../contract/integration/ledger.ts";
import { bigints, bytes, jsonOf, jsons, texts, times } from "./columns.ts";
import type { Page, PaymentState, Position, ReportRow } from "./outbox.ts";

type Statement = ReturnType<typeof statement>;

export interface Parcel {
  /** First days (UTC) of the months that partition these rows */
  months: string[];
  /** Inserts all rows or none */
  insertion: Statement;
  reaches: Position;
}

const DAY_MS = 86_400_000;

const query = (parts: TemplateStringsArray, ...values: unknown[]): Statement => statement(parts, values);

/** Packs a page. Takes as long as reading it, so it runs while the ledger processes the previous page. */
export function packPage(till: string, page: Page): Parcel {
  return { months: monthsOf(page), insertion: insertionOf(till, page), reaches: page.reaches };
}

function monthsOf({ entries, bookings, payments }: Page): string[] {
  const days = new Set<number>();
  for (const { at } of entries) days.add(Math.floor(at / DAY_MS));
  for (const { at } of bookings) days.add(Math.floor(at / DAY_MS));
  for (const { created_at: at } of payments) days.add(Math.floor(at / DAY_MS));
  return [...new Set([...days].map((day) => `${isoOf(day * DAY_MS).slice(0, 7)}-01`))];
}

/**
 * Builds one atomic statement. The till's counters in the ledger skip rows that exist; keys and triggers reject
 * duplicates and wrong order.
 */
function insertionOf(till: string, { entries, bookings, reports, payments, change }: Page): Statement {
  const zs = reports.map(zOf);
  return query`WITH
    entries AS (INSERT INTO journal_entry (till, number, at, event, pos_tid, actor, data, hash)
      SELECT ${till}, row.* FROM unnest(${bigints(entries, "sequence")}::bigint[],
        ${times(entries, "at")}::timestamptz[], ${texts(entries, "event")}::text[],
        ${texts(entries, "pos_tid")}::text[], ${texts(entries, "actor")}::text[],
        ${jsons(entries, "data")}::json[], ${bytes(entries, "hash")}::bytea[]) AS row (number)
      WHERE number > (SELECT last_number FROM till WHERE till = ${till})),
    bookings AS (INSERT INTO booking (till, number, period, at, pos_tid, kind, id, currency, amount, additional_amount,
        transaction_fee, interchange_fee, actor)
      SELECT ${till}, row.* FROM unnest(${bigints(bookings, "sequence")}::bigint[],
        ${bigints(bookings, "period")}::bigint[], ${times(bookings, "at")}::timestamptz[],
        ${texts(bookings, "pos_tid")}::text[], ${texts(bookings, "kind")}::text[],
        ${texts(bookings, "id")}::text[], ${texts(bookings, "currency")}::text[],
        ${bigints(bookings, "amount")}::bigint[],
        ${bigints(bookings, "additional_amount")}::bigint[],
        ${bigints(bookings, "transaction_fee")}::bigint[],
        ${bigints(bookings, "interchange_fee")}::bigint[],
        ${texts(bookings, "actor")}::text[]) AS row (number)
      WHERE number > (SELECT last_booking FROM till WHERE till = ${till})),
    reports AS (INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
      SELECT ${till}, row.* FROM unnest(${bigints(zs, "number")}::bigint[],
        ${times(zs, "from")}::timestamptz[], ${times(zs, "to")}::timestamptz[],
        ${texts(zs, "currency")}::text[], ${bigints(zs, "captured")}::bigint[],
        ${bigints(zs, "refunded")}::bigint[], ${bigints(zs, "net")}::bigint[],
        ${jsons(zs, "content")}::json[], ${bigints(zs, "through")}::bigint[],
        ${bytes(zs, "hash")}::bytea[]) AS row ON CONFLICT DO NOTHING)
    SELECT put_payments(${till}, ${jsonOf(statesOf(payments, change))})`;
}

function statesOf(payments: readonly PaymentState[], change: number): object[] {
  return payments.map((payment) => ({
    ...payment,
    change,
    unlisted: payment.unlisted === 1,
    late_since: payment.late_since === null ? null : isoOf(payment.late_since),
    created_at: isoOf(payment.created_at),
    modified_at: isoOf(payment.modified_at),
  }));
}

function zOf(row: ReportRow) {
  const { from, to, currency, captured, refunded, net } = JSON.parse(row.content) as Report;
  return { ...row, from: Date.parse(from), to: Date.parse(to), currency, captured, refunded, net };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
