/** Circuit breaker for a service that is down. Delays requests, never discards them. Pure functions. */

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

export interface Breaker {
  failures: number;
  /** Monotonic time before which nothing is sent; null: closed */
  openUntil: number | null;
}

export const CLOSED: Breaker = { failures: 0, openUntil: null };

/** Counts a failure. Opens the breaker at the fifth in a row, for longer with each further failure. */
export function afterFailure({ failures }: Breaker, monotonicNow: number): Breaker {
  const nextFailures = failures + 1;
  if (nextFailures < FAILURES_TO_OPEN) return { failures: nextFailures, openUntil: null };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (nextFailures - FAILURES_TO_OPEN), LONGEST_PAUSE_MS);
  return { failures: nextFailures, openUntil: monotonicNow + pause };
}

/** Allows the next attempt at once as a probe. */
export function allowProbe(breaker: Breaker, monotonicNow: number): Breaker {
  return breaker.openUntil === null ? breaker : { ...breaker, openUntil: monotonicNow };
}

/** Returns the remaining pause in ms; 0 when the breaker is closed. */
export function pauseLeft({ openUntil }: Breaker, monotonicNow: number): number {
  return openUntil === null ? 0 : Math.max(0, openUntil - monotonicNow);
}
