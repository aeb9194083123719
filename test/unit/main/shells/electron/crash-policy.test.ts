import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterUncaughtError,
  afterWindowGone,
  MAX_RELOADS,
  RECOVERED_AFTER_MS,
  WINDOW_MS,
} from "../../../../../main/shells/electron/crash-policy.ts";

/** Lets a window break down at these times, in ms, and tells what was done each time. */
function breakDownAt(...times: number[]) {
  let reloads: readonly number[] = [];
  return times.map((now) => {
    const decision = afterWindowGone({ reason: "crashed", now, reloads, stopping: false });
    reloads = decision.reloads;
    return decision.remedy;
  });
}

describe("a window whose process is gone", () => {
  it("is reloaded three times in a minute, and then calls for help", () => {
    expect(breakDownAt(0, 1_000, 2_000, 3_000)).toEqual(["reload", "reload", "reload", "call_for_help"]);
  });

  it("is reloaded again when the first reload is a minute ago, not a millisecond sooner", () => {
    expect(breakDownAt(0, 1_000, 2_000, 59_999).at(-1)).toBe("call_for_help");
    expect(breakDownAt(0, 1_000, 2_000, 60_000).at(-1)).toBe("reload");
  });

  it("counts reloads, not calls for help", () => {
    expect(breakDownAt(0, 1_000, 2_000, 3_000, 59_000, 60_000)).toEqual([
      "reload",
      "reload",
      "reload",
      "call_for_help",
      "call_for_help",
      "reload",
    ]);
  });

  it("is never reloaded more than three times within any minute", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { maxLength: 60 }), (pauses) => {
        let clock = 0;
        const times = pauses.map((pause) => (clock += pause));
        const remedies = breakDownAt(...times);
        const reloads = times.filter((_time, index) => remedies[index] === "reload");
        for (const start of reloads) {
          const inMinute = reloads.filter((at) => at >= start && at < start + WINDOW_MS);
          expect(inMinute.length).toBeLessThanOrEqual(MAX_RELOADS);
        }
      }),
    );
  });

  it.each(["abnormal-exit", "killed", "crashed", "oom", "launch-failed", "memory-eviction"] as const)(
    "is reloaded after %s",
    (reason) => {
      expect(afterWindowGone({ reason, now: 5, reloads: [], stopping: false })).toEqual({
        remedy: "reload",
        reloads: [5],
      });
    },
  );

  it("is not reloaded when its files are not those that were built", () => {
    expect(afterWindowGone({ reason: "integrity-failure", now: 5, reloads: [], stopping: false }).remedy).toBe(
      "call_for_help",
    );
  });

  it("is left alone when it went by itself, or the till is stopping", () => {
    expect(afterWindowGone({ reason: "clean-exit", now: 5, reloads: [], stopping: false }).remedy).toBe("nothing");
    expect(afterWindowGone({ reason: "crashed", now: 5, reloads: [], stopping: true }).remedy).toBe("nothing");
  });

  it("forgets reloads that no longer count", () => {
    const { reloads } = afterWindowGone({ reason: "crashed", now: 100_000, reloads: [0, 50_000], stopping: false });
    expect(reloads).toEqual([50_000, 100_000]);
  });
});

describe("an uncaught error in main", () => {
  const NOW = Date.UTC(2026, 10, 20);

  it("is reported, everything is flushed, and the till is relaunched", () => {
    expect(afterUncaughtError({ now: NOW, relaunchedAt: null, ending: false, supervised: false })).toEqual({
      steps: ["report", "relaunch", "flush", "exit"],
      relaunchedAt: NOW,
    });
  });

  it("ends the till when it comes again soon", () => {
    const again = { now: NOW + RECOVERED_AFTER_MS - 1, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(again)).toEqual({ steps: ["report", "flush", "exit"], relaunchedAt: NOW });
  });

  it("is a new one when the till ran well since", () => {
    const later = { now: NOW + RECOVERED_AFTER_MS, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(later).steps).toContain("relaunch");
  });

  it("does not relaunch for ever when the clock was set back", () => {
    const before = { now: NOW - 86_400_000, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(before).steps).toEqual(["report", "flush", "exit"]);
  });

  it("ends a till that something else starts again", () => {
    const supervised = { now: NOW, relaunchedAt: null, ending: false, supervised: true };
    expect(afterUncaughtError(supervised)).toEqual({ steps: ["report", "flush", "exit"], relaunchedAt: null });
  });

  it("is only reported while the till is ending", () => {
    expect(afterUncaughtError({ now: NOW, relaunchedAt: null, ending: true, supervised: false })).toEqual({
      steps: ["report"],
      relaunchedAt: null,
    });
  });

  it("always reports first, and flushes before it ends", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.option(fc.nat()),
        fc.boolean(),
        fc.boolean(),
        (now, relaunchedAt, ending, supervised) => {
          const { steps } = afterUncaughtError({ now, relaunchedAt, ending, supervised });
          expect(steps[0]).toBe("report");
          if (!ending) expect(steps.slice(-2)).toEqual(["flush", "exit"]);
        },
      ),
    );
  });
});
