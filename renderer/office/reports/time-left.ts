export interface Mark {
  compared: number;
  /** ms since the epoch */
  at: number;
}

/** A shorter observation does not allow an estimate. */
const LEAST_MS = 2000;

/**
 * @param since first observed progress: earlier progress may be from another day
 * @param now current progress
 * @returns remaining ms at that speed; null while unknown
 */
export function timeLeft(since: Mark, now: Mark, total: number): number | null {
  const [share, elapsed] = [now.compared - since.compared, now.at - since.at];
  if (share <= 0 || elapsed < LEAST_MS) return null;
  return ((total - now.compared) / share) * elapsed;
}
