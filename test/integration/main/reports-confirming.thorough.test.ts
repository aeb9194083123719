/** A refund that the service accepted but does not list yet is in progress until the period that lists it. */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { settled } from "../../support/balance.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** Closes and carries over everything unresolved. */
async function close(world: TestTill) {
  const { unresolved } = await world.must("report.preview", {});
  const decisions = unresolved.map(({ subject }) => ({ subject, decision: "carry_over" as const }));
  return world.must("report.z", { decisions });
}

describe("a refund of an earlier period's sale that the service lists late", () => {
  it("is checked at every close, named as in progress, and in the Z of the period that lists it", async () => {
    const polling = { activeMs: 60_000, idleMs: 600_000 };
    await using world = await createTestTill({ clock: fastClock(2), callbacks: false, provisioning: { polling } });
    await world.asManager();
    const { posTid, tid, number } = await world.pay("SALE", 10_000);
    await settled(world);
    expect(await close(world)).toMatchObject({ number: 1, captured: 10_000, underWay: { count: 0 } });
    const otherClient = merchantClient(world.sandbox.provision());
    const before: PaymentOutcome = (await otherClient.get(`/payment_request/${tid}/outcome/`)).body;
    const late = { contentType: "application/json", body: JSON.stringify(before) };
    world.sandbox.faults.add({ effect: "answer", kind: "OUTCOME", times: 1_000_000, status: 200, ...late });
    await world.must("payment.refund", { posTid, amount: 1000, reason: "broken" });
    await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);

    const x = await world.must("report.x", {});
    expect(x).toMatchObject({ refunded: 0, underWay: { count: 1, captured: 0, refunded: 1000 } });
    const z = await close(world);
    expect(z).toMatchObject({
      number: 2,
      refunded: 0,
      underWay: { count: 1, captured: 0, refunded: 1000 },
      comparison: { state: "confirming" },
      reconciliation: { total: 1, compared: 1, equal: 0, confirming: 1 },
    });
    expect(z.decisions).toMatchObject([{ number, operation: "refund", amount: 1000, decision: "carry_over" }]);

    world.sandbox.faults.clear();
    expect(await close(world)).toMatchObject({
      number: 3,
      refunded: 1000,
      underWay: { count: 0 },
      decisions: [],
      comparison: { state: "compared" },
      reconciliation: { total: 1, compared: 1, differences: 0, confirming: 0 },
    });
    expect(await close(world)).toMatchObject({ number: 4, refunded: 0, reconciliation: { total: 0 } });
  });
});

describe("a refund that the service withdraws after a Z", () => {
  it("is reversed in the open period: the sum of both Zs is the service's balance", async () => {
    await using world = await createTestTill({ clock: fastClock(10), callbacks: false });
    await world.asManager();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    world.sandbox.faults.overrideOutcome = (truth) => ({
      ...truth,
      refunds: [...(truth.refunds ?? []), ...(truth.refunds ?? [])],
    });
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    await world.waitForPhase(posTid, "attention");
    const first = await close(world);
    expect(first).toMatchObject({ captured: 10_000, refunded: 2000 });
    world.sandbox.faults.overrideOutcome = null;
    await world.waitForPhase(posTid, "partly_refunded");
    const second = await close(world);
    expect(second).toMatchObject({ captured: 0, refunded: -1000 });
    const there = world.sandbox.refunds(tid ?? "").reduce((sum, { amount }) => sum + amount, 0);
    expect(first.refunded + second.refunded).toBe(there);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});

describe("the movements in progress", () => {
  it("exclude a refund that the service lists without its id", async () => {
    await using world = await createTestTill({ clock: fastClock(2), callbacks: false });
    await world.asManager();
    const { posTid } = await world.pay("SALE", 10_000);
    await settled(world);
    world.sandbox.faults.overrideOutcome = (truth) => ({
      ...truth,
      refunds: (truth.refunds ?? []).filter(({ amount }) => amount !== 700).map((refund) => ({ ...refund, id: null })),
    });
    await world.must("payment.refund", { posTid, amount: 1000, reason: "broken" });
    await world.waitForPhase(posTid, "partly_refunded");
    await world.must("payment.refund", { posTid, amount: 700, reason: "broken" });
    await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    const { report, unresolved } = await world.must("report.preview", {});
    expect(report).toMatchObject({ refunded: 1000, underWay: { count: 1, captured: 0, refunded: 700 } });
    expect(unresolved).toMatchObject([{ kind: "open_operation", operation: "refund", amount: 700 }]);
  });

  it("include a release, which needs a decision", async () => {
    await using world = await createTestTill({ clock: fastClock(2), callbacks: false });
    await world.asManager();
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.listLateMs = 600_000;
    await world.must("payment.release", { posTid });
    await world.waitForPayment(posTid, ({ checkingSince }) => checkingSince !== null);
    const { report, unresolved } = await world.must("report.preview", {});
    expect(report).toMatchObject({ underWay: { count: 0, captured: 0, refunded: 0 } });
    expect(unresolved).toContainEqual(expect.objectContaining({ kind: "open_operation", operation: "release" }));
  });
});
