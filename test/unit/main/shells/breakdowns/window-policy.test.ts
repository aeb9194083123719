import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterWindowGone, MAX_RELOADS, WINDOW_MS } from "../../../../../main/shells/breakdowns/window-policy.ts";

/** Crashes a window at these times in ms. @returns the action for each crash */
function breakDownAt(...times: number[]) {
  let reloads: readonly number[] = [];
  return times.map((now) => {
    const decision = afterWindowGone({ loss: "broke", now, reloads, stopping: false });
    reloads = decision.reloads;
    return decision.remedy;
  });
}

describe("a crashed window", () => {
  it("is reloaded three times in a minute, and then shows the help page", () => {
    expect(breakDownAt(0, 1_000, 2_000, 3_000)).toEqual(["reload", "reload", "reload", "call_for_help"]);
  });

  it("is reloaded again when the first reload was a minute ago, not a millisecond sooner", () => {
    expect(breakDownAt(0, 1_000, 2_000, 59_999).at(-1)).toBe("call_for_help");
    expect(breakDownAt(0, 1_000, 2_000, 60_000).at(-1)).toBe("reload");
  });

  it("counts reloads, not help pages", () => {
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

  it("is reloaded after any kind of crash", () => {
    expect(afterWindowGone({ loss: "broke", now: 5, reloads: [], stopping: false })).toEqual({
      remedy: "reload",
      reloads: [5],
    });
  });

  it("is not reloaded when its files differ from the build", () => {
    expect(afterWindowGone({ loss: "tampered", now: 5, reloads: [], stopping: false }).remedy).toBe("call_for_help");
  });

  it("is left alone when it was closed normally, or the till is stopping", () => {
    expect(afterWindowGone({ loss: "ended", now: 5, reloads: [], stopping: false }).remedy).toBe("nothing");
    expect(afterWindowGone({ loss: "broke", now: 5, reloads: [], stopping: true }).remedy).toBe("nothing");
  });

  it("forgets reloads outside the period", () => {
    const { reloads } = afterWindowGone({ loss: "broke", now: 100_000, reloads: [0, 50_000], stopping: false });
    expect(reloads).toEqual([50_000, 100_000]);
  });
});
