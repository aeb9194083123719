import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { birthDateOf, isOfAge } from "../../../../main/customers/national-id.ts";

/** Appends the two check digits by their definition: weighted sums divisible by 11. */
function withCheckDigits(nine: string): string | null {
  for (let last = 0; last < 100; last += 1) {
    const number = nine + String(last).padStart(2, "0");
    const sum = (weights: readonly number[]) =>
      weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
    const isFirst = sum([3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0;
    if (isFirst && sum([5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0) return number;
  }
  return null;
}

/** Ranges of individual numbers by year of birth, from the population register's table. */
const INDIVIDUALS: readonly [from: number, to: number, least: number, most: number][] = [
  [1854, 1899, 500, 749],
  [1900, 1999, 0, 499],
  [1940, 1999, 900, 999],
  [2000, 2039, 500, 999],
];

const people = fc
  .constantFrom(...INDIVIDUALS)
  .chain(([from, to, least, most]) =>
    fc.record({
      date: fc.date({ min: new Date(Date.UTC(from, 0, 1)), max: new Date(Date.UTC(to, 11, 31)), noInvalidDate: true }),
      individual: fc.integer({ min: least, max: most }),
      dNumber: fc.boolean(),
    }),
  )
  .map(({ date, individual, dNumber }) => {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const two = (value: number) => String(value % 100).padStart(2, "0");
    const nine = `${two(dNumber ? day + 40 : day)}${two(month)}${two(year)}${String(individual).padStart(3, "0")}`;
    return { number: withCheckDigits(nine), born: { year, month, day } };
  })
  .filter(
    (person): person is { number: string; born: { year: number; month: number; day: number } } =>
      person.number !== null,
  );

describe("a national id", () => {
  it("contains the holder's date of birth, also as a D-number", () => {
    fc.assert(
      fc.property(people, ({ number, born }) => {
        expect(birthDateOf(number)).toEqual(born);
      }),
    );
  });

  it("is invalid when any one digit changes", () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), ({ number }, at, by) => {
        const changed = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(birthDateOf(changed)).toBeNull();
      }),
    );
  });

  it.each(["", "1234567890", "123456789012", "00000000000", "31029912345", "abcdefghijk", "０1857112470"])(
    "is not %j",
    (text) => {
      expect(birthDateOf(text)).toBeNull();
      expect(isOfAge(text, Date.now(), "Europe/Oslo")).toBeNull();
    },
  );

  it("proves the age from the holder's 18th birthday in the shop's time zone", () => {
    const number =
      ["500", "501", "502", "503", "504"].map((one) => withCheckDigits(`020308${one}`)).find((one) => one !== null) ??
      "";
    expect(birthDateOf(number)).toEqual({ year: 2008, month: 3, day: 2 });
    expect(isOfAge(number, Date.parse("2026-03-01T22:59:59Z"), "Europe/Oslo")).toBe(false);
    expect(isOfAge(number, Date.parse("2026-03-01T23:00:00Z"), "Europe/Oslo")).toBe(true);
    expect(isOfAge(number, Date.parse("2007-01-01T00:00:00Z"), "Europe/Oslo")).toBeNull();
  });
});
