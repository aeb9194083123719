/** Users and the service act at the same moment: whichever comes first, both sides end in the same state. */
import { describe, expect, it } from "vitest";
import { settled, watchForPrematureMoney } from "../../support/balance.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";
import { giveUnlimitedFunds } from "../../support/till-behind-proxy.ts";

const toPhone = { customer: { kind: "phone", value: CUSTOMER } } as const;
const AT_ONCE = 6;

/** A fast till whose customer has enough money. */
async function fastTill(): Promise<TestTill> {
  const world = await createTestTill({ callbacks: false, clock: fastClock(20) });
  giveUnlimitedFunds(world);
  return world;
}

describe("an abort that crosses an approval", () => {
  it("ends in 60 interleavings as the service reports: aborted or released, and never paid", async () => {
    await using world = await fastTill();
    const early = watchForPrematureMoney(world);
    const random = seededRandom(60);
    const cross = async () => {
      const { posTid } = await world.must("payment.start", { action: "SALE", amount: 1000, ...toPhone });
      const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
      world.sandbox.faults.delay("ABORT", random.between(0, 30));
      world.sandbox.faults.delay("OUTCOME", random.between(0, 30));
      const abort = () => world.call("payment.abort", { posTid });
      // A late approval fails on the phone.
      const approve = () => world.phone.approve(tid ?? "").catch(() => undefined);
      const [first, second] = random.chance(0.5) ? [abort, approve] : [approve, abort];
      await Promise.all([first(), second()]);
      return posTid;
    };
    const crossed: string[] = [];
    for (let round = 0; round < 60 / AT_ONCE; round += 1)
      crossed.push(...(await Promise.all(Array.from({ length: AT_ONCE }, cross))));
    const balance = await settled(world);
    expect([balance.lost, balance.duplicated]).toEqual([[], []]);
    for (const posTid of crossed) {
      const { phase, operations, capturedTotal, late } = await world.must("payment.get", { posTid });
      // A refused abort means that the till had captured already: then the customer has paid, and both sides know.
      const asked = operations.some(({ kind }) => kind === "abort");
      if (!asked) expect({ phase, capturedTotal }).toEqual({ phase: "captured", capturedTotal: 1000 });
      else expect(phase === "aborted" || phase === "released" || late !== null, phase).toBe(true);
    }
    expect(early.words).toEqual([]);
  });
});

describe("simultaneous captures, releases and refunds", () => {
  it("never exceed the available amount, and are each done once", async () => {
    await using world = await fastTill();
    await world.asManager();
    const random = seededRandom(7);
    const early = watchForPrematureMoney(world);
    for (let round = 0; round < 10; round += 1) {
      const { posTid } = await world.pay("AUTH", 10_000);
      for (let late = 0; late < 3; late += 1) world.sandbox.faults.delay("CAPTURE", random.between(0, 30));
      const parts = Array.from({ length: 5 }, () => random.between(1000, 6000));
      const captures = parts.map((amount) => world.call("payment.capture", { posTid, amount }));
      const answers = await Promise.all([...captures, world.call("payment.release", { posTid })]);
      const capturedSum = parts.reduce((sum, amount, at) => sum + (answers[at]?.ok ? amount : 0), 0);
      expect(capturedSum).toBeGreaterThan(0);
      expect(capturedSum).toBeLessThanOrEqual(10_000);
      await settled(world, { only: [posTid] });
      if (world.till.role() === null) await world.asManager();
      const { capturedTotal } = await world.must("payment.get", { posTid });
      const refund = () =>
        world.call("payment.refund", { posTid, amount: Math.ceil(capturedTotal / 3), reason: "back" });
      const refunds = await Promise.all(Array.from({ length: 5 }, refund));
      expect(refunds.filter(({ ok }) => ok).length).toBeLessThanOrEqual(3);
      await settled(world, { only: [posTid] });
      const { refundedTotal } = await world.must("payment.get", { posTid });
      expect(refundedTotal).toBeLessThanOrEqual(capturedTotal);
      expect(refundedTotal).toBe(refunds.filter(({ ok }) => ok).length * Math.ceil(capturedTotal / 3));
    }
    const balance = await settled(world);
    expect([balance.lost, balance.duplicated]).toEqual([[], []]);
    expect(early.words).toEqual([]);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});
