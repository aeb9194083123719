/** Decides whether and when a request may be sent again. The payment queue does the waiting. */
import { type ApiError, type BearerError, clampRetryAfter, isError } from "./errors.ts";

/** Decision about a retry (section 7; docs/protocol.md: G18). */
export type Verdict = { again: true; afterMs: number } | { again: false; because: "refused" | "credentials" };

/** Delay after the first, second … attempt; later attempts use the last one. */
export const RETRY_SCHEDULE_MS = [1, 2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

/**
 * Decides whether and when to retry a failed request. A missing response means *unknown*, not failure: the request is
 * repeated with the same bytes.
 * @param attempt number of attempts so far, from 1
 * @param random 0…1, the jitter
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

/**
 * Returns 50 to 100 % of the scheduled delay in ms. Jitter keeps tills that failed together from returning together.
 */
export function pauseAfter(attempt: number, random: number): number {
  // An invalid attempt uses the longest delay: NaN would mean none at all.
  const turn = Number.isNaN(Number(attempt)) ? RETRY_SCHEDULE_MS.length : Math.trunc(attempt);
  const index = Math.min(Math.max(turn, 1), RETRY_SCHEDULE_MS.length) - 1;
  const jitter = random >= 0 && random <= 1 ? random : 1;
  return Math.round((RETRY_SCHEDULE_MS[index] ?? 0) * (0.5 + jitter / 2));
}
