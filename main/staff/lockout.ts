/** After how many wrong PINs in a row nobody gets in, and for how long: pure. */

/** The fifth wrong PIN costs a minute, then every further one more. */
const FREE_TRIES = 4;
const WAITS_MS = [1, 5, 15, 30].map((minutes) => minutes * 60_000);

/** How long to wait after this many wrong PINs in a row, in ms; 0 while tries are free. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0;
}

const COMMON = new Set(["123123", "121212", "112233", "123321", "654321", "101010", "131313", "159753"]);

/**
 * Why a manager's PIN is too easily guessed, or null. The people who try are at the counter: they try runs,
 * repetitions and the handful of numbers that everybody picks.
 */
export function weakness(pin: string): string | null {
  if (!/^\d{6,12}$/.test(pin)) return "6 to 12 digits";
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  if (steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9)))
    return "no run or repetition of digits";
  return COMMON.has(pin) ? "a PIN that is not among the most common ones" : null;
}
