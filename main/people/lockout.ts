/** Lockout policy: after how many wrong PINs in a row, and for how long. Pure. */

/** The fifth wrong PIN costs a minute, then every further one more. */
const FREE_TRIES = 4;
const WAITS_MS = [1, 5, 15, 30].map((minutes) => minutes * 60_000);

export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

/** How many more wrong PINs cost no wait, or the one that costs the first. @param failures wrong ones in a row until now */
export function triesLeft(failures: number): number {
  return Math.max(0, FREE_TRIES + 1 - failures);
}

/** How long to wait after this many wrong PINs in a row, in ms; 0 while tries are free. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0;
}
