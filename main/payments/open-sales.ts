/** Counts open sales, which postpone updates and planned restarts. */
import type { Database } from "../storage/database/database.ts";

/** Sales with a customer at the counter. A reservation is none. */
const OPEN_SALES = `
  SELECT count(*) FROM payment
  WHERE phase IN ('draft','queued','waiting') OR (phase = 'authorised' AND action = 'SALE')`;

/**
 * @param openVends counts customers at the machine
 * @returns a function that counts open sales
 */
export function openSales(database: Database, openVends: () => number): () => number {
  const count = database.prepare<[], number>(OPEN_SALES).pluck();
  return () => (count.get() ?? 0) + openVends();
}
