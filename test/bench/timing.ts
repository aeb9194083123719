/** Times of many calls, and what they come to. */
import { percentileOf } from "./row.ts";

export interface Measured {
  what: string;
  calls: number;
  /** ms */
  median: number;
  p95: number;
  longest: number;
  /** What the 95th percentile has to stay under, in ms; null: it is only shown */
  limit: number | null;
}

/** What a list of times (ms) comes to. */
export function measuredOf(what: string, limit: number | null, times: readonly number[]): Measured {
  const [median = 0, p95 = 0, longest = 0] =
    times.length === 0 ? [] : [0.5, 0.95, 1].map((share) => percentileOf(times, share));
  return { what, calls: times.length, median, p95, longest, limit };
}
