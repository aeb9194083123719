import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardCell, unguardCell } from "../../../../contract/values/csv.ts";

const SPACES = [" ", "\t", "\r", "\n", "\u00a0", "\u200b", "\ufeff", "\u3000", "\u2028"];
const UNSEEN = [
  "\u200e",
  "\u2060",
  "\u00ad",
  "\u180e",
  "\u202e",
  "\u0001",
  "\u0085",
  "\u034f",
  "\ufe0f",
  "\u3164",
  "\u{e0001}",
];
const OPERATORS = [
  "=",
  "+",
  "-",
  "@",
  "\uff1d",
  "\uff0b",
  "\uff0d",
  "\uff20",
  "\ufe62",
  "\ufe63",
  "\ufe66",
  "\ufe6b",
  "\u207a",
];
const OTHERS = ["\u207b", "\u208a", "\u2212", "=\u0338", "-\ufe0f", "'", "\uff07", "a", "1", "\ud83d", ""];
const cells = () =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...SPACES, ...UNSEEN), { maxLength: 3 }),
      fc.constantFrom(...OPERATORS, ...OTHERS),
      fc.string({ unit: "grapheme" }),
    )
    .map(([spaces, start, rest]) => spaces.join("") + start + rest);

describe("a cell", () => {
  it.each(["=1+1", "+47", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\u00a0=1", "\uff1d1", "=cmd|'/C calc'!A0"])(
    "that a spreadsheet would run starts with an apostrophe: %j",
    (text) => expect(guardCell(text)).toBe(`'${text}`),
  );

  it.each(UNSEEN)("that hides %j before or in front of a formula is text, too", (unseen) => {
    for (const text of [`${unseen}=1+1`, ` ${unseen}${unseen}+1`, `${unseen}\uff1d1`, `${unseen}\u207a1`])
      expect(guardCell(text)).toBe(`'${text}`);
  });

  it.each(["", "149", "Goods returned", "K7Q2-0142", "a=b", "•••5432"])(
    "that is harmless stays unchanged: %j",
    (text) => expect(guardCell(text)).toBe(text),
  );

  it("never starts a formula, behind any white space, and survives a round trip", () => {
    fc.assert(
      fc.property(cells(), (text) => {
        const cell = guardCell(text);
        const seen = [...cell].find((sign) => !SPACES.includes(sign) && !UNSEEN.includes(sign)) ?? "";
        expect(OPERATORS).not.toContain(seen);
        expect(/^[\t\r\n]/.test(cell)).toBe(false);
        expect(unguardCell(cell)).toBe(text);
      }),
    );
  });
});
