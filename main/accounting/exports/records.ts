/** Queries of the exports in pages, oldest first. One snapshot keeps all files consistent. */

import type { VatTotal } from "../../../contract/values/vat.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import type { Period } from "./period.ts";

const ROWS_PER_PAGE = 500;

export type Stored = Record<string, string | number | null>;

/** Opens a snapshot of a database in use. Later writes are not visible. */
export function openSnapshot(path: string): Disposable & { database: Database } {
  const reader = openToRead(path, { alone: false });
  reader.database.exec("BEGIN");
  reader.database.prepare("SELECT count(*) FROM setting").get();
  return reader;
}

/** The VAT of one booking as JSON, highest rate first. */
const VAT_OF_BOOKING = `(SELECT json_group_array(json_object('rate', rate, 'gross', gross, 'vat', vat) ORDER BY rate DESC)
  FROM booking_vat WHERE booking_vat.booking = booking.sequence)`;

/** True for a change of an earlier capture or refund. Movements without an id are new until one is reduced. */
export const IS_CORRECTION = `(min(booking.amount, booking.additional_amount) < 0 OR EXISTS (
  SELECT 1 FROM booking AS earlier
  WHERE earlier.pos_tid = booking.pos_tid AND earlier.kind = booking.kind AND earlier.sequence < booking.sequence
    AND (earlier.id = booking.id
      OR (booking.id IS NULL OR earlier.id IS NULL) AND min(earlier.amount, earlier.additional_amount) < 0)))`;

/** Returns the row's known VAT, which may cover only a part of its amount. */
export function vatOfRow({ vat }: Stored): VatTotal[] {
  const known: { rate: number; gross: number; vat: number }[] = JSON.parse(String(vat ?? "[]"));
  return known.map(({ rate, gross, vat: part }) => ({ rate, gross, net: gross - part, vat: part }));
}

const QUARTER_MS = 900_000;

/** Returns the currencies of the period's bookings (in whole quarters of an hour) and of its X and Z reports. */
export function currenciesIn(database: Database, { from, to }: Period): string[] {
  return database
    .prepare<Period & { first: number; last: number }, string>(
      `SELECT currency FROM tally WHERE quarter BETWEEN @first AND @last
       UNION SELECT content ->> 'currency' FROM z_report WHERE at BETWEEN @from AND @to
       UNION SELECT content ->> 'currency' FROM x_report WHERE at BETWEEN @from AND @to`,
    )
    .pluck()
    .all({ from, to, first: Math.floor(from / QUARTER_MS), last: Math.floor(to / QUARTER_MS) });
}

export function* startedPayments(database: Database, { from, to }: Period): Generator<Stored[]> {
  const page = database.prepare<unknown[], Stored>(
    `SELECT rowid AS place, * FROM payment
     WHERE created_at >= @from AND created_at < @to AND (created_at, rowid) > (@at, @place)
     ORDER BY created_at, rowid LIMIT ${ROWS_PER_PAGE}`,
  );
  let after = { at: from, place: 0 };
  for (;;) {
    const rows = page.all({ from, to, ...after });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_PAGE) return;
    const last = rows.at(-1);
    after = { at: Number(last?.created_at), place: Number(last?.place) };
  }
}

export function* bookedPayments(database: Database, period: Period): Generator<Stored[]> {
  yield* bySequence(database, period, {
    range: "booking",
    select: `SELECT booking.sequence AS place, payment.* FROM booking JOIN payment USING (pos_tid)`,
    place: "booking.sequence",
    where: `booking.at >= @from AND booking.at < @to AND (created_at < @from OR created_at >= @to)
      AND NOT EXISTS (SELECT 1 FROM booking AS earlier WHERE earlier.pos_tid = booking.pos_tid
        AND earlier.sequence < booking.sequence AND earlier.at >= @from AND earlier.at < @to)`,
  });
}

/** Bookings of the period with their payment or permission and their SAF-T transaction number. */
export function* bookings(database: Database, period: Period): Generator<Stored[]> {
  yield* bySequence(database, period, {
    range: "booking",
    // Z numbers have gaps after a restore: a booking of a restored period belongs to the next Z that was closed.
    select: `SELECT booking.sequence AS place, booking.*, nr, payment.number AS number,
        coalesce(tid, rid) AS tid, action, payment.phase AS phase, payment.text AS text,
        ${VAT_OF_BOOKING} AS vat,
        coalesce((SELECT min(closed.number) FROM z_report AS closed WHERE closed.number >= booking.period),
          (SELECT open_period.number FROM open_period)) AS z
      FROM booking LEFT JOIN payment ON payment.pos_tid = of_payment LEFT JOIN permission ON permission.pos_tid = of_permission
        LEFT JOIN saft_transaction ON saft_transaction.booking = booking.sequence`,
    place: "booking.sequence",
    where: "booking.at >= @from AND booking.at < @to",
  });
}

