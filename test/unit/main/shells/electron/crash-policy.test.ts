import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterUncaughtError, RECOVERED_AFTER_MS } from "../../../../../main/shells/electron/crash-policy.ts";

describe("an uncaught error in main", () => {
  const NOW = Date.UTC(2026, 10, 20);

  it("is reported, everything is flushed, and the till is relaunched", () => {
    expect(afterUncaughtError({ now: NOW, relaunchedAt: null, ending: false, supervised: false })).toEqual({
      steps: ["report", "relaunch", "flush", "exit"],
      relaunchedAt: NOW,
    });
  });

  it("ends the till when it recurs soon", () => {
    const again = { now: NOW + RECOVERED_AFTER_MS - 1, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(again)).toEqual({ steps: ["report", "flush", "exit"], relaunchedAt: NOW });
  });

  it("counts as new when the till ran normally since", () => {
    const later = { now: NOW + RECOVERED_AFTER_MS, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(later).steps).toContain("relaunch");
  });

  it("does not relaunch endlessly when the clock was set back", () => {
    const before = { now: NOW - 86_400_000, relaunchedAt: NOW, ending: false, supervised: false };
    expect(afterUncaughtError(before).steps).toEqual(["report", "flush", "exit"]);
  });

  it("ends a till that a supervisor restarts", () => {
    const supervised = { now: NOW, relaunchedAt: null, ending: false, supervised: true };
    expect(afterUncaughtError(supervised)).toEqual({ steps: ["report", "flush", "exit"], relaunchedAt: null });
  });

  it("is only reported while the till is stopping", () => {
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
