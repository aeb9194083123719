/** A period is compared with the service before its close, or its Z states why it was not. */
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../main/lib/clock.ts";
import { settled } from "../../support/balance.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { runningMs } from "../../support/running-time.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

async function manager(options: Parameters<typeof createTestTill>[0] = {}): Promise<TestTill> {
  const world = await createTestTill({ clock: fastClock(20), ...options });
  await world.asManager();
  return world;
}

/** The number of polls of one comparison is unknown, so its settled payments are counted. */
const comparedOf = (world: TestTill) =>
  world.database.prepare<[], string>("SELECT data FROM journal WHERE event = 'reconciliation.started'").pluck().all();

/** Delays every outcome from now on by the till's clock, which excludes time in which the process could not run. */
function delayOutcomes(world: TestTill, clock: Clock, ms: number): void {
  const { arrived, release } = world.sandbox.faults.hold("OUTCOME");
  const delayNext = () => delayOutcomes(world, clock, ms);
  void arrived
    .then(delayNext)
    .then(() => clock.sleep(ms))
    .then(release);
}

async function outOfReach(world: TestTill): Promise<void> {
  world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
  await world.must("report.reconcile", {});
  await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
  await world.must("report.stopReconciling", {});
}

describe("a close", () => {
  it("compares first, quickly, and the Z contains the result", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.pay("SALE", 10_000);
    await world.pay("AUTH", 3000);
    const began = runningMs();
    const z = await world.must("report.z", {});
    expect(runningMs() - began).toBeLessThan(8000);
    expect(z).toMatchObject({
      comparison: { state: "compared", because: null },
      reconciliation: {
        state: "done",
        total: 2,
        compared: 2,
        equal: 2,
        differences: 0,
        finishedAt: expect.any(String),
      },
    });
  });

  it("polls again only what was booked since its comparison", async () => {
    await using world = await manager();
    const first = await world.pay("SALE", 10_000);
    await world.pay("SALE", 3000);
    const { reconciliation: before } = await world.must("report.preview", {});
    expect(before).toBeNull();
    await world.must("report.reconcile", {});
    await world.must("payment.refund", { posTid: first.posTid, amount: 4000, reason: "broken" });
    await world.waitForPhase(first.posTid, "partly_refunded");
    await world.pay("SALE", 700);
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({
      comparison: { state: "compared" },
      reconciliation: { state: "done", total: 3, compared: 3, differences: 0 },
    });
    expect(new Set(comparedOf(world).map((data) => JSON.parse(data).id)).size).toBe(1);
    await world.must("report.z", {});
    expect(world.database.prepare("SELECT count(*) FROM reconciliation_result").pluck().get()).toBe(0);
  });

  it("is refused and asks for a decision on an undecided difference", async () => {
    await using world = await manager({ callbacks: false });
    await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.refuse("OUTCOME", 404, 1000);
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect((await world.must("report.preview", {})).unresolved.map(({ kind }) => kind)).toContain("difference");
    expect((await world.must("report.list", {})).items).toEqual([]);
  });

  it("without the service needs a decision, and the Z states why it was not compared", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await settled(world);
    await outOfReach(world);
    expect((await world.must("report.preview", {})).comparison.state).toBe("not_compared");
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "offline", details: { fields: [{ field: "uncompared" }] } },
    });
    expect(refused.ok ? "" : refused.error.message).toContain("cannot be reached");
    const z = await world.must("report.z", { uncompared: true });
    expect(z).toMatchObject({ number: 1, captured: 10_000, comparison: { state: "not_compared" } });
    expect(z.comparison?.because).toContain("cannot be reached");
    expect(await world.must("report.get", { number: 1 })).toEqual(z);
    // Nothing was booked since, so there is nothing to decide.
    expect(await world.must("report.z", {})).toMatchObject({ number: 2, comparison: { state: "nothing_to_compare" } });
  });

  it("soon abandons a service that does not respond, and reports its progress", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({ error: { code: "offline", details: { fields: [{ field: "uncompared" }] } } });
    world.sandbox.faults.clear();
    expect(await world.must("report.z", {})).toMatchObject({ comparison: { state: "compared" } });
  });

  it("continues while the service responds, however long it takes, with several concurrent requests", async () => {
    // A close waits ten seconds for a response: a busy machine needs more than one of them.
    const clock = fastClock(4);
    await using world = await manager({ clock });
    for (let sale = 0; sale < 16; sale += 1) await world.pay("SALE", 1000);
    await settled(world);
    // Each response takes 5.5 s by the till's clock. Even four at a time exceed the former limit of 20 s.
    delayOutcomes(world, clock, 5500);
    const began = clock.monotonic();
    expect(await world.must("report.z", {})).toMatchObject({
      comparison: { state: "compared", because: null },
      reconciliation: { state: "done", total: 16, compared: 16, equal: 16, list: "read" },
    });
    const took = clock.monotonic() - began;
    expect(took).toBeGreaterThan(20_000);
    // One after another they take 88 seconds.
    expect(took).toBeLessThan(60_000);
  });

  it("repeats a request that got no response among others", async () => {
    await using world = await manager();
    for (let sale = 0; sale < 5; sale += 1) await world.pay("SALE", 1000);
    await settled(world);
    world.sandbox.faults.breakDown("OUTCOME", 503, 2);
    expect(await world.must("report.z", {})).toMatchObject({
      comparison: { state: "compared", because: null },
      reconciliation: { total: 5, compared: 5, equal: 5 },
    });
  });

  it("can be retried when the service left its requests without a response", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.breakDown("OUTCOME", 503, 1000);
    const refused = await world.call("report.z", {});
    expect(refused).toMatchObject({
      error: { code: "offline", retryable: true, details: { fields: [{ field: "uncompared" }] } },
    });
    expect(refused.ok ? "" : refused.error.message).toContain("was not closed");
  });

  it("abandons a service that withholds its responses after ten seconds", async () => {
    await using world = await manager();
    await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.delay("OUTCOME", 30_000, 1000);
    const began = runningMs();
    expect(await world.call("report.z", {})).toMatchObject({ error: { code: "offline", retryable: true } });
    expect(runningMs() - began).toBeLessThan(20_000);
  });
});

describe("the service's list", () => {
  it("that was not read is named on the Z with its position, and is read by the next comparison", async () => {
    // Five seconds for the list, of which a busy machine needs some.
    await using world = await manager({ clock: fastClock(4) });
    const first = await world.must("report.z", {});
    const readTo = first.reconciliation?.listReadTo ?? "";
    expect(Date.parse(readTo)).toBeGreaterThan(0);
    await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.breakDown("PAYMENT", 503, 1000);
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({
      comparison: { state: "compared" },
      reconciliation: { list: "partly_read", compared: 1, listReadTo: readTo },
    });
    expect(z.comparison?.because).toContain("list of payment requests could not be read");
    world.sandbox.faults.clear();
    // The till is online again with the next sale.
    await world.pay("SALE", 500);
    const last = await world.must("report.z", {});
    expect(last).toMatchObject({ comparison: { state: "compared", because: null }, reconciliation: { list: "read" } });
    expect(Date.parse(last.reconciliation?.listReadTo ?? "")).toBeGreaterThan(Date.parse(readTo));
  });
});
