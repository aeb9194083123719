import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardCell, unguardCell } from "../../../../main/exports/guard.ts";

const SPACES = [" ", "\t", "\r", "\n", "\u00a0", "\u200b", "\ufeff"];
const STARTS = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "'", "a", "1", ""];
const cells = () =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...SPACES), { maxLength: 3 }),
      fc.constantFrom(...STARTS),
      fc.string({ unit: "grapheme" }),
    )
    .map(([spaces, start, rest]) => spaces.join("") + start + rest);

describe("a cell", () => {
  it.each(["=1+1", "+47", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\u00a0=1", "\uff1d1", "=cmd|'/C calc'!A0"])(
    "that a spreadsheet would run begins with an apostrophe: %j",
    (text) => expect(guardCell(text)).toBe(`'${text}`),
  );

  it.each(["", "149", "Goods returned", "K7Q2-0142", "a=b", "•••5432"])("that is harmless stays as it is: %j", (text) =>
    expect(guardCell(text)).toBe(text),
  );

  it("never begins, behind any white space, with what makes a formula, and is read back as it was", () => {
    fc.assert(
      fc.property(cells(), (text) => {
        const cell = guardCell(text);
        expect(/^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell)).toBe(false);
        expect(/^[\t\r\n]/.test(cell)).toBe(false);
        expect(unguardCell(cell)).toBe(text);
      }),
    );
  });
});
