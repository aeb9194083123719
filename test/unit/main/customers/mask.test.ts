import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskClaim } from "../../../../main/customers/mask.ts";

describe("a masked claim", () => {
  it.each([
    ["Kari Nordmann", "K••• N•••"],
    ["kari.nordmann@example.com", "k••• n••• e•••"],
    ["4791234567", "•••4567"],
    ["+4791234567", "•••4567"],
    ["Markveien 35", "M••• •••"],
    ["0554", "•••"],
    ["NO", "•••"],
    ["", "•••"],
  ])("of %j is %j", (value, masked) => {
    expect(maskClaim(value)).toBe(masked);
  });

  it("holds no word of two letters or more, and no number but the end of a telephone's", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (value) => {
        const masked = maskClaim(value);
        expect(masked.replace(/^•••\d{4}$/, "")).not.toMatch(/[\p{L}\p{N}]{2}/u);
        if (value.trim().length > 1) expect(masked).not.toContain(value.trim());
      }),
    );
  });

  it("says nothing of how long a word is, or of how many there are beyond three", () => {
    expect(maskClaim("Kari")).toBe(maskClaim("Karianne"));
    expect(maskClaim("a b c d e f")).toBe(maskClaim("a b c"));
  });
});
