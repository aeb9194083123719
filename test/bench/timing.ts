/** Times of many calls, and what they come to. */

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
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { what, calls: times.length, median: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? 0, limit };
}
