/** Decides whether and when a request may be sent again. The payment queue does the waiting. */
import { type ApiError, type BearerError, clampRetryAfter, isError } from "./errors.ts";

export type Verdict = { again: true; afterMs: number } | { again: false; because: "refused" | "credentials" };

/** Delay after the first, second … attempt; later attempts use the last one. */
export const RETRY_SCHEDULE_MS = [1, 2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

/**
 * Decides about a retry. Without a response the result is *unknown*, so the same bytes are sent again.
 * @param attempt number of attempts so far, from 1
 */
export function mayRepeat(error: ApiError | BearerError, attempt: number, random: number): Verdict {
  if (!isError(error)) return { again: false, because: "refused" };
  if (error.kind === "credentials") return { again: false, because: "credentials" };
  if (error.kind !== "try_again") return { again: false, because: "refused" };
  const pause = pauseAfter(attempt, random);
  return {
    again: true,
    afterMs: error.retryAfterMs === null ? pause : clampRetryAfter(Math.max(pause, error.retryAfterMs)),
  };
}

/** Returns 50 to 100 % of the scheduled delay in ms; jitter spreads tills that failed together. */
export function pauseAfter(attempt: number, random: number): number {
  // An invalid attempt uses the longest delay: NaN would mean none at all.
  const position = Number.isNaN(Number(attempt)) ? RETRY_SCHEDULE_MS.length : Math.trunc(attempt);
  const index = Math.min(Math.max(position, 1), RETRY_SCHEDULE_MS.length) - 1;
  const jitter = random >= 0 && random <= 1 ? random : 1;
  return Math.round((RETRY_SCHEDULE_MS[index] ?? 0) * (0.5 + jitter / 2));
}
