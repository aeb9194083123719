import { describe, expect, it } from "vitest";
import { parsePercent, percentDigits, percentText } from "../../../../contract/values/percent.ts";

describe("a percentage", () => {
  it.each([
    ["10", 1000],
    ["12,5", 1250],
    ["12.50", 1250],
    ["0,01", 1],
    ["100", 10_000],
    ["7,", 700],
    ["\u200e12,5\u00a0%\u200f", 1250],
    ["25.0000", 2500],
    ["12,500 %", 1250],
    ["١٢٫٥٪", 1250],
    ["0", null],
    ["100,01", null],
    ["999", null],
    ["1,234", null],
    ["-5", null],
    ["ten", null],
    ["", null],
  ])("%s is %s in hundredths", (text, rate) => {
    expect(parsePercent(text, 1)).toBe(rate);
  });

  it("is written in the shop's format in a field, and with a point for machines", () => {
    expect([percentDigits(1250, "nb-NO"), percentDigits(1250), percentDigits(2500, "nb-NO")]).toEqual([
      "12,5",
      "12.5",
      "25",
    ]);
  });

  it("is written in the language's format", () => {
    expect([percentText(1000, "en-GB"), percentText(1250, "nb-NO")]).toEqual(["10%", "12,5\u00a0%"]);
  });
});
