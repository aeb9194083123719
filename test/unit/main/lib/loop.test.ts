import { describe, expect, it } from "vitest";
import { createLog } from "../../../../main/lib/log.ts";
import { createWaker, runLoop } from "../../../../main/lib/loop.ts";
import { createManualClock } from "../../../support/clock.ts";

const log = createLog({ write: () => undefined });

describe("a loop", () => {
  it("turns when it is time, or when it is woken", async () => {
    const clock = createManualClock();
    const waker = createWaker();
    let turns = 0;
    const running = runLoop({ clock, log, waker }, () => {
      turns += 1;
      return waker.sleep(clock, 1000);
    });
    await clock.advance(2500);
    expect(turns).toBe(3);
    waker.wake();
    await clock.advance(0);
    expect(turns).toBe(4);
    waker.close();
    await running;
  });

  it("does not miss a wake that came while it was turning", async () => {
    const clock = createManualClock();
    const waker = createWaker();
    let turns = 0;
    const running = runLoop({ clock, log, waker }, async () => {
      turns += 1;
      if (turns === 1) waker.wake();
      await waker.sleep(clock, null);
    });
    await clock.advance(1);
    expect(turns).toBe(2);
    waker.close();
    await running;
  });

  it("does not begin before its maker is done, and goes on after a failure", async () => {
    const clock = createManualClock();
    const waker = createWaker();
    let turns = 0;
    const running = runLoop({ clock, log, waker }, async () => {
      turns += 1;
      if (turns === 1) throw new Error("disk full");
      await waker.sleep(clock, null);
    });
    expect(turns).toBe(0);
    await clock.advance(1500);
    expect(turns).toBe(2);
    waker.close();
    await running;
  });
});
