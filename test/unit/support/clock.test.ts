import { describe, expect, it } from "vitest";
import { createManualClock, TEST_EPOCH_MS } from "../../support/clock.ts";

describe("the manual clock", () => {
  it("stands still until it is advanced", async () => {
    const clock = createManualClock();
    expect([clock.now(), clock.monotonic(), clock.sleepers, clock.nextWakeMs()]).toEqual([TEST_EPOCH_MS, 0, 0, null]);
    await clock.advance(1500);
    expect([clock.now() - TEST_EPOCH_MS, clock.monotonic()]).toEqual([1500, 1500]);
  });

  it("wakes sleepers in the order of their times, each at its own", async () => {
    const clock = createManualClock();
    const woken: [string, number][] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push([name, clock.monotonic()]);
    };
    void sleeper("late", 300);
    void sleeper("first", 100);
    void sleeper("second", 100);
    void sleeper("never", 301);
    await clock.advance(300);
    expect(woken).toEqual([
      ["first", 100],
      ["second", 100],
      ["late", 300],
    ]);
    expect([clock.sleepers, clock.nextWakeMs()]).toEqual([1, 1]);
  });

  it("lets a loop sleep again within one advance", async () => {
    const clock = createManualClock();
    const ticks: number[] = [];
    const loop = async () => {
      for (;;) {
        await clock.sleep(1000);
        await Promise.resolve().then(() => ticks.push(clock.monotonic()));
      }
    };
    void loop();
    await clock.advance(3500);
    expect(ticks).toEqual([1000, 2000, 3000]);
  });

  it("wakes immediately when the signal is aborted, before or during the sleep", async () => {
    const clock = createManualClock();
    await clock.sleep(1000, AbortSignal.abort());
    const stop = new AbortController();
    const slept = clock.sleep(1000, stop.signal);
    expect(clock.sleepers).toBe(1);
    stop.abort();
    await slept;
    expect([clock.sleepers, clock.monotonic()]).toEqual([0, 0]);
  });

  it("keeps monotonic time and sleepers when the wall clock is set", async () => {
    const clock = createManualClock();
    let awake = false;
    void clock.sleep(1000).then(() => {
      awake = true;
    });
    clock.setBy(-86_400_000);
    expect([clock.now() - TEST_EPOCH_MS, clock.monotonic(), awake]).toEqual([-86_400_000, 0, false]);
    await clock.advance(1000);
    expect([clock.now() - TEST_EPOCH_MS, clock.monotonic(), awake]).toEqual([-86_399_000, 1000, true]);
  });

  it("reports when enough callers are asleep", async () => {
    const clock = createManualClock();
    const both = clock.sleeping(2);
    void clock.sleep(1);
    setTimeout(() => void clock.sleep(1), 5);
    await both;
    expect(clock.sleepers).toBe(2);
    await clock.sleeping();
  });

  it("advances from wake-up to wake-up until a condition holds, with a limit", async () => {
    const clock = createManualClock();
    let rounds = 0;
    const loop = async () => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        rounds++;
        await clock.sleep(10_000);
      }
    };
    void loop();
    await clock.advanceUntil(() => rounds === 4);
    expect(clock.monotonic()).toBe(30_000);
    await expect(clock.advanceUntil(() => false, 25_000)).rejects.toThrow("not reached");
    expect(clock.monotonic()).toBeLessThanOrEqual(55_000);
  });
});
