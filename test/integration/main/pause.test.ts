/** Sending that pauses, and may go on when its time is over: what the windows hear of it. */
import { describe, expect, it } from "vitest";
import type { Counter } from "../../support/counter.ts";
import { counter } from "../../support/counter.ts";
import { fastClock } from "../../support/fast-clock.ts";

/** Resolves with the next event about the queue that fits. */
function queueEvent(world: Counter, depth: number, paused: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type !== "queue.changed" || event.depth !== depth || event.paused !== paused) return;
    unsubscribe();
    resolve();
  });
  return promise;
}

describe("a pause of sending", () => {
  it("is told of when it ends by time alone, with nothing left to send", async () => {
    const clock = fastClock(1);
    await using world = await counter({ clock });
    const { posTid } = await world.paid("AUTH", 1000);
    await world.asManager();
    world.sandbox.faults.refuse("CAPTURE", 401, 100);
    const paused = queueEvent(world, 1, true);
    const { operations } = await world.must("payment.capture", { posTid });
    await paused;
    const given = queueEvent(world, 0, true);
    const operationId = operations.at(-1)?.id ?? "";
    await world.must("queue.discard", { operationId, reason: "The key is not accepted" });
    await given;
    const over = queueEvent(world, 0, false);
    clock.pass(30_000);
    await over;
    expect((await world.must("terminal.get", {})).queue).toEqual({ depth: 0, oldestAt: null, paused: false });
  });
});
