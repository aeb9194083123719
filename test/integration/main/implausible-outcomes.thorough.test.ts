/** The till ignores one wrong response, and accepts a repeated one until the service corrects it. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

type OutcomeChange = (truth: PaymentOutcome) => PaymentOutcome;

const movement = (id: string | null, amount: number) => ({ id, amount, additional_amount: 0 });

const LIES: [string, OutcomeChange][] = [
  ["a capture above the amount", (truth) => ({ ...truth, status: "ok", captures: [movement("k", 50_000)] })],
  ["another payment's answer", (truth) => ({ ...truth, pos_tid: "another", tid: "another", status: "ok" })],
  ["another currency", (truth) => ({ ...truth, currency: "SEK" })],
  ["fail with captures", (truth) => ({ ...truth, status: "fail", captures: [movement("k", 1000)] })],
  ["ok with an empty list", (truth) => ({ ...truth, status: "ok", status_code: 2000, auth_amount: 0, captures: [] })],
  ["a wrong rest", (truth) => ({ ...truth, auth_amount: 1 })],
  ["an unrequested capture", (truth) => ({ ...truth, captures: [movement("x", 1000)], auth_amount: 9000 })],
  ["more refunded than captured", (truth) => ({ ...truth, refunds: [movement("x", 1000)] })],
];

/** Returns false outcomes this many times, then the real one. @returns a promise of the last false one */
function returnFalseOutcomes(world: TestTill, times: number, change: OutcomeChange): Promise<void> {
  const responded = Promise.withResolvers<void>();
  let left = times;
  world.sandbox.faults.overrideOutcome = (truth) => {
    if (left === 0) return truth;
    left -= 1;
    if (left === 0) responded.resolve();
    return change(truth);
  };
  return responded.promise;
}

async function eventsOf(world: TestTill, posTid: string): Promise<string[]> {
  return (await world.must("payment.timeline", { posTid })).entries.map(({ event }) => event);
}

/** Everything that was shown of a payment, in order. */
function shown(world: TestTill, posTid: string): Payment[] {
  return world.events.flatMap((event) =>
    event.type === "payment.changed" && event.payment.posTid === posTid ? [event.payment] : [],
  );
}

/** A till without callbacks that only polls, ten times as fast as real time. */
const polled = () => createTestTill({ callbacks: false, clock: fastClock(10) });

describe("one wrong response for a reservation", () => {
  it.each(LIES)("(%s) is quarantined, shown as being checked, and cleared automatically", async (_what, change) => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    const before = world.events.length;
    const responded = returnFalseOutcomes(world, 1, change);
    await responded;
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    await world.waitForPayment(posTid, (payment) => payment.checkingSince === null);
    expect(await eventsOf(world, posTid)).toEqual(expect.arrayContaining(["outcome.held", "outcome.withdrawn"]));
    const since = world.events.slice(before).flatMap((one) => (one.type === "payment.changed" ? [one.payment] : []));
    for (const payment of since)
      expect(payment).toMatchObject({ phase: "authorised", capturedTotal: 0, refundedTotal: 0, attention: null });
    // The reservation can still be captured.
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    expect(world.sandbox.captures(tid ?? "")).toMatchObject([{ amount: 10_000 }]);
  });
});

describe("a refund that the service lists twice", () => {
  it("once is refunded once, also in the books", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    const twice: OutcomeChange = (truth) => ({
      ...truth,
      refunds: [...(truth.refunds ?? []), ...(truth.refunds ?? [])],
    });
    const responded = returnFalseOutcomes(world, 1, twice);
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    await responded;
    await world.waitForPhase(posTid, "partly_refunded");
    await world.waitForPayment(posTid, (payment) => payment.checkingSince === null);
    expect(Math.max(...shown(world, posTid).map(({ refundedTotal }) => refundedTotal))).toBe(1000);
    expect(await world.must("report.x", {})).toMatchObject({ captured: 10_000, refunded: 1000 });
  });

  it("persistently needs an operator, and the books follow when the service corrects it", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    const twice: OutcomeChange = (truth) => ({
      ...truth,
      refunds: [...(truth.refunds ?? []), ...(truth.refunds ?? [])],
    });
    void returnFalseOutcomes(world, 1000, twice);
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    const afterRepeat = await world.waitForPhase(posTid, "attention");
    expect(afterRepeat).toMatchObject({ refundedTotal: 2000, steps: [] });
    world.sandbox.faults.overrideOutcome = null;
    const right = await world.waitForPhase(posTid, "partly_refunded");
    expect(right).toMatchObject({ refundedTotal: 1000, attention: null, refunds: [{ amount: 1000 }] });
    expect(await world.must("report.x", {})).toMatchObject({ captured: 10_000, refunded: 1000 });
    expect(await eventsOf(world, posTid)).toEqual(
      expect.arrayContaining(["outcome.held", "outcome.insisted", "money.refundWithdrawn"]),
    );
  });
});

