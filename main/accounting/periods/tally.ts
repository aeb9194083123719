/** The tally: sums of the bookings by period, quarter of an hour, kind and person. */
import { businessDayOf, offsetSpans, QUARTER_MS, type ShopTime } from "../../../contract/accounting/reports-time.ts";
import type { Database } from "../../storage/database/database.ts";
import type { BookingKind } from "./entries.ts";

/** One sum, in minor units. */
export interface TallyRow {
  currency: string;
  /** Start of the first quarter of an hour, in milliseconds since the epoch */
  at: number;
  kind: BookingKind;
  /** Null: no user was signed in */
  actor: string | null;
  /** Number of bookings without reductions */
  bookings: number;
  /** Number of payments in the period, each counted at its first booking of this kind */
  payments: number;
  amount: number;
  additionalAmount: number;
  transactionFee: number;
  interchangeFee: number;
}

/** A payment's first booking of a kind, and its actor. */
export interface FirstBooking {
  at: number;
  actor: string | null;
}

export interface PeriodTally {
  rows: TallyRow[];
  /** The only business day with bookings; null for several days or none */
  businessDay: string | null;
}

export type Tally = ReturnType<typeof openTally>;

const COLUMNS = `currency, quarter * ${QUARTER_MS} AS at, kind, nullif(actor, '') AS actor, bookings, payments, amount,
  additional_amount AS additionalAmount, transaction_fee AS transactionFee, interchange_fee AS interchangeFee`;

const BY_HOUR = `
  SELECT currency, min(quarter) * ${QUARTER_MS} AS at, kind, nullif(actor, '') AS actor, sum(bookings) AS bookings,
    sum(payments) AS payments, sum(amount) AS amount, sum(additional_amount) AS additionalAmount,
    sum(transaction_fee) AS transactionFee, sum(interchange_fee) AS interchangeFee
  FROM tally WHERE period > @z AND quarter >= @from AND quarter < @to
  GROUP BY currency, (quarter + @offset) / 4 % 24, kind, actor`;

export function openTally(database: Database) {
  const after = database.prepare<[number], TallyRow>(`SELECT ${COLUMNS} FROM tally WHERE period > ?`);
  const span = database.prepare<[number], { first: number | null; last: number | null }>(
    `SELECT min(quarter) * ${QUARTER_MS} AS first, max(quarter) * ${QUARTER_MS} AS last FROM tally WHERE period > ?`,
  );
  const byHour = database.prepare<{ z: number; from: number; to: number; offset: number }, TallyRow>(BY_HOUR);
  const between = database.prepare<[number, number], TallyRow>(
    `SELECT ${COLUMNS} FROM tally WHERE quarter >= ? AND quarter < ?`,
  );
  // With `min`, SQLite takes the other columns from the same row.
  const firsts = database.prepare<[string, number, number, string], FirstBooking>(
    `SELECT min(at) AS at, actor FROM booking INDEXED BY booking_by_time
     WHERE kind = ? AND at >= ? AND at < ? AND currency = ? AND amount + additional_amount > 0 GROUP BY pos_tid`,
  );
  const movedSum = database
    .prepare<[string, number, number, string], number>(
      `SELECT coalesce(sum(amount + additional_amount), 0) FROM booking INDEXED BY booking_by_time
       WHERE kind = ? AND at >= ? AND at < ? AND currency = ?`,
    )
    .pluck();
  const last = database.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM booking").pluck();
  const since = database.prepare<[], number>("SELECT at FROM booking ORDER BY sequence LIMIT 1").pluck();
  return {
    /**
     * Returns the sums after the Z with this number (0: none yet). A period longer than a day is summed by clock hour.
     */
    periodAfter(z: number, shop: ShopTime): PeriodTally {
      const { first = null, last = null } = span.get(z) ?? {};
      if (first === null || last === null) return { rows: [], businessDay: null };
      const businessDay = businessDayOf(first, shop);
      if (businessDay === businessDayOf(last, shop)) return { rows: after.all(z), businessDay };
      const rows = offsetSpans(first, last + QUARTER_MS, shop.timeZone).flatMap(({ from, to, offsetMs }) =>
        byHour.all({ z, from: from / QUARTER_MS, to: to / QUARTER_MS, offset: offsetMs / QUARTER_MS }),
      );
      return { rows, businessDay: null };
    },
    rowsBetween: (from: number, to: number): TallyRow[] => between.all(from / QUARTER_MS, to / QUARTER_MS),
    /** Returns the first booking of each payment with this kind and currency */
    firstBookings: (kind: "capture" | "refund", currency: string, from: number, to: number) =>
      firsts.all(kind, from, to, currency),
    /** Returns captured and refunded amounts with tips, to the millisecond */
    moneyBetween: (currency: string, from: number, to: number): { captured: number; refunded: number } => ({
      captured: movedSum.get("capture", from, to, currency) ?? 0,
      refunded: movedSum.get("refund", from, to, currency) ?? 0,
    }),
    /** The sequence of the last booking; 0 without bookings */
    lastSequence: (): number => last.get() ?? 0,
    /** Time of the first booking in milliseconds since the epoch, or null */
    firstBookingAt: (): number | null => since.get() ?? null,
  };
}
