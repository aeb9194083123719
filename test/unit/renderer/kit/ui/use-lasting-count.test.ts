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
      "zero for a count that lasts less than a second",
      [
        [0, 1],
        [300, 0],
      ] as const,
      2000,
      0,
    ],
    ["a count that lasted a second", [[0, 2]] as const, 1000, 2],
    [
      "a lower count immediately",
      [
        [0, 2],
        [1500, 1],
      ] as const,
      0,
      1,
    ],
    [
      "the minimum of a second of changes",
      [
        [0, 5],
        [400, 7],
        [400, 6],
      ] as const,
      200,
      5,
    ],
    [
      "a count that keeps growing",
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
      "the final count a second later",
      [
        [0, 1],
        [900, 2],
        [900, 3],
      ] as const,
      2000,
      3,
    ],
    [
      "not a new count immediately after zero",
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
