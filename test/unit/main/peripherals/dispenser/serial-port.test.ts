import { describe, expect, it } from "vitest";
import { cableInMemory } from "../../../../dispenser/memory-cable.ts";

const WATER = [{ slot: "A1", quantity: 2 }];
const SIGNAL = new AbortController().signal;

describe("a disconnected port", () => {
  it("is unreached immediately, and reopened with growing delays", async () => {
    const world = cableInMemory();
    expect(await world.till.problem(SIGNAL)).toBeNull();
    world.unplug();
    await world.clock.advance(0);
    expect(await world.till.problem(SIGNAL)).toBe("unreached");
    const before = world.opened;
    await world.clock.advance(60_000);
    // After 250, 500, 1000 and 2000 ms, then every 5 s.
    expect(world.opened - before).toBe(16);
    world.plugged = true;
    await world.clock.advance(5000);
    expect(await world.till.problem(SIGNAL)).toBeNull();
    expect(world.log.filter((line) => line.includes("cannot be opened"))).toHaveLength(1);
  });

  it("aborts a pending request", async () => {
    const world = cableInMemory();
    world.onLine = () => world.unplug();
    expect(await world.till.pollVend("v1", SIGNAL)).toEqual({ state: "unreached" });
  });

  it("does not cause a busy loop when it opens and disconnects at once", async () => {
    const world = cableInMemory();
    await world.clock.sleeping(0);
    world.onLine = () => undefined;
    let flaps = 0;
    const before = world.opened;
    for (let second = 0; second < 60; second++) {
      world.unplug();
      world.plugged = true;
      flaps++;
      await world.clock.advance(1000);
    }
    expect(flaps).toBe(60);
    expect(world.opened - before).toBeLessThan(20);
  });

  it("at startup does not prevent the start", async () => {
    const world = cableInMemory();
    await world.till.close();
    world.plugged = false;
    await world.restart();
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("unreached");
    world.plugged = true;
    await world.clock.advance(5000);
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
  });

  it("is closed at the end, and not used again", async () => {
    const world = cableInMemory();
    expect(await world.till.problem(SIGNAL)).toBeNull();
    await world.till.close();
    const { opened } = world;
    expect(await world.till.problem(SIGNAL)).toBe("unreached");
    await world.clock.advance(60_000);
    expect(world.opened).toBe(opened);
    expect(world.clock.sleepers).toBe(0);
  });
});
