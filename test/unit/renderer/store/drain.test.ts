import { describe, expect, it } from "vitest";
import type { Connectivity } from "../../../../contract/payments/views.ts";
import { DRAINED_MS, type Drain, drainAt, nextDrain, unsentCount } from "../../../../renderer/store/drain.ts";

const line = (connectivity: Connectivity, depth: number, parked = 0) => ({
  connectivity,
  parked,
  queue: { depth, oldestAt: null, paused: false },
});

const NOTHING_TAKEN = {
  enabled: true,
  count: 0,
  codes: 0,
  amount: 0,
  oldestAt: null,
  maxAmount: 20_000,
  maxTotal: 50_000,
  maxAgeMinutes: 60,
};

/** Returns the progress after queue depths since the connection returned. */
function progress(depths: number[], parked = 0): Drain | null {
  const lines = [line("offline", depths[0] ?? 0, parked), ...depths.map((depth) => line("online", depth, parked))];
  return lines.reduce<Drain | null>(
    (drain, now, index) => nextDrain(drain, lines[index - 1] ?? null, now, 1000 + index),
    null,
  );
}

describe("the queue after an outage", () => {
  it("counts up to the number of waiting operations", () => {
    expect(progress([7])).toEqual({ total: 7, sent: 0, doneAt: null });
    expect(progress([7, 6, 5, 4])).toEqual({ total: 7, sent: 3, doneAt: null });
    expect(progress([2, 1, 0])).toMatchObject({ total: 2, sent: 2, doneAt: expect.any(Number) });
  });

  it("never lowers the sent count when more operations arrive", () => {
    expect(progress([3, 2, 3])).toEqual({ total: 4, sent: 1, doneAt: null });
  });

  it("excludes operations that wait for a manager", () => {
    expect(progress([3], 1)).toEqual({ total: 2, sent: 0, doneAt: null });
    expect(progress([1], 1)).toBeNull();
  });

  it("shows no progress when nothing waited, and ends when the connection is lost again", () => {
    expect(progress([0])).toBeNull();
    expect(nextDrain({ total: 3, sent: 1, doneAt: null }, line("online", 2), line("offline", 2), 0)).toBeNull();
    expect(nextDrain(null, line("online", 0), line("online", 1), 0)).toBeNull();
  });

  it("shows for a while that everything was sent", () => {
    const done: Drain = { total: 3, sent: 3, doneAt: 1000 };
    expect(drainAt(done, 1000 + DRAINED_MS - 1)).toBe(done);
    expect(drainAt(done, 1000 + DRAINED_MS)).toBeNull();
  });
});

describe("operations that wait for the connection", () => {
  const terminal = (connectivity: Connectivity) => ({
    ...line(connectivity, 3, 1),
    offline: { ...NOTHING_TAKEN, count: 3, codes: 2 },
  });

  it("include unsent operations, and codes that cannot be scanned while offline", () => {
    expect(unsentCount(terminal("offline"))).toBe(4);
    expect(unsentCount(terminal("auth_failed"))).toBe(4);
    expect(unsentCount(terminal("online"))).toBe(2);
  });
});
