import type { ArrivalBucket } from "../../../contract/diagnostics.ts";
import { iso } from "../../lib/iso-time.ts";
import type { Database } from "../../storage/database/database.ts";

const HOUR_MS = 60 * 60_000;

/** The last day in spans of three hours, the last week in spans of a day. */
export const TRENDS = {
  day: { buckets: 8, spanMs: 3 * HOUR_MS },
  week: { buckets: 7, spanMs: 24 * HOUR_MS },
} as const;

// By the time at which a payment began: news of it follows within minutes, and there is an index for it.
const SUMS = `
  SELECT CAST((created_at - @from) / @spanMs AS INTEGER) AS bucket,
    sum(json_extract(arrivals, '$.callback')) AS callback,
    sum(json_extract(arrivals, '$.poll')) AS poll,
    sum(json_extract(arrivals, '$.answer')) AS answer
  FROM payment WHERE created_at >= @from AND created_at < @to GROUP BY bucket`;

/** Prepares the question which way brought the news first. */
export function arrivalTrend(database: Database): (trend: keyof typeof TRENDS, now: number) => ArrivalBucket[] {
  const sums = database.prepare<object, { bucket: number; callback: number; poll: number; answer: number }>(SUMS);
  return (trend, now) => {
    const { buckets, spanMs } = TRENDS[trend];
    // On whole hours, the one that has begun included: who looks twice sees the same spans.
    const to = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
    const from = to - buckets * spanMs;
    const found = new Map(sums.all({ from, to, spanMs }).map((row) => [row.bucket, row]));
    return Array.from({ length: buckets }, (_, bucket) => {
      const { callback = 0, poll = 0, answer = 0 } = found.get(bucket) ?? {};
      const begin = from + bucket * spanMs;
      return { from: iso(begin), to: iso(begin + spanMs), callback, poll, answer };
    });
  };
}
