import { describe, expect, it } from "vitest";
import { createLog } from "../../../../main/lib/log.ts";
import { startLoop } from "../../../../main/lib/loop.ts";
import { createManualClock } from "../../../support/clock.ts";

const log = createLog({ write: () => undefined });

describe("a loop", () => {
  it("runs when it is due or woken", async () => {
    const clock = createManualClock();
    let turns = 0;
    const loop = startLoop({ clock, log }, () => {
      turns += 1;
      return 1000;
    });
    await clock.advance(2500);
    expect(turns).toBe(3);
    loop.wake();
    await clock.advance(0);
    expect(turns).toBe(4);
    await loop.close();
  });

  it("does not miss a wake during a run", async () => {
    const clock = createManualClock();
    let turns = 0;
    const loop = startLoop({ clock, log }, () => {
      turns += 1;
      if (turns === 1) loop.wake();
      return null;
    });
    await clock.advance(1);
    expect(turns).toBe(2);
    await loop.close();
  });

  it("starts only after its creator has returned, and continues after a failure", async () => {
    const clock = createManualClock();
    let turns = 0;
    const loop = startLoop({ clock, log }, () => {
      turns += 1;
      if (turns === 1) throw new Error("disk full");
      return null;
    });
    expect(turns).toBe(0);
    await clock.advance(1500);
    expect(turns).toBe(2);
    await loop.close();
  });
});
