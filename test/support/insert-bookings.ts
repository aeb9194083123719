/** Inserts bookings directly into a database, without the till's booking rules. */
import type { Database } from "../../main/storage/database/database.ts";

export interface InsertedBooking {
  kind: "capture" | "refund" | "fee" | "aborted";
  amount: number;
  additional: number;
  at: number;
  text?: string | null;
  person?: string | null;
}

/** Inserts these bookings, each with its own payment. */
export function insertBookings(database: Database, bookings: readonly InsertedBooking[]): void {
  const before = Number(database.prepare("SELECT coalesce(max(sequence), 0) FROM payment").pluck().get());
  const payment = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, text, taken_by,
       phase, captured_total, created_at, modified_at)
     VALUES (@posTid, @sequence, @number, 'SALE', 'NOK', @amount, @additional, 0, @text, @person, 'captured', @amount, @at, @at)`,
  );
  const booking = database.prepare(
    `INSERT INTO booking (period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor)
     VALUES (1, @at, @posTid, @kind, NULL, 'NOK', @amount, @additional, 0, 0, @person)`,
  );
  for (const [index, { amount, additional, kind, at, text = null, person = null }] of bookings.entries()) {
    const sequence = before + index + 1;
    const number = `TEST-${String(sequence).padStart(4, "0")}`;
    const row = { sequence, number, posTid: `${number}-X`, amount: Math.max(1, amount), additional, at, text, person };
    payment.run(row);
    booking.run({ ...row, amount, kind });
  }
}
