/** Whether a request may be sent again, and when. Pure: the queue waits, this decides. */
import { type ApiError, type BearerError, clampRetryAfter, isError } from "./errors.ts";

/** Why a request may be sent again, or may not. Specification: section 7; docs/protocol.md: G18. */
export type Verdict = { again: true; afterMs: number } | { again: false; because: "refused" | "credentials" };

/** The pause after the first, second … attempt; after the last of them, the last again. */
export const RETRY_SCHEDULE_MS = [1, 2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

/**
 * Decides whether a failed request is worth repeating, and when. "No answer" is *unknown*, never failure: it is
 * repeated for as long as the caller cares, with the same bytes.
 * @param attempt how many times it was sent, from 1
 * @param random  0…1, so that tests choose the jitter
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

/** The schedule's pause after an attempt, with 50 to 100 % of it: tills that failed together must not return together. */
export function pauseAfter(attempt: number, random: number): number {
  // What is no number waits longest: a pause of NaN would be none at all.
  const turn = Number.isNaN(Number(attempt)) ? RETRY_SCHEDULE_MS.length : Math.trunc(attempt);
  const index = Math.min(Math.max(turn, 1), RETRY_SCHEDULE_MS.length) - 1;
  const jitter = random >= 0 && random <= 1 ? random : 1;
  return Math.round((RETRY_SCHEDULE_MS[index] ?? 0) * (0.5 + jitter / 2));
}
