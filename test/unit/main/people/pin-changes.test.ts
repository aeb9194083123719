import { describe, expect, it } from "vitest";
import { createPinChanges } from "../../../../main/people/pin-changes.ts";
import { createPinGuard } from "../../../../main/people/pin-guard.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const HOUR = 3_600_000;

describe("changes of a PIN", () => {
  it("are limited to three a day per person, by the monotonic clock", async () => {
    using made = temporaryDatabase();
    const clock = createManualClock();
    const changes = createPinChanges({ database: made.database, clock });
    expect([1, 2, 3].map(() => changes.consume("ola"))).toEqual([0, 0, 0]);
    expect(changes.consume("ola")).toBe(24 * HOUR);
    expect(changes.consume("kari")).toBe(0);
    clock.setBy(48 * HOUR);
    expect(changes.consume("ola")).toBe(24 * HOUR);
    await clock.advance(24 * HOUR - 1);
    expect(changes.consume("ola")).toBe(1);
    await clock.advance(1);
    expect([1, 2, 3, 4].map(() => changes.consume("ola") > 0)).toEqual([false, false, false, true]);
    changes.close();
  });

  it("are counted across restarts, with the part of the day that the till ran", async () => {
    using made = temporaryDatabase();
    const before = createManualClock();
    const first = createPinChanges({ database: made.database, clock: before });
    for (let taken = 0; taken < 3; taken += 1) first.consume("ola");
    await before.advance(10 * HOUR);
    first.close();
    const after = createManualClock(before.now() + 365 * 24 * HOUR);
    const again = createPinChanges({ database: made.database, clock: after });
    expect(again.consume("ola")).toBe(14 * HOUR);
    await after.advance(14 * HOUR);
    expect(again.consume("ola")).toBe(0);
    again.close();
  });

  it("do not block a person who signs in", () => {
    using made = temporaryDatabase();
    const clock = createManualClock();
    const changes = createPinChanges({ database: made.database, clock });
    for (let taken = 0; taken < 4; taken += 1) changes.consume("ola");
    const guard = createPinGuard({ database: made.database, clock });
    expect(guard.waitLeft("ola")).toBe(0);
    expect(clock.sleepers).toBe(1);
    changes.close();
    guard.close();
  });
});
