/** The bookings: every change of money that this till learns of, written once. What to write is in `entries.ts`. */

import type { Assessment } from "../../payments/lifecycle.ts";
import type { OperationRow } from "../../payments/queue/operations.ts";
import type { PaymentRow } from "../../payments/rows.ts";
import type { Bookings } from "../../payments/store.ts";
import type { Database } from "../../storage/database/database.ts";
import { type Bookable, type Booked, type Entry, entriesFor } from "./entries.ts";

/** The `booking` table, as far as it is written. */
export function createBookings(database: Database): Bookings {
  const bookedOf = database.prepare<[string], Booked[number]>(
    `SELECT kind, id, sum(amount) AS amount, sum(additional_amount) AS additionalAmount,
       sum(transaction_fee) AS transactionFee, sum(interchange_fee) AS interchangeFee
     FROM booking WHERE pos_tid = ? GROUP BY kind, id`,
  );
  const insert = database.prepare<Entry & { posTid: string; currency: string; now: number }>(
    `INSERT INTO booking (period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor)
     VALUES ((SELECT number FROM open_period), @now, @posTid, @kind, @id, @currency, @amount,
       @additionalAmount, @transactionFee, @interchangeFee, @actor)`,
  );
  return {
    follow(payment, assessment, operations, now) {
      const bookable = bookableOf(payment, assessment, operations);
      if (bookable.outcome === null && assessment.phase !== "aborted" && assessment.phase !== "rejected") return;
      const { posTid, currency } = payment;
      for (const entry of entriesFor(bookable, bookedOf.all(posTid))) insert.run({ ...entry, posTid, currency, now });
    },
  };
}

function bookableOf(row: PaymentRow, assessment: Assessment, operations: readonly OperationRow[]): Bookable {
  const { currency, posTid, outcome, authorisedSeen, amount, takenBy } = row;
  const { phase, captured, refunded } = assessment;
  const additionalAmount = outcome?.additionalAmount ?? row.additionalAmount;
  return {
    currency,
    posTid,
    phase,
    outcome,
    authorisedSeen,
    amount,
    captured,
    refunded,
    takenBy,
    additionalAmount,
    released: releasedOf({ amount, additionalAmount }, assessment, operations),
    codeRanOut: row.codeEndedAt !== null,
    askedBy: (id) => operations.find((operation) => operation.id === id)?.actor,
    endedBy:
      operations.findLast(({ kind, state }) => (kind === "release" || kind === "abort") && state === "done")?.actor ??
      null,
  };
}

/** What of a reservation was given back beside what was taken of it, once the service has nothing of it any more. */
function releasedOf(
  asked: Bookable["released"],
  { authorisedLeft, authorisedAdditionalLeft, captured }: Assessment,
  operations: readonly OperationRow[],
): Bookable["released"] {
  const wasReleased = operations.some(({ kind, state }) => kind === "release" && state === "done");
  if (!wasReleased || authorisedLeft + authorisedAdditionalLeft > 0) return { amount: 0, additionalAmount: 0 };
  return {
    amount: Math.max(0, asked.amount - captured.amount),
    additionalAmount: Math.max(0, asked.additionalAmount - captured.additionalAmount),
  };
}
