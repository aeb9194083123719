/** Sales that are not over, for what stops the till by itself: updates, the planned restart. */
import type { Database } from "../storage/database/database.ts";

/**
 * A customer is at the counter, or at the machine: a reservation that waits for its goods is no open sale, one whose goods
 * are dropping is.
 */
const OPEN_SALES = `
  SELECT (
    SELECT count(*) FROM payment
    WHERE phase IN ('draft','queued','waiting') OR (phase = 'authorised' AND action = 'SALE')
  ) + (SELECT count(*) FROM vend WHERE state IN ('authorising','dispensing','settling')) AS open`;

/** @returns a function that counts them */
export function openSales(database: Database): () => number {
  const count = database.prepare<[], { open: number }>(OPEN_SALES);
  return () => count.get()?.open ?? 0;
}
