/** Which PINs are too easily guessed: pure, for main, which decides, and for the screens, which say so at once. */

const COMMON = new Set([
  "123123",
  "121212",
  "112233",
  "123321",
  "654321",
  "101010",
  "131313",
  "159753",
  "1212",
  "2580",
  "1004",
  "2000",
]);

/**
 * Why a manager's PIN is too easily guessed, or null. The people who try are at the counter: they try runs,
 * repetitions and the handful of numbers that everybody picks.
 */
export function weakness(pin: string): string | null {
  return /^\d{6,12}$/.test(pin) ? guessable(pin) : "6 to 12 digits";
}

/** Why a PIN of any length is too easily guessed, or null: a run, a repetition, or one of those that everybody picks. */
export function guessable(pin: string): string | null {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  if (steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9)))
    return "no run or repetition of digits";
  return COMMON.has(pin) ? "a PIN that is not among the most common ones" : null;
}
