/** The payments with money that is reserved and not captured, whatever else is the matter with them. */

import type { Database } from "../../storage/database/database.ts";
import type { PaymentRow, PaymentRows } from "../rows.ts";

/**
 * All of them, in the order in which they were begun. A payment is among them in any phase: where a capture waits for a
 * person the customer's money is reserved as it was before.
 */
export function heldPayments(database: Database, rows: Pick<PaymentRows, "find">): PaymentRow[] {
  return heldPosTids(database).flatMap((posTid) => rows.find(posTid) ?? []);
}

/** Only which they are: for whoever must go on where one of them cannot be read. */
export function heldPosTids(database: Database): string[] {
  return database
    .prepare<[], string>("SELECT pos_tid FROM payment INDEXED BY payment_reserved WHERE reserved > 0 ORDER BY sequence")
    .pluck()
    .all();
}
