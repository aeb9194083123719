import type { ArrivalBucket } from "../../../contract/diagnostics/diagnostics.ts";
import { iso } from "../../lib/iso-time.ts";
import type { Database } from "../../storage/database/database.ts";

const HOUR_MS = 60 * 60_000;

export const TRENDS = {
  day: { buckets: 8, spanMs: 3 * HOUR_MS },
  week: { buckets: 7, spanMs: 24 * HOUR_MS },
} as const;

// Grouped by the payment's start, which is indexed; events follow within minutes.
const SUMS = `
  SELECT CAST((created_at - @from) / @spanMs AS INTEGER) AS bucket,
    sum(json_extract(arrivals, '$.callback')) AS callback,
    sum(json_extract(arrivals, '$.poll')) AS poll,
    sum(json_extract(arrivals, '$.answer')) AS answer
  FROM payment WHERE created_at >= @from AND created_at < @to GROUP BY bucket`;

/** Prepares the query that counts which channel delivered each event first. */
export function arrivalTrend(database: Database): (trend: keyof typeof TRENDS, now: number) => ArrivalBucket[] {
  const sums = database.prepare<object, { bucket: number; callback: number; poll: number; answer: number }>(SUMS);
  return (trend, now) => {
    const { buckets, spanMs } = TRENDS[trend];
    // Spans end at the next full hour, so repeated views show the same spans.
    const to = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
    const from = to - buckets * spanMs;
    const rowsByBucket = new Map(sums.all({ from, to, spanMs }).map((row) => [row.bucket, row]));
    return Array.from({ length: buckets }, (_, bucket) => {
      const { callback = 0, poll = 0, answer = 0 } = rowsByBucket.get(bucket) ?? {};
      const bucketStart = from + bucket * spanMs;
      return { from: iso(bucketStart), to: iso(bucketStart + spanMs), callback, poll, answer };
    });
  };
}
