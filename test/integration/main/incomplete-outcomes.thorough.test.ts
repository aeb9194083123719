/** A list that an outcome omits means nothing (2.3), and one without ids may be merged (G12): the money stays right. */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill } from "../../support/test-till.ts";

type Telling = (truth: PaymentOutcome) => PaymentOutcome;

const polled = () => createTestTill({ callbacks: false, clock: fastClock(10) });
const withoutCaptures: Telling = ({ captures: _, ...truth }) => truth;
const withoutMoney: Telling = ({ captures: _, auth_amount: _rest, auth_additional_amount: _more, ...truth }) => truth;

describe("a service that never lists captures", () => {
  it.each<[string, Telling]>([
    ["but returns the remainder", withoutCaptures],
    ["nor the remainder", withoutMoney],
  ])("captures what it accepted, and no more (%s)", async (_what, telling) => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    world.sandbox.faults.overrideOutcome = telling;
    await world.must("payment.capture", { posTid, amount: 4000 });
    const partly = await world.waitForPhase(posTid, "partly_captured");
    expect(partly).toMatchObject({ capturedTotal: 4000, captures: [{ amount: 4000 }] });
    await world.must("payment.release", { posTid });
    const captured = await world.waitForPhase(posTid, "captured");
    expect(captured).toMatchObject({ capturedTotal: 4000, refundable: 4000, attention: null });
    expect(world.sandbox.captures(tid ?? "")).toMatchObject([{ amount: 4000 }]);
    expect(await world.call("payment.refund", { posTid, amount: 9000, reason: "returned" })).toMatchObject({
      ok: false,
    });
    expect(await world.must("report.z", {})).toMatchObject({ captured: 4000, comparison: { state: "compared" } });
    await world.must("payment.refund", { posTid, amount: 4000, reason: "returned" });
    await world.waitForPhase(posTid, "refunded");
  });

  it("captures a sale in one step, and refunds it once", async () => {
    await using world = await polled();
    world.sandbox.faults.overrideOutcome = withoutMoney;
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    expect(await world.waitForPhase(posTid, "partly_refunded")).toMatchObject({
      capturedTotal: 10_000,
      refundedTotal: 1000,
    });
  });
});

describe("a listed movement that is omitted later", () => {
  it("stays, and the books do not change", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.must("payment.capture", { posTid, amount: 4000 });
    await world.waitForPhase(posTid, "partly_captured");
    await world.must("payment.release", { posTid });
    await world.waitForPhase(posTid, "captured");
    await world.asManager();
    world.sandbox.faults.overrideOutcome = withoutCaptures;
    expect(await world.must("report.z", {})).toMatchObject({ captured: 4000, comparison: { state: "compared" } });
    expect(await world.must("payment.get", { posTid })).toMatchObject({ capturedTotal: 4000, attention: null });
    const booked = world.database.prepare("SELECT amount FROM booking WHERE kind = 'capture'").pluck().all();
    expect(booked).toEqual([4000]);
  });

  it("stays for refunds, and a refund that is never listed is refunded once", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    await world.waitForPhase(posTid, "partly_refunded");
    world.sandbox.faults.overrideOutcome = ({ refunds: _, ...truth }) => truth;
    await world.must("payment.refund", { posTid, amount: 2000, reason: "returned" });
    const refunded = await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 3000);
    expect(refunded).toMatchObject({ refundable: 7000, attention: null });
    expect(world.sandbox.refunds(tid ?? "")).toMatchObject([{ amount: 1000 }, { amount: 2000 }]);
    expect(await world.must("report.z", {})).toMatchObject({ refunded: 3000, comparison: { state: "compared" } });
  });
});

describe("two captures that the service lists as one, without an id", () => {
  it("are both confirmed, and the rest can be captured", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.overrideOutcome = (truth) => {
      const amount = (truth.captures ?? []).reduce((sum, capture) => sum + capture.amount, 0);
      return { ...truth, captures: amount > 0 ? [{ id: null, amount, additional_amount: 0 }] : [] };
    };
    await world.must("payment.capture", { posTid, amount: 4000 });
    await world.waitForPhase(posTid, "partly_captured");
    await world.must("payment.capture", { posTid, amount: 3000 });
    const both = await world.waitForPayment(
      posTid,
      ({ capturedTotal, checkingSince }) => capturedTotal === 7000 && checkingSince === null,
    );
    expect(both.operations.every(({ state }) => state === "done")).toBe(true);
    expect(both.steps).toEqual(expect.arrayContaining(["capture", "release"]));
    expect(world.events.some((one) => one.type === "payment.changed" && one.payment.attention !== null)).toBe(false);
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    expect(world.sandbox.captures(tid ?? "")).toMatchObject([{ amount: 4000 }, { amount: 3000 }, { amount: 3000 }]);
  });
});
