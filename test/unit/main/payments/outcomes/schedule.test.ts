import { describe, expect, it } from "vitest";
import { pollAfter, scanPollAfter } from "../../../../../main/payments/outcomes/schedule.ts";

const settings = { activeMs: 1000, idleMs: 15_000 };
const waiting = (polls: number, unchangedMs: number) => ({ phase: "waiting" as const, polls, unchangedMs });
const plain = 0.5;

describe("the poll schedule", () => {
  it("is fast for half a minute, then slows down", () => {
    expect(pollAfter(waiting(1, 0), false, settings, plain)).toBe(1000);
    expect(pollAfter(waiting(29, 29_999), false, settings, plain)).toBe(1000);
    expect([30, 31, 32, 33, 99].map((asked) => pollAfter(waiting(asked, 30_000), false, settings, plain))).toEqual([
      3000, 5000, 15_000, 60_000, 60_000,
    ]);
  });

  it("grows from 5 s to 60 s while callbacks arrive", () => {
    expect([0, 1, 2, 3, 9].map((asked) => pollAfter(waiting(asked, 0), true, settings, plain))).toEqual([
      5000, 15_000, 30_000, 60_000, 60_000,
    ]);
  });

  it("is slow for reservations", () => {
    const reserved = { phase: "authorised" as const, polls: 0, unchangedMs: 0 };
    expect(pollAfter(reserved, false, settings, plain)).toBe(15_000);
    expect(pollAfter(reserved, true, settings, plain)).toBe(60_000);
  });

  it("is spread by a fifth either way", () => {
    expect([0, 1].map((random) => pollAfter(waiting(1, 0), false, settings, random))).toEqual([800, 1200]);
  });

  it("is stretched by the number of waiting customers", () => {
    expect(pollAfter({ ...waiting(1, 0), sharers: 2 }, false, settings, plain)).toBe(1000);
    expect(pollAfter({ ...waiting(1, 0), sharers: 100 }, false, settings, plain)).toBe(40_000);
  });
});

describe("the scan schedule", () => {
  it("slows down when no customer scans", () => {
    expect([0, 10_000, 20_000, 600_000].map((shown) => scanPollAfter(shown, true, settings))).toEqual([
      5000, 15_000, 30_000, 60_000,
    ]);
    expect([0, 119_999, 120_000, 600_000].map((shown) => scanPollAfter(shown, false, settings))).toEqual([
      1000, 1000, 3000, 15_000,
    ]);
  });
});
