import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeLeft } from "../../../../../renderer/office/reports/time-left.ts";

describe("the remaining time of a comparison", () => {
  it("is extrapolated from the pace since the screen was opened", () => {
    expect(timeLeft({ compared: 100, at: 0 }, { compared: 200, at: 10_000 }, 437)).toBe(23_700);
    expect(timeLeft({ compared: 0, at: 5000 }, { compared: 437, at: 60_000 }, 437)).toBe(0);
  });

  it("is not shown before the pace is known", () => {
    expect(timeLeft({ compared: 0, at: 0 }, { compared: 0, at: 60_000 }, 437)).toBeNull();
    expect(timeLeft({ compared: 0, at: 0 }, { compared: 5, at: 500 }, 437)).toBeNull();
  });

  it("never grows at a constant pace, and is never below zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 500 }), (perTick, total) => {
        const lefts = Array.from({ length: 20 }, (_, tick) => {
          const compared = Math.min(total, perTick * tick);
          return timeLeft({ compared: 0, at: 0 }, { compared, at: tick * 2000 }, total);
        }).filter((left) => left !== null);
        const ongoing = lefts.slice(0, Math.floor(total / perTick));
        expect(lefts.every((left) => left >= 0)).toBe(true);
        for (const [at, left] of ongoing.entries()) expect(left).toBeLessThanOrEqual((ongoing[at - 1] ?? left) + 1e-6);
      }),
    );
  });
});
