import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesTotal, MAX_LINES, MAX_QUANTITY } from "../../../../../contract/values/lines.ts";
import { MAX_AMOUNT } from "../../../../../contract/values/money.ts";
import {
  EMPTY_ENTRY,
  type Entry,
  type EntryAction,
  entryReducer,
  soldLines,
  totalOf,
  typedAmount,
  type UnitsFirst,
} from "../../../../../renderer/kit/amount/entry.ts";
import { entryActionOf } from "../../../../../renderer/kit/amount/keys.ts";

function type(keys: string, currency = "NOK", from: Entry = EMPTY_ENTRY, first: UnitsFirst = "minor"): Entry {
  const actions = [...keys].map((key): EntryAction | null => {
    if (key === "<") return { type: "backspace" };
    if (key === "C") return { type: "clear" };
    if (key === "H") return { type: "double_zero" };
    return entryActionOf(key);
  });
  return actions.reduce<Entry>(
    (entry, action) => (action ? entryReducer(entry, action, currency, first) : entry),
    from,
  );
}

const total = (keys: string, currency = "NOK") => totalOf(type(keys, currency));

describe("keying in an amount", () => {
  it.each([
    ["149", 149],
    ["149,", 14_900],
    ["149.", 14_900],
    ["149,5", 14_950],
    ["149,50", 14_950],
    ["149,507", 14_950],
    ["149,,5", 14_950],
    [",5", 50],
    ["000", 0],
    ["1H", 100],
    ["H", 0],
    ["99999999", 99_999_999],
  ])("%s is %i in minor units", (keys, amount) => {
    expect(total(keys)).toBe(amount);
  });

  it("supports currencies with zero and three decimals", () => {
    expect(total("149,5", "JPY")).toBe(1495);
    expect(total("149,5", "KWD")).toBe(149_500);
    expect(total("1495", "KWD")).toBe(1495);
  });

  it("refuses a ninth digit, or a separator that requires one, and shows a message", () => {
    expect(type("999999990")).toMatchObject({ problem: "too_large" });
    expect(total("999999990")).toBe(99_999_999);
    expect(type("12345678,").problem).toBe("too_large");
    expect(total("12345678,")).toBe(12_345_678);
    expect(type("123456780<").problem).toBeNull();
  });

  it("deletes one digit at a time, and the separator before its decimals", () => {
    expect(total("149<")).toBe(14);
    expect(total("149,50<")).toBe(14_950);
    expect(type("149,50<").typing).toEqual({ kind: "amount", amount: 14_950, decimals: 1 });
    expect(total("149,50<<")).toBe(14_900);
    expect(total("149,50<<<")).toBe(149);
    expect(type("1<")).toEqual(EMPTY_ENTRY);
  });

  it("clears the typed amount first, and the tape at the second press", () => {
    expect(total("100+50C")).toBe(100);
    expect(type("100+50CC")).toEqual(EMPTY_ENTRY);
  });
});

describe("the tape", () => {
  it("totals the lines and the typed amount", () => {
    expect(type("4900+5100").lines).toEqual([{ amount: 4900, times: 1 }]);
    expect(total("4900+5100")).toBe(10_000);
    expect(type("4900++").lines).toHaveLength(1);
  });

  it("multiplies the last line, typed or on the tape", () => {
    expect(total("4900*2")).toBe(9800);
    expect(total("4900+*2")).toBe(9800);
    expect(type("4900*12+").lines).toEqual([{ amount: 4900, times: 12 }]);
    expect(total("100+4900*2+5100")).toBe(15_000);
    expect(total("*2")).toBe(2);
  });

  it("leaves a line unchanged when the multiplier is incomplete", () => {
    expect(total("4900*")).toBe(4900);
    expect(type("4900*+").lines).toEqual([{ amount: 4900, times: 1 }]);
    expect(total("4900*12<")).toBe(4900);
    expect(total("4900*2<<")).toBe(4900);
  });

  it("refuses a multiplier that makes the total too large", () => {
    const entry = type("99999999*2");
    expect(entry.problem).toBe("too_large");
    expect(totalOf(entry)).toBe(99_999_999);
  });

  it("accepts both zeros of a multiplier or neither", () => {
    const ten = type("100+×10");
    expect(totalOf(ten)).toBe(1000);
    expect(entryReducer(ten, { type: "double_zero" }, "NOK")).toEqual({ ...ten, problem: "too_large" });
  });

  it("removes any one line, and an incomplete multiplier with its line", () => {
    const entry = type("100+200+300*4");
    expect(totalOf(entryReducer(entry, { type: "remove", index: 0 }, "NOK"))).toBe(1400);
    expect(totalOf(entryReducer(entry, { type: "remove", index: 2 }, "NOK"))).toBe(300);
  });
});

describe("pasting", () => {
  const paste = (text: string, from = EMPTY_ENTRY) => entryReducer(from, { type: "paste", text }, "NOK");

  it("accepts common formats of amounts", () => {
    expect(totalOf(paste("1 234,50"))).toBe(123_450);
    expect(totalOf(paste("149"))).toBe(14_900);
    expect(totalOf(paste("\u200e149,00\u200f"))).toBe(14_900);
  });

  it("refuses an ambiguous amount, and leaves the entry unchanged", () => {
    const before = type("100+");
    expect(paste("1.234", before)).toEqual({ ...before, problem: "ambiguous" });
    const dinars = (text: string) => entryReducer(before, { type: "paste", text, decimal: "." }, "KWD");
    expect(totalOf(dinars("1.234"))).toBe(1334);
    expect(dinars("1,234")).toEqual({ ...before, problem: "ambiguous" });
    expect(paste("kaffe", before)).toEqual({ ...before, problem: "not_a_number" });
    expect(paste("9999999", before)).toEqual({ ...before, problem: "too_large" });
  });
});

