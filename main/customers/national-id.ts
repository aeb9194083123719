/**
 * Checks the age by a Norwegian national id (fødselsnummer) or D-number. The number is never stored, printed or logged.
 * Pure.
 */
import { wallClock } from "../../contract/accounting/reports-time.ts";

const FIRST = [3, 7, 6, 1, 8, 9, 4, 5, 2];
const SECOND = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Added to the first digit of a D-number. */
const D_NUMBER = 40;

/** Added to the month in the population register's test data. */
const SYNTHETIC = 80;

/** @returns null for a wrong length, date, century or check digit */
export function birthDateOf(number: string): { year: number; month: number; day: number } | null {
  if (!/^\d{11}$/.test(number)) return null;
  const digits = [...number].map(Number);
  if (checkDigit(digits, FIRST) !== digits[9] || checkDigit(digits, SECOND) !== digits[10]) return null;
  const pair = (at: number) => Number(number.slice(at, at + 2));
  const [first, second, years] = [pair(0), pair(2), pair(4)];
  const day = first > D_NUMBER ? first - D_NUMBER : first;
  const month = second > SYNTHETIC ? second - SYNTHETIC : second;
  const century = centuryOf(Number(number.slice(6, 9)), years);
  if (century === null) return null;
  const year = century + years;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { year, month, day } : null;
}

function centuryOf(individual: number, years: number): number | null {
  if (individual <= 499) return 1900;
  if (individual <= 749 && years >= 54) return 1800;
  if (individual >= 900 && years >= 40) return 1900;
  return years <= 39 ? 2000 : null;
}

/** 11 minus the remainder of the weighted sum; a result of 10 is never assigned. */
function checkDigit(digits: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return (11 - (sum % 11)) % 11;
}

/** True if the owner has reached this age in the shop's time zone. @returns null if unknown */
export function isOfAge(number: string, now: number, timeZone: string, age = 18): boolean | null {
  const born = birthDateOf(number);
  if (born === null) return null;
  const [year = 0, month = 0, day = 0] = wallClock(now, timeZone).date.split("-").map(Number);
  const had = month > born.month || (month === born.month && day >= born.day);
  const years = year - born.year - (had ? 0 : 1);
  return years < 0 ? null : years >= age;
}
