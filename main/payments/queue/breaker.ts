/** Circuit breaker: keeps the till from hammering a service that is down. It delays, and never discards. Pure. */

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

export interface Breaker {
  /** Attempts without an answer that helps, in a row */
  failures: number;
  /** Nothing is sent before this moment of the monotonic clock; null: closed */
  openUntil: number | null;
}

export const CLOSED: Breaker = { failures: 0, openUntil: null };

/** After an attempt without an answer, or with a server error. */
export function afterFailure({ failures }: Breaker, monotonicNow: number): Breaker {
  const counted = failures + 1;
  if (counted < FAILURES_TO_OPEN) return { failures: counted, openUntil: null };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (counted - FAILURES_TO_OPEN), LONGEST_PAUSE_MS);
  return { failures: counted, openUntil: monotonicNow + pause };
}

/** An operator's action may be the probe: the next attempt goes out at once, and decides. */
export function asked(breaker: Breaker, monotonicNow: number): Breaker {
  return breaker.openUntil === null ? breaker : { ...breaker, openUntil: monotonicNow };
}

/** How long nothing may be sent yet, in ms. */
export function pauseLeft({ openUntil }: Breaker, monotonicNow: number): number {
  return openUntil === null ? 0 : Math.max(0, openUntil - monotonicNow);
}
