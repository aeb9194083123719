import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followCount } from "../../../../../renderer/kit/ui/use-lasting-count.ts";

describe("a count shown after a delay", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The displayed counts after counts at these intervals in ms. */
  function shown(steps: readonly (readonly [afterMs: number, count: number])[], restMs = 0): number {
    let lasting = 0;
    const { hear } = followCount(0, (count) => {
      lasting = count;
    });
    for (const [afterMs, count] of steps) {
      vi.advanceTimersByTime(afterMs);
      hear(count);
    }
    vi.advanceTimersByTime(restMs);
    return lasting;
  }

  it.each([
    [
      "nothing of what comes and goes within a second",
      [
        [0, 1],
        [300, 0],
      ] as const,
      2000,
      0,
    ],
    ["what was there for a second", [[0, 2]] as const, 1000, 2],
    [
      "less at once",
      [
        [0, 2],
        [1500, 1],
      ] as const,
      0,
      1,
    ],
    [
      "the least of a second in which it changes",
      [
        [0, 5],
        [400, 7],
        [400, 6],
      ] as const,
      200,
      5,
    ],
    [
      "what grows all the time",
      [
        [0, 1],
        [900, 2],
        [900, 3],
        [900, 4],
      ] as const,
      0,
      2,
    ],
    [
      "the last of it a second later",
      [
        [0, 1],
        [900, 2],
        [900, 3],
      ] as const,
      2000,
      3,
    ],
    [
      "none of a new one at once after it has gone",
      [
        [0, 9],
        [1500, 0],
        [200, 3],
      ] as const,
      500,
      0,
    ],
  ])("is %s", (_what, steps, restMs, expected) => {
    expect(shown(steps, restMs)).toBe(expected);
  });
});
