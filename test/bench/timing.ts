/** Times of many calls, and their statistics. */
import { percentileOf } from "./row.ts";

export interface Measured {
  what: string;
  calls: number;
  /** Milliseconds */
  median: number;
  p95: number;
  longest: number;
  /** Limit of the 95th percentile in ms; null: shown only */
  limit: number | null;
}

/** Returns the statistics of a list of times (ms). */
export function measuredOf(what: string, limit: number | null, times: readonly number[]): Measured {
  const [median = 0, p95 = 0, longest = 0] =
    times.length === 0 ? [] : [0.5, 0.95, 1].map((share) => percentileOf(times, share));
  return { what, calls: times.length, median, p95, longest, limit };
}
