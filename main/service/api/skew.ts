/** Clock skew between the till and the service (G27). Pure; the client keeps the last value. */
import { parseHttpDate } from "./http-date.ts";

/** Up to here the clocks count as equal: `Date` has whole seconds, and an answer takes time (G27). */
export const SKEW_TOLERANCE_MS = 30_000;

/**
 * Reads the skew off an answer.
 * @param dateHeader the answer's `Date`
 * @param now        the till's clock when the answer came, in ms since the epoch
 * @returns the service's clock minus the till's, in ms; null when the header is missing or no date
 */
export function measureSkew(dateHeader: string | undefined, now: number): number | null {
  const served = dateHeader === undefined ? null : parseHttpDate(dateHeader);
  return served === null ? null : served - now;
}

/** What to add to the till's clock for timestamps: nothing while the two agree within the tolerance (G27). */
export function correctionFor(skewMs: number): number {
  return Math.abs(skewMs) > SKEW_TOLERANCE_MS ? skewMs : 0;
}
