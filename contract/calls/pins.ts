/**
 * Rejects PINs that are easily guessed. An attacker at the counter has few attempts and tries patterns, birthdays and
 * common numbers. The rules reject less than a twentieth of all PINs (a test counts), since users who are refused often
 * write their PIN down.
 */

import { type Reason, reasonFor } from "../reasons/reasons.ts";

const COMMON = new Set(
  (
    "292513 520131 314520 131452 131420 112358 142857 314159 123457 123450 123451 123443 135790 246813 124578 134679 " +
    "159263 258012 258025 258013 124816 248163 420690 696420 133700 313373 1004 0911 0070 4200"
  ).split(" "),
);

/** Documented and shown on every demo screen, so only the demo's own owner may have it. */
export const DEMO_PIN = "274951";

/** Returns why a PIN is too weak for a manager, or null. */
export function managerPinWeakness(pin: string): Reason | null {
  return /^[0-9]{6,12}$/.test(pin) ? pinWeakness(pin) : reasonFor("pin_six_digits");
}

/** Returns why a PIN is too weak, or null. Some rules apply only to long PINs. */
export function pinWeakness(pin: string): Reason | null {
  if (pin === DEMO_PIN) return reasonFor("pin_demo");
  if (hasPattern(pin) || isOnKeypad(pin)) return reasonFor("pin_pattern");
  if (isDate(pin)) return reasonFor("pin_date");
  return COMMON.has(pin) ? reasonFor("pin_common") : null;
}

function hasPattern(pin: string): boolean {
  const digits = [...pin].map(Number);
  return (
    (pin.length >= 6 && new Set(digits).size <= 2) ||
    isSequence(digits) ||
    isRepetition(pin) ||
    isMirrored(pin) ||
    hasPairPattern(digits) ||
    hasSimilarHalves(pin)
  );
}

/** A constant step, also over 9 and 0: 123456, 135791, 777777. */
function isSequence(digits: readonly number[]): boolean {
  const steps = stepsOf(digits);
  return steps.every((step) => step === steps[0]);
}

/** A repeated part: 123123, 696969. */
function isRepetition(pin: string): boolean {
  const lengths = [1, 2, 3, 4, 5, 6].filter((length) => length * 2 <= pin.length && pin.length % length === 0);
  return lengths.some((length) => pin.slice(0, length).repeat(pin.length / length) === pin);
}

function isMirrored(pin: string): boolean {
  return [...pin].reverse().join("") === pin;
}

/** Doubled digits (778811), or tens and ones that each keep a step of 0 or 1: 102030, 101112, 142536. */
function hasPairPattern(digits: readonly number[]): boolean {
  if (digits.length % 2 !== 0) return false;
  const tens = digits.filter((_, index) => index % 2 === 0);
  const ones = digits.filter((_, index) => index % 2 === 1);
  if (tens.every((digit, index) => digit === ones[index])) return true;
  return digits.length >= 6 && [tens, ones].every((row) => isSequence(row) && [0, 1, 9].includes(stepsOf(row)[0] ?? 0));
}

/**
 * Two halves of three or more digits that differ by one in the last, the first or every digit: 123124, 300200, 123234.
 */
function hasSimilarHalves(pin: string): boolean {
  const half = pin.length / 2;
  if (half < 3 || !Number.isInteger(half)) return false;
  const step = Math.abs(Number(pin.slice(half)) - Number(pin.slice(0, half)));
  return step === 1 || step === 10 ** (half - 1) || step === Number("1".repeat(half));
}

function stepsOf(digits: readonly number[]): number[] {
  return digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
}

const KEYPAD_LINES = new Set(
  ["123", "456", "789", "147", "258", "369", "159", "357", "580"].flatMap((line) => [
    line,
    [...line].reverse().join(""),
  ]),
);

/** Rows of keys (147258), or a path of adjacent keys without repetition (147896, 2580). */
function isOnKeypad(pin: string): boolean {
  const triples = pin.match(/.{3}/g) ?? [];
  if (pin.length >= 6 && pin.length % 3 === 0 && triples.every((triple) => KEYPAD_LINES.has(triple))) return true;
  const keys = [...pin];
  return (
    new Set(keys).size === keys.length &&
    keys.every((key, index) => index === 0 || areAdjacent(keys[index - 1] ?? "", key))
  );
}

function areAdjacent(left: string, right: string): boolean {
  const [from, to] = [keyPosition(left), keyPosition(right)];
  return Math.abs(from.row - to.row) + Math.abs(from.column - to.column) === 1;
}

function keyPosition(key: string): { row: number; column: number } {
  const index = "123456789 0".indexOf(key);
  return { row: Math.floor(index / 3), column: index % 3 };
}

const BIRTH_YEARS = { first: 1950, last: 2029 };

/** Dates: 170587, 17051987, 19870517, or a year of four digits. */
function isDate(pin: string): boolean {
  if (pin.length === 4) return isYear(pin);
  if (pin.length === 6) return isDay(pin.slice(0, 4)) && (isYear(`19${pin.slice(4)}`) || isYear(`20${pin.slice(4)}`));
  if (pin.length !== 8) return false;
  if (isDay(pin.slice(0, 4)) && isYear(pin.slice(4))) return true;
  return isDay(pin.slice(6) + pin.slice(4, 6)) && isYear(pin.slice(0, 4));
}

function isYear(text: string): boolean {
  return Number(text) >= BIRTH_YEARS.first && Number(text) <= BIRTH_YEARS.last;
}

function isDay(ddmm: string): boolean {
  const [day, month] = [Number(ddmm.slice(0, 2)), Number(ddmm.slice(2))];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}
