/** A comparison books nothing from a single response: a response that changes the books is read twice. */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { settled } from "../../support/balance.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { answerOutcome, merchantClient, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** A till that only receives news through comparisons. */
async function manager(): Promise<TestTill> {
  const polling = { activeMs: 60_000, idleMs: 600_000 };
  const world = await createTestTill({ clock: fastClock(2), callbacks: false, provisioning: { polling } });
  await world.asManager();
  return world;
}

const asMerchant = (world: TestTill) => merchantClient(world.sandbox.provision());

async function refundElsewhere(world: TestTill, tid: string, amount: number, id: string): Promise<PaymentOutcome> {
  const otherClient = asMerchant(world);
  const refund = { action: "REFUND", currency: "NOK", amount, additional_amount: 0, refund_id: id };
  expect((await otherClient.put(`/payment_request/${tid}/`, refund)).status).toBe(204);
  return (await otherClient.get(`/payment_request/${tid}/outcome/`)).body;
}

describe("a refund that the service lists wrongly once during the comparison", () => {
  it.each([
    ["twice", (refunds: PaymentOutcome["refunds"]) => [...(refunds ?? []), ...(refunds ?? [])]],
    [
      "with another amount",
      (refunds: PaymentOutcome["refunds"]) => (refunds ?? []).map((one) => ({ ...one, amount: 2000 })),
    ],
  ])("%s is booked correctly", async (_how, wrong) => {
    await using world = await manager();
    const { tid } = await world.pay("SALE", 10_000);
    await settled(world);
    const truth = await refundElsewhere(world, tid ?? "", 1000, "by-phone");
    answerOutcome(world, { ...truth, refunds: wrong(truth.refunds) }, 1);
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({ captured: 10_000, refunded: 1000, comparison: { state: "compared" } });
    expect(z.reconciliation).toMatchObject({ updated: 1, differences: 0 });
  });
});

describe("a service that never responds the same twice", () => {
  it("makes the close fail as offline, and books nothing", async () => {
    await using world = await manager();
    const { tid } = await world.pay("SALE", 10_000);
    await settled(world);
    const truth = await refundElsewhere(world, tid ?? "", 1000, "by-phone");
    for (let amount = 1001; amount < 1100; amount += 1) {
      answerOutcome(world, { ...truth, refunds: (truth.refunds ?? []).map((one) => ({ ...one, amount })) }, 1);
    }
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "offline" } });
    expect(await world.must("report.x", {})).toMatchObject({ refunded: 0 });
  });
});

describe("the fee of a granted permission", () => {
  it("is booked with its payment", async () => {
    await using world = await createTestTill({ clock: fastClock(2) });
    await world.asManager();
    const customer = { kind: "phone", value: "4791234567" } as const;
    const started = await world.must("payment.start", {
      action: "SALE",
      amount: 10_000,
      customer,
      scope: ["openid", "email"],
    });
    const { tid } = await world.waitForPayment(started.posTid, (one) => one.phase === "waiting" && one.tid !== null);
    await phone(world.sandbox).approve(tid ?? "");
    await world.waitForPhase(started.posTid, "captured");
    await settled(world);
    const said: PaymentOutcome = (await asMerchant(world).get(`/payment_request/${tid}/outcome/`)).body;
    const permission = said.permissions?.transaction_fee ?? 0;
    expect(permission).toBeGreaterThan(0);
    const fees = (said.transaction_fee ?? 0) + permission;
    expect(await world.must("report.x", {})).toMatchObject({ captured: 10_000, transactionFees: fees });
    expect(await world.must("report.z", {})).toMatchObject({
      transactionFees: fees,
      reconciliation: { differences: 0 },
    });
  });
});
