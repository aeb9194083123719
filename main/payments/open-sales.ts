/** Sales that are not over, for what stops the till by itself: updates, the planned restart. */
import type { Database } from "../storage/database/database.ts";

/** A customer is at the counter: a reservation that waits for its goods is no open sale. */
const OPEN_SALES = `
  SELECT count(*) FROM payment
  WHERE phase IN ('draft','queued','waiting') OR (phase = 'authorised' AND action = 'SALE')`;

/**
 * @param openVends how many customers are at the machine
 * @returns a function that counts them
 */
export function openSales(database: Database, openVends: () => number): () => number {
  const count = database.prepare<[], number>(OPEN_SALES).pluck();
  return () => (count.get() ?? 0) + openVends();
}
