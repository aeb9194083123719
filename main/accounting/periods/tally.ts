/** The tally: sums of the bookings in the database, by period, quarter of an hour, kind and person. */
import { businessDayOf, QUARTER_MS, type ShopTime, stretches } from "../../../contract/reports-time.ts";
import type { Database } from "../../storage/database/database.ts";
import type { BookingKind } from "./entries.ts";

/** One sum. Amounts in minor units. */
export interface TallyRow {
  currency: string;
  /** When the (first) quarter of an hour begins, ms since the epoch */
  at: number;
  kind: BookingKind;
  /** Null: nobody was signed in */
  actor: string | null;
  /** How many bookings, corrections that take something away left out */
  bookings: number;
  /** How many payments came to this in the period, each counted at its first booking */
  payments: number;
  amount: number;
  additionalAmount: number;
  transactionFee: number;
  interchangeFee: number;
}

/** When a payment first came to a kind in some time, and whose work that was. */
export interface First {
  at: number;
  actor: string | null;
}

export interface PeriodTally {
  rows: TallyRow[];
  /** The business day that everything was booked in; null when there were several, or nothing was booked */
  businessDay: string | null;
}

export interface Tally {
  /**
   * Everything that is booked after the Z of this number (0: there is none yet). Of a period that is longer than a day,
   * what was booked at the same hour of the shop's clock is summed up: however long nobody closed it, it is few rows.
   */
  after(z: number, shop: ShopTime): PeriodTally;
  /** Everything that was booked from one moment until another, both on a quarter of an hour. */
  between(from: number, to: number): TallyRow[];
  /** The payments of this currency that came to a kind between two moments, each once, at its first */
  firstsBetween(kind: "capture" | "refund", currency: string, from: number, to: number): First[];
  /** What was captured and refunded between two moments, to the millisecond, additional amounts included */
  moneyBetween(currency: string, from: number, to: number): { captured: number; refunded: number };
  /** The last booking there is, 0 before the first */
  last(): number;
  /** When the first booking was made, ms since the epoch; null before it */
  since(): number | null;
}

const COLUMNS = `currency, quarter * ${QUARTER_MS} AS at, kind, nullif(actor, '') AS actor, bookings, payments, amount,
  additional_amount AS additionalAmount, transaction_fee AS transactionFee, interchange_fee AS interchangeFee`;

const BY_HOUR = `
  SELECT currency, min(quarter) * ${QUARTER_MS} AS at, kind, nullif(actor, '') AS actor, sum(bookings) AS bookings,
    sum(payments) AS payments, sum(amount) AS amount, sum(additional_amount) AS additionalAmount,
    sum(transaction_fee) AS transactionFee, sum(interchange_fee) AS interchangeFee
  FROM tally WHERE period > @z AND quarter >= @from AND quarter < @to
  GROUP BY currency, (quarter + @offset) / 4 % 24, kind, actor`;

/** The `tally` table, and what of the `booking` table is asked beside it. */
export function openTally(database: Database): Tally {
  const after = database.prepare<[number], TallyRow>(`SELECT ${COLUMNS} FROM tally WHERE period > ?`);
  const span = database.prepare<[number], { first: number | null; last: number | null }>(
    `SELECT min(quarter) * ${QUARTER_MS} AS first, max(quarter) * ${QUARTER_MS} AS last FROM tally WHERE period > ?`,
  );
  const byHour = database.prepare<{ z: number; from: number; to: number; offset: number }, TallyRow>(BY_HOUR);
  const between = database.prepare<[number, number], TallyRow>(
    `SELECT ${COLUMNS} FROM tally WHERE quarter >= ? AND quarter < ?`,
  );
  // With `min` SQLite takes the other columns from the row that has it.
  const firsts = database.prepare<[string, number, number, string], First>(
    `SELECT min(at) AS at, actor FROM booking INDEXED BY booking_by_time
     WHERE kind = ? AND at >= ? AND at < ? AND currency = ? AND amount + additional_amount > 0 GROUP BY pos_tid`,
  );
  const moved = database
    .prepare<[string, number, number, string], number>(
      `SELECT coalesce(sum(amount + additional_amount), 0) FROM booking INDEXED BY booking_by_time
       WHERE kind = ? AND at >= ? AND at < ? AND currency = ?`,
    )
    .pluck();
  const last = database.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM booking").pluck();
  const since = database.prepare<[], number>("SELECT at FROM booking ORDER BY sequence LIMIT 1").pluck();
  return {
    after(z, shop) {
      const { first = null, last = null } = span.get(z) ?? {};
      if (first === null || last === null) return { rows: [], businessDay: null };
      const businessDay = businessDayOf(first, shop);
      if (businessDay === businessDayOf(last, shop)) return { rows: after.all(z), businessDay };
      const rows = stretches(first, last + QUARTER_MS, shop.timeZone).flatMap(({ from, to, offsetMs }) =>
        byHour.all({ z, from: from / QUARTER_MS, to: to / QUARTER_MS, offset: offsetMs / QUARTER_MS }),
      );
      return { rows, businessDay: null };
    },
    between: (from, to) => between.all(from / QUARTER_MS, to / QUARTER_MS),
    firstsBetween: (kind, currency, from, to) => firsts.all(kind, from, to, currency),
    moneyBetween: (currency, from, to) => ({
      captured: moved.get("capture", from, to, currency) ?? 0,
      refunded: moved.get("refund", from, to, currency) ?? 0,
    }),
    last: () => last.get() ?? 0,
    since: () => since.get() ?? null,
  };
}
