import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restartTime } from "../../../../../contract/kiosk/kiosk-settings.ts";
import {
  IDLE_MS,
  type RestartFacts,
  restartStep,
  WINDOW_MS,
} from "../../../../../main/operations/planned-restart/policy.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const utc = (text: string) => Date.parse(`${text}Z`);

/** An idle kiosk in Oslo that has run since the day before, at 04:05. */
const QUIET: RestartFacts = {
  now: utc("2026-03-03T03:05"),
  timeZone: "Europe/Oslo",
  at: "04:00",
  runsForMs: 20 * HOUR_MS,
  idleMs: IDLE_MS,
  openPayments: 0,
  toSend: 0,
};

describe("the time of the planned restart", () => {
  it("is four o'clock for a kiosk, none for a counter, or the configured time", () => {
    expect(restartTime(undefined, true)).toBe("04:00");
    expect(restartTime(undefined, false)).toBeNull();
    expect(restartTime("23:30", false)).toBe("23:30");
    expect(restartTime(null, true)).toBeNull();
  });
});

describe("the planned restart", () => {
  it("happens at its time when nothing blocks it", () => {
    expect(restartStep(QUIET)).toEqual({ do: "restart" });
  });

  it("does not happen before its time or after its window", () => {
    expect(restartStep({ ...QUIET, now: utc("2026-03-03T02:59:59") })).toEqual({ do: "wait" });
    expect(restartStep({ ...QUIET, now: utc("2026-03-03T05:00") })).toEqual({ do: "wait" });
    expect(restartStep({ ...QUIET, now: utc("2026-03-03T04:59:59") })).toEqual({ do: "restart" });
  });

  it("is not repeated by a till that was started since", () => {
    expect(restartStep({ ...QUIET, runsForMs: 5 * MINUTE_MS })).toEqual({ do: "wait" });
    expect(restartStep({ ...QUIET, runsForMs: 5 * MINUTE_MS + 1 })).toEqual({ do: "restart" });
  });

  it.each([
    ["open_payment", { openPayments: 1 }],
    ["queue_not_empty", { toSend: 1 }],
    ["not_idle", { idleMs: IDLE_MS - 1 }],
  ])("waits in its window for %s", (because, facts) => {
    expect(restartStep({ ...QUIET, ...facts })).toEqual({ do: "postpone", because, since: utc("2026-03-03T03:00") });
  });

  it("may be scheduled around midnight", () => {
    const late = { ...QUIET, at: "23:30" };
    expect(restartStep({ ...late, now: utc("2026-03-02T23:10") })).toEqual({ do: "restart" });
    expect(restartStep({ ...late, now: utc("2026-03-02T22:20") })).toEqual({ do: "wait" });
  });

  it("never happens while anything is open", () => {
    const count = fc.integer({ min: 1, max: 5 });
    const open = fc.oneof(
      fc.record({ openPayments: count, toSend: fc.nat(5) }),
      fc.record({ openPayments: fc.nat(5), toSend: count }),
    );
    const moment = fc.integer({ min: utc("2026-01-01T00:00"), max: utc("2027-01-01T00:00") });
    const span = fc.integer({ min: 0, max: 48 * HOUR_MS });
    fc.assert(
      fc.property(open, moment, span, span, (facts, now, runsForMs, idleMs) => {
        expect(restartStep({ ...QUIET, ...facts, now, runsForMs, idleMs }).do).not.toBe("restart");
      }),
    );
  });

  it.each(["00:00", "02:00", "02:30", "03:00", "04:00", "23:45"])(
    "at %s happens exactly once a day, also when clocks change",
    (at) => {
      // Noon to noon over each change of Oslo's clocks in 2026.
      for (const [from, to] of [
        ["2026-03-27T11:00", "2026-03-31T11:00"],
        ["2026-10-23T11:00", "2026-10-27T11:00"],
      ] as const) {
        const starts: number[] = [];
        let startedAt = utc(from);
        for (let now = startedAt; now < utc(to); now += 10 * MINUTE_MS) {
          if (restartStep({ ...QUIET, at, now, runsForMs: now - startedAt }).do !== "restart") continue;
          starts.push(now);
          startedAt = now;
        }
        const hoursBetween = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
        expect(starts).toHaveLength(4);
        expect(Math.min(...hoursBetween)).toBeGreaterThanOrEqual(23 * HOUR_MS);
        expect(Math.max(...hoursBetween)).toBeLessThanOrEqual(25 * HOUR_MS);
      }
    },
  );

  it("has a two-hour window also when the hour of its time is skipped", () => {
    // 2026-03-29 in Oslo: 02:00 becomes 03:00.
    const spring = { ...QUIET, at: "02:30", now: utc("2026-03-29T01:00") };
    expect(restartStep(spring)).toEqual({ do: "restart" });
    expect(restartStep({ ...spring, now: utc("2026-03-29T00:59") })).toEqual({ do: "wait" });
    expect(restartStep({ ...spring, now: utc("2026-03-29T01:00") + WINDOW_MS })).toEqual({ do: "wait" });
  });
});
