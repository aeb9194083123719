import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleOf } from "../../../../../renderer/office/reports/scale.ts";

describe("the scale of a chart", () => {
  it("has round lines, from zero to at least the largest bar", () => {
    expect(scaleOf(168_800)).toEqual({ top: 200_000, lines: [0, 50_000, 100_000, 150_000, 200_000] });
    expect(scaleOf(0)).toEqual({ top: 1, lines: [0] });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (most) => {
        const { top, lines } = scaleOf(most);
        expect(top).toBeGreaterThanOrEqual(most);
        expect(lines.at(-1)).toBe(top);
        expect(lines.length).toBeLessThanOrEqual(6);
        expect(lines.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});
