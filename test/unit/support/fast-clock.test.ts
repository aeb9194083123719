import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";

/** Blocks this process, as a busy machine does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe("the fast clock", () => {
  it("counts at most 5 ms of the time for which the process cannot run", () => {
    const clock = fastClock(1000);
    const before = clock.monotonic();
    standStill(100);
    expect(clock.monotonic() - before).toBeLessThanOrEqual(5000.001);
  });

  it("wakes no sleeper early, however long the process was blocked", async () => {
    const clock = fastClock(1000);
    const before = clock.monotonic();
    const woken = clock.sleep(50_000).then(() => clock.monotonic() - before);
    standStill(100);
    expect(await woken).toBeGreaterThanOrEqual(50_000);
  });

  it("never goes back", async () => {
    const clock = fastClock(1);
    let last = clock.monotonic();
    for (let time = 0; time < 200; time += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = clock.monotonic();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it("advances immediately on request", async () => {
    const clock = fastClock(1);
    const woken = clock.sleep(86_400_000);
    clock.pass(86_400_000);
    await woken;
  });
});
