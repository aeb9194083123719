/** The fifth wrong PIN locks for a minute, each further one for longer. */
const FREE_TRIES = 4;
const WAITS_MS = [1, 5, 15, 30].map((minutes) => minutes * 60_000);

export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

/**
 * Returns how many wrong PINs are left, including the one that starts the lockout. @param failures consecutive wrong
 * PINs
 */
export function triesLeft(failures: number): number {
  return Math.max(0, FREE_TRIES + 1 - failures);
}

/** Returns the wait in ms after a number of wrong PINs. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0;
}
