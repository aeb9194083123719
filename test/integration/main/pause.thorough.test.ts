/** Pauses in sending that end by time, and the events that windows receive. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import type { Clock } from "../../../main/lib/clock.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** Resolves with the next matching queue event. */
function queueEvent(world: TestTill, depth: number, paused: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type !== "queue.changed" || event.depth !== depth || event.paused !== paused) return;
    unsubscribe();
    resolve();
  });
  return promise;
}

describe("a sending pause", () => {
  it("emits an event when it ends by time alone with nothing left to send", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    const { posTid } = await world.pay("AUTH", 1000);
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

/** Resolves when all payments are captured. @returns the time between the first and the last, in ms of the clock */
async function captured(world: TestTill, clock: Clock, posTids: readonly string[]): Promise<number> {
  const at = await Promise.all(
    posTids.map(async (posTid) => {
      await world.waitForPhase(posTid, "captured");
      return clock.monotonic();
    }),
  );
  return Math.max(...at) - Math.min(...at);
}

const isCaptureTried = ({ operations }: Payment) =>
  operations.some(({ kind, attempts }) => kind === "capture" && attempts > 0);

describe("a service that accepts reads but no writes", () => {
  it("receives all waiting operations as soon as it accepts one again, even those that are not due yet", async () => {
    const clock = fastClock(50);
    await using world = await createTestTill({ clock, callbacks: false });
    const posTids = [];
    for (let at = 0; at < 6; at += 1) posTids.push((await world.pay("AUTH", 1000 + at)).posTid);
    world.sandbox.faults.breakDown("CAPTURE", 503, 1_000_000);
    for (const posTid of posTids) await world.must("payment.capture", { posTid });
    await Promise.all(posTids.map((posTid) => world.waitForPayment(posTid, isCaptureTried)));
    await world.waitForTerminal(({ queue }) => queue.paused);
    await world.waitForTerminal(({ connectivity }) => connectivity === "online");
    world.sandbox.faults.clear();
    const due = world.database.prepare(
      "UPDATE operation SET due_at = @due WHERE kind = 'capture' AND pos_tid <> @first",
    );
    due.run({ due: clock.now() + 600_000, first: posTids[0] });
    expect(await captured(world, clock, posTids)).toBeLessThan(300_000);
  });

  it("and names a retry time is not contacted sooner because the till was offline meanwhile", async () => {
    const clock = fastClock(20);
    await using world = await createTestTill({ clock, callbacks: false });
    const posTids: string[] = [];
    for (let at = 0; at < 3; at += 1) posTids.push((await world.pay("AUTH", 1000 + at)).posTid);
    const { faults } = world.sandbox;
    faults.breakDown("CAPTURE", 503, 1_000_000, "600");
    for (const posTid of posTids) await world.must("payment.capture", { posTid });
    const attempts = async () => {
      const payments = await Promise.all(posTids.map((posTid) => world.must("payment.get", { posTid })));
      return payments.map(({ operations }) => operations.at(-1)?.attempts);
    };
    await Promise.all(posTids.map((posTid) => world.waitForPayment(posTid, isCaptureTried)));
    faults.breakDown("ANY", 503, 1_000_000);
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    faults.clear();
    faults.breakDown("CAPTURE", 503, 1_000_000, "600");
    await world.waitForTerminal(({ connectivity }) => connectivity === "online");
    await clock.sleep(60_000);
    expect(await attempts()).toEqual([1, 1, 1]);
    faults.clear();
    clock.pass(600_000);
    await captured(world, clock, posTids);
  });
});

describe("a service that refuses the till's credentials", () => {
  it("receives what a user requests meanwhile only when the pause is over", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false });
    const first = await world.pay("AUTH", 1000);
    const second = await world.pay("AUTH", 2000);
    world.sandbox.faults.refuse("CAPTURE", 401, 100);
    const paused = queueEvent(world, 1, true);
    await world.must("payment.capture", { posTid: first.posTid });
    await paused;
    await world.must("payment.capture", { posTid: second.posTid });
    // The worker checks at once.
    for (let turns = 0; turns < 100; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    const { operations } = await world.must("payment.get", { posTid: second.posTid });
    expect(operations.at(-1)).toMatchObject({ kind: "capture", state: "queued", attempts: 0 });
    world.sandbox.faults.clear();
    clock.pass(30_000);
    await world.waitForPhase(first.posTid, "captured");
    await world.waitForPhase(second.posTid, "captured");
  });
});
