/** Part of the service is down, and sales continue. */
import { describe, expect } from "vitest";
import { type FastClock, fastClock } from "../support/fast-clock.ts";
import { runningMs } from "../support/running-time.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../support/test-till.ts";
import { faultCase } from "./case.ts";

const toPhone = { customer: { kind: "phone", value: CUSTOMER } } as const;
const RESPONSE_LIMIT_MS = 2000;
/** Longer than any retry delay of these operations, and shorter than the till's own time limit. */
const STEP_MS = 20_000;
/** Delay until the next poll; twice this is less than the queue's shortest pause. */
const NEXT_POLL_MS = 1500;

/** Creates two captures that fail at the service until the queue pauses; both are then due again. */
async function createFailingCaptures(world: TestTill, clock: FastClock): Promise<void> {
  const reserved = [await world.pay("AUTH", 10_000), await world.pay("AUTH", 20_000)];
  world.sandbox.faults.breakDown("CAPTURE", 503, 1_000_000);
  for (const { posTid } of reserved) await world.must("payment.capture", { posTid });
  await paused(world, clock);
  // This many failures in a row are an outage until a request is answered, which may have happened already.
  clock.pass(NEXT_POLL_MS);
  await world.waitForTerminal(({ connectivity }) => connectivity === "online");
  makeDue(world);
}

/** Resolves when the breaker is open and no request is in flight; advances the clock until then. */
async function paused(world: TestTill, clock: FastClock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = world.till.events.subscribe(({ event }) => {
    if (event.type !== "queue.changed") return;
    if (!idle(world)) return;
    if (event.paused) resolve();
    else clock.pass(STEP_MS);
  });
  await promise;
  stop();
}

function idle({ database }: TestTill): boolean {
  return database.prepare("SELECT 1 FROM operation WHERE state = 'sending'").get() === undefined;
}

function makeDue({ database }: TestTill): void {
  database.prepare("UPDATE operation SET due_at = 0 WHERE settled_at IS NULL AND kind = 'capture'").run();
}

/** Starts a sale and waits for the service's first response. @returns ms in which the test could run */
async function responseTimeMs(world: TestTill): Promise<number> {
  const began = runningMs();
  const { posTid } = await world.must("payment.start", { action: "SALE", amount: 700, ...toPhone });
  await world.waitForPayment(
    posTid,
    ({ operations: [create] }) => (create?.attempts ?? 0) > 0 && create?.state !== "sending",
  );
  return runningMs() - began;
}

describe("captures without a response", () => {
  faultCase("do not block new sales", async (tally) => {
    // Runs at real speed, so that a pause of the queue takes its real time.
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false, sandbox: { now: clock.now } });
    await createFailingCaptures(world, clock);
    for (let sale = 0; sale < 3; sale += 1) {
      expect(await responseTimeMs(world)).toBeLessThan(RESPONSE_LIMIT_MS);
      makeDue(world);
      tally.runs += 1;
    }
    expect(world.sandbox.payments().filter(({ amount }) => amount === 700)).toHaveLength(3);
  });

  faultCase("let forty failing sales each be tried within the rate limit", async (tally) => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false, sandbox: { now: clock.now } });
    await createFailingCaptures(world, clock);
    world.sandbox.faults.breakDown("CREATE", 503, 1_000_000);
    const before = attempts(world);
    const began = runningMs();
    await Promise.all(Array.from({ length: 40 }, () => responseTimeMs(world)));
    // At most ten requests per second after a burst of twenty, plus one in flight at either end.
    expect(attempts(world) - before).toBeLessThanOrEqual(20 + (runningMs() - began) / 100 + 2);
    tally.runs = 40;
  });
});

describe("a read-only service", () => {
  faultCase("receives a single probe when reads work again", async (tally) => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false, sandbox: { now: clock.now } });
    await createFailingCaptures(world, clock);
    const before = attempts(world);
    // Registered here, because the read that ends the outage may precede the next await.
    const probed = Promise.withResolvers<{ attempts: number; paused: boolean }>();
    world.till.events.subscribe(({ event }) => {
      if (event.type !== "queue.changed" || !idle(world) || attempts(world) === before) return;
      probed.resolve({ attempts: attempts(world) - before, paused: event.paused });
    });
    // Two reads without a response are an outage; the next read ends it.
    world.sandbox.faults.breakDown("OUTCOME", 503, 2);
    world.sandbox.faults.breakDown("POS", 503, 2);
    world.sandbox.faults.breakDown("MERCHANT", 503, 2);
    clock.pass(NEXT_POLL_MS);
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    world.sandbox.faults.clear();
    world.sandbox.faults.breakDown("CAPTURE", 503, 1_000_000);
    clock.pass(NEXT_POLL_MS);
    await world.waitForTerminal(({ connectivity }) => connectivity === "online");
    expect(await probed.promise).toEqual({ attempts: 1, paused: true });
    tally.runs = 1;
  });
});

function attempts({ database }: TestTill): number {
  return Number(database.prepare("SELECT sum(attempts) FROM operation").pluck().get());
}