export function* journalRows(database: Database, period: Period): Generator<Stored[]> {
  yield* bySequence(database, period, {
    range: "journal",
    select:
      "SELECT sequence AS place, sequence, at, event, pos_tid, actor, data, lower(hex(hash)) AS hash FROM journal",
    place: "sequence",
    where: "at >= @from AND at < @to",
  });
}

export function* signedTransactions(database: Database, period: Period): Generator<Stored[]> {
  yield* bySequence(database, period, {
    range: "saft_transaction",
    select: `SELECT nr AS place, nr, booking, saft_transaction.at AS at, trans_date, trans_time, saft_transaction.amount AS total,
        signature, key_version, booking.pos_tid AS pos_tid, kind, booking.id AS id, booking.amount AS amount,
        booking.additional_amount AS additional_amount, booking.currency AS currency, actor, number, tid, text,
        payment.amount AS whole, lines, ${VAT_OF_BOOKING} AS vat, ${IS_CORRECTION} AS correction
      FROM saft_transaction JOIN booking ON booking.sequence = saft_transaction.booking
        JOIN payment ON payment.pos_tid = booking.pos_tid`,
    place: "nr",
    where: "saft_transaction.at >= @from AND saft_transaction.at < @to",
  });
}

export function* soldLines(database: Database, period: Period): Generator<Stored[]> {
  yield* bySequence(database, period, {
    range: "saft_transaction",
    select: `SELECT nr AS place, lines
      FROM saft_transaction JOIN booking ON booking.sequence = saft_transaction.booking
        JOIN payment ON payment.pos_tid = booking.pos_tid`,
    place: "nr",
    where: "saft_transaction.at >= @from AND saft_transaction.at < @to AND lines IS NOT NULL",
  });
}

export function countIn(
  database: Database,
  table: "payment" | "journal" | "saft_transaction",
  { from, to }: Period,
): number {
  const time = table === "payment" ? "created_at" : "at";
  return Number(
    database.prepare(`SELECT count(*) FROM ${table} WHERE ${time} >= ? AND ${time} < ?`).pluck().get(from, to) ?? 0,
  );
}

export function countMovements(database: Database, { from, to }: Period): number {
  return Number(
    database
      .prepare(
        "SELECT count(*) FROM booking WHERE kind IN ('capture','refund','fee','permission') AND at >= ? AND at < ?",
      )
      .pluck()
      .get(from, to) ?? 0,
  );
}

interface Selection {
  range: keyof typeof RANGES;
  select: string;
  /** The rowid column that pages are ordered by */
  place: string;
  where: string;
}

const BOOKING_KINDS = [
  "capture",
  "refund",
  "fee",
  "approved",
  "released",
  "aborted",
  "rejected",
  "expired",
  "permission",
]
  .map((kind) => `'${kind}'`)
  .join(", ");

/**
 * The first and last row of a period. Rows are in insertion order, so after the clock was set back the range can
 * include other periods. The queries also filter by time.
 */
const RANGES = {
  booking: `SELECT min(sequence) AS first, max(sequence) AS last FROM booking WHERE kind IN (${BOOKING_KINDS}) AND at >= @from AND at < @to`,
  journal: "SELECT min(sequence) AS first, max(sequence) AS last FROM journal WHERE at >= @from AND at < @to",
  saft_transaction: "SELECT min(nr) AS first, max(nr) AS last FROM saft_transaction WHERE at >= @from AND at < @to",
} as const;

function* bySequence(
  database: Database,
  period: Period,
  { range, select, place, where }: Selection,
): Generator<Stored[]> {
  const { from, to } = period;
  const ends = database
    .prepare<unknown[], { first: number | null; last: number | null }>(RANGES[range])
    .get({ from, to });
  if (!ends || ends.first === null || ends.last === null) return;
  const page = database.prepare<unknown[], Stored>(
    `${select} WHERE ${place} > @after AND ${place} <= @last AND (${where}) ORDER BY ${place} LIMIT ${ROWS_PER_PAGE}`,
  );
  for (let after = ends.first - 1; ; ) {
    const rows = page.all({ from, to, after, last: ends.last });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_PAGE) return;
    after = Number(rows.at(-1)?.place);
  }
}