describe("a movement that was made elsewhere", () => {
  it("is accepted when the service repeats it, and reversed when the service reverses it", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("AUTH", 10_000);
    void returnFalseOutcomes(world, 1000, (truth) => ({
      ...truth,
      captures: [movement("portal", 4000)],
      auth_amount: 6000,
    }));
    const trusted = await world.waitForPhase(posTid, "partly_captured");
    expect(trusted).toMatchObject({ capturedTotal: 4000, attention: null });
    world.sandbox.faults.overrideOutcome = null;
    expect(await world.waitForPhase(posTid, "authorised")).toMatchObject({ capturedTotal: 0, captures: [] });
    await world.asManager();
    expect(await world.must("report.x", {})).toMatchObject({ captured: 0 });
  });

  it("is quarantined over a restart and still polled", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    const responded = returnFalseOutcomes(world, 2, (truth) => ({
      ...truth,
      refunds: [...(truth.refunds ?? []), movement("portal", 500)],
    }));
    await world.must("payment.refund", { posTid, amount: 1000, reason: "returned" });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    await world.restart();
    await responded;
    await world.waitForPhase(posTid, "partly_refunded");
    expect(await world.waitForPayment(posTid, (payment) => payment.checkingSince === null)).toMatchObject({
      refundedTotal: 1000,
    });
  });
});

describe("a sale with one wrong response", () => {
  it("is not paid before the service confirms it", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.startWaiting("SALE", 5000);
    await returnFalseOutcomes(world, 1, (truth) => ({ ...truth, status: "ok", status_code: 2000, captures: [] }));
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    await world.waitForPayment(posTid, (payment) => payment.checkingSince === null);
    expect(shown(world, posTid).some(({ phase }) => phase === "captured")).toBe(false);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
  });
});

describe("a response that omits a list", () => {
  it("is no contradiction: a sale that is OK at once is paid at the first response", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.startWaiting("SALE", 5000);
    world.sandbox.faults.overrideOutcome = ({
      captures: _,
      auth_amount: _rest,
      auth_additional_amount: _more,
      ...truth
    }) => (truth.status === "auth" ? { ...truth, status: "ok", status_code: 2000 } : truth);
    await world.phone.approve(tid ?? "");
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ capturedTotal: 5000, checkingSince: null });
    expect(await eventsOf(world, posTid)).not.toContain("outcome.held");
  });
});

describe("a response that is wrong in a different way each time", () => {
  it("needs an operator after a while, and is cleared automatically by a correct response", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("AUTH", 10_000);
    let falseOutcomes = 0;
    world.sandbox.faults.overrideOutcome = (truth) => {
      falseOutcomes += 1;
      return { ...truth, captures: [movement(`made-up-${falseOutcomes}`, 10_000 + falseOutcomes)], auth_amount: 0 };
    };
    const unsteady = await world.waitForPhase(posTid, "attention");
    expect(unsteady).toMatchObject({ attentionReason: { code: "payment_changing_answers" }, capturedTotal: 0 });
    expect(unsteady.steps).toEqual([]);
    expect(falseOutcomes).toBeLessThan(10);
    await world.restart();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "attention" });
    world.sandbox.faults.overrideOutcome = null;
    expect(await world.waitForPhase(posTid, "authorised")).toMatchObject({ attention: null, checkingSince: null });
  });
});

describe("one implausible fee", () => {
  it("is neither shown nor booked", async () => {
    await using world = await polled();
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    await returnFalseOutcomes(world, 1, (truth) => ({ ...truth, transaction_fee: 99_999_999 }));
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    expect(await world.must("report.x", {})).toMatchObject({ fees: 0 });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince === null);
    expect(world.database.prepare("SELECT count(*) FROM booking WHERE transaction_fee <> 0").pluck().get()).toBe(0);
  });
});

describe("the latest response of the service", () => {
  it("is shown even without a new date: a fee", async () => {
    await using world = await polled();
    const { posTid, arrivals } = await world.pay("AUTH", 10_000);
    const undated: OutcomeChange = (truth) => ({ ...truth, date_modified: null });
    world.sandbox.faults.overrideOutcome = undated;
    const before = await world.waitForPayment(posTid, (payment) => payment.arrivals.poll > arrivals.poll);
    world.sandbox.faults.overrideOutcome = (truth) => ({ ...undated(truth), transaction_fee: 70 });
    await world.waitForPayment(posTid, (payment) => payment.arrivals.poll > before.arrivals.poll);
    await world.asManager();
    expect(await world.must("report.x", {})).toMatchObject({ fees: 70 });
  });
});
