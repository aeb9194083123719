/** The bookings: an append-only record of every change of money. `entries.ts` decides what to write. */

import type { Phase } from "../../../contract/values/phases.ts";
import type { FeeBookings } from "../../customers/store.ts";
import type { Assessment } from "../../payments/lifecycle.ts";
import type { PaymentRow } from "../../payments/payment-row.ts";
import type { OperationRow } from "../../payments/queue/operation.ts";
import type { Bookings } from "../../payments/store.ts";
import { afterCommit, type Database } from "../../storage/database/database.ts";
import { openBookedVat } from "./booked-vat.ts";
import { type Bookable, type Booked, type Entry, entriesFor, NO_MONEY } from "./entries.ts";

/** Creates the writer of the `booking` table. `onMoney` runs after a commit with a capture or refund. */
export function createBookings(database: Database, onMoney: () => void = () => undefined): Bookings & FeeBookings {
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
  const vat = openBookedVat(database);
  return {
    permission({ amount, ...fee }, now) {
      insert.run({ ...NO_MONEY, ...fee, kind: "permission", transactionFee: amount, now });
    },
    follow(payment, assessment, operations, now) {
      const bookable = bookableOf(payment, assessment, operations);
      if (bookable.outcome === null && assessment.phase !== "aborted" && assessment.phase !== "rejected") return;
      const { posTid, currency } = payment;
      const entries = entriesFor(bookable, bookedOf.all(posTid));
      for (const entry of entries) insert.run({ ...entry, posTid, currency, now });
      if (!entries.some(({ kind }) => kind === "capture" || kind === "refund")) return;
      vat.follow(posTid, payment.lines);
      afterCommit(database, onMoney);
    },
  };
}

function bookableOf(row: PaymentRow, assessment: Assessment, operations: readonly OperationRow[]): Bookable {
  const { currency, posTid, outcome, wasAuthorised, amount, takenBy } = row;
  const { phase, captured, refunded } = assessment;
  const additionalAmount = outcome?.additionalAmount ?? row.additionalAmount;
  return {
    currency,
    posTid,
    phase,
    outcome,
    wasAuthorised,
    amount,
    captured,
    refunded,
    takenBy,
    additionalAmount,
    ...uncapturedRest({ amount, additionalAmount }, { outcome, wasAuthorised }, assessment, operations),
    codeRanOut: row.codeEndedAt !== null,
    requesterOf: (id) => operations.find((operation) => operation.id === id)?.actor,
    endedBy:
      operations.findLast(({ kind, state }) => (kind === "release" || kind === "abort") && state === "done")?.actor ??
      null,
  };
}

const ZERO_AMOUNTS = { amount: 0, additionalAmount: 0 };

/** Phases in which `fail` ended only the uncaptured rest of an authorisation (section 3, G11). */
const KEEPS_CAPTURES: readonly Phase[] = ["captured", "partly_refunded", "refunded"];

/** Returns the uncaptured rest of a reservation. Both are zero while the service still holds money. */
function uncapturedRest(
  requested: Bookable["released"],
  { outcome, wasAuthorised }: Pick<Bookable, "outcome" | "wasAuthorised">,
  { authorisedLeft, authorisedAdditionalLeft, captured, phase }: Assessment,
  operations: readonly OperationRow[],
): Pick<Bookable, "released" | "lapsed"> {
  const rest = {
    amount: Math.max(0, requested.amount - captured.amount),
    additionalAmount: Math.max(0, requested.additionalAmount - captured.additionalAmount),
  };
  const noRest = { released: ZERO_AMOUNTS, lapsed: ZERO_AMOUNTS };
  if (authorisedLeft + authorisedAdditionalLeft > 0) return noRest;
  const releases = operations.filter(({ kind, state }) => kind === "release" && state !== "refused");
  if (releases.some(({ state }) => state === "done")) return { ...noRest, released: rest };
  // A pending release may be what ended the reservation; its response decides.
  const hasEnded = outcome?.status === "ok" || (outcome?.status === "fail" && KEEPS_CAPTURES.includes(phase));
  const isLapsed = releases.length === 0 && wasAuthorised && hasEnded;
  return isLapsed ? { ...noRest, lapsed: rest } : noRest;
}
