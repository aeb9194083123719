/** How long a comparison still takes, by how fast it went since the screen was opened: pure. */

/** How far it was, and when. */
export interface Mark {
  compared: number;
  /** ms since the epoch */
  at: number;
}

/** Less than this says nothing of the rest. */
const LEAST_MS = 2000;

/**
 * @param since how far it was when it was first seen: what came before may have been another day
 * @param now how far it is
 * @returns the time that the rest takes at that pace, in ms; null while it cannot be told
 */
export function timeLeft(since: Mark, now: Mark, total: number): number | null {
  const [done, took] = [now.compared - since.compared, now.at - since.at];
  if (done <= 0 || took < LEAST_MS) return null;
  return ((total - now.compared) / done) * took;
}