describe("the tape as sent to the till", () => {
  it.each([
    ["149", undefined],
    ["149+", undefined],
    ["4900*2+5100", [line(2, 4900), line(1, 5100)]],
    ["4900*2", [line(2, 4900)]],
    ["4900*", undefined],
    ["5100+4900*", [line(1, 5100), line(1, 4900)]],
    ["", undefined],
  ])("%s", (keys, lines) => {
    expect(soldLines(type(keys))).toEqual(lines);
  });

  it("ends with the total of the remaining lines when it is longer than a receipt", () => {
    const entry = type("5+".repeat(MAX_LINES + 50));
    const lines = soldLines(entry) ?? [];
    expect(lines).toHaveLength(MAX_LINES);
    expect(lines.at(-1)).toEqual(line(1, 51 * 5));
    expect(linesTotal(lines)).toBe(totalOf(entry));
  });

  function line(quantity: number, unitAmount: number) {
    return { quantity, unitAmount };
  }
});

const action: fc.Arbitrary<EntryAction> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant("digit" as const), digit: fc.nat(9) }) },
  fc.constantFrom<EntryAction>(
    { type: "double_zero" },
    { type: "separator" },
    { type: "add" },
    { type: "multiply" },
    { type: "backspace" },
    { type: "clear" },
  ),
  fc.record({ type: fc.constant("remove" as const), index: fc.nat(4) }),
  fc.record({ type: fc.constant("paste" as const), text: fc.stringMatching(/^[0-9., ]{0,9}$/) }),
);
const currencies = fc.constantFrom("NOK", "JPY", "KWD");

describe("any keys in any order", () => {
  it("produce an amount of at most eight digits, in whole minor units, and never negative", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), currencies, (actions, currency) => {
        const entry = actions.reduce((state, next) => entryReducer(state, next, currency), EMPTY_ENTRY);
        const amount = totalOf(entry);
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual(MAX_AMOUNT);
        const lines = soldLines(entry);
        if (lines) expect(linesTotal(lines)).toBe(amount);
        for (const { quantity, unitAmount } of lines ?? []) {
          expect(quantity).toBeGreaterThanOrEqual(1);
          expect(quantity).toBeLessThanOrEqual(MAX_QUANTITY);
          expect(unitAmount).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it("change nothing when they are refused, and always show a message", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), action, currencies, (actions, last, currency) => {
        const before = actions.reduce((state, next) => entryReducer(state, next, currency), EMPTY_ENTRY);
        const after = entryReducer(before, last, currency);
        if (after.problem !== null) expect(totalOf(after)).toBe(totalOf(before));
      }),
    );
  });

  it("are undone by clearing twice", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), currencies, (actions, currency) => {
        const entry = [...actions, { type: "clear" as const }, { type: "clear" as const }].reduce<Entry>(
          (state, next) => entryReducer(state, next, currency),
          EMPTY_ENTRY,
        );
        expect(entry).toEqual(EMPTY_ENTRY);
      }),
    );
  });
});

describe("keying in an amount, whole units first", () => {
  const whole = (keys: string, currency = "NOK") => totalOf(type(keys, currency, EMPTY_ENTRY, "whole"));

  it.each([
    ["149", 14_900],
    ["149,", 14_900],
    ["149,5", 14_950],
    ["149,507", 14_950],
    [",5", 50],
    ["000", 0],
    ["1H", 10_000],
    ["149<", 1400],
    ["149,5<", 14_900],
    ["149,5<<", 14_900],
    ["149,5<<<", 1400],
    ["149,<0", 149_000],
    ["1<", 0],
    ["12+5", 1700],
    ["12+*3", 3600],
    ["999999", 99_999_900],
  ])("%s is %i in minor units", (keys, amount) => {
    expect(whole(keys)).toBe(amount);
  });

  it("is unchanged in a currency without minor units, and supports three decimals", () => {
    expect(whole("1495", "JPY")).toBe(1495);
    expect(whole("149<", "JPY")).toBe(14);
    expect(whole("149,5", "KWD")).toBe(149_500);
  });

  it("refuses an amount that would be too large", () => {
    expect(type("1234567", "NOK", EMPTY_ENTRY, "whole")).toMatchObject({ problem: "too_large" });
    expect(whole("1234567")).toBe(12_345_600);
  });

  it("appends digits to an amount that was pasted or restored", () => {
    const standing = typedAmount(12_350, "NOK", "whole");
    const pasted = entryReducer(EMPTY_ENTRY, { type: "paste", text: "123,50" }, "NOK", "whole");
    expect(pasted).toEqual(standing);
    expect(totalOf(type("7", "NOK", standing, "whole"))).toBe(12_350);
    expect(totalOf(type("<", "NOK", standing, "whole"))).toBe(12_300 + 50);
    expect(totalOf(type("<<<<", "NOK", standing, "whole"))).toBe(1200);
    expect(typedAmount(0, "NOK", "whole")).toEqual(EMPTY_ENTRY);
  });
});
