/** Accepted but unlisted operations: a 204 to a capture, release or refund does not prove that the outcome shows it. */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const HOUR_MS = 3_600_000;

describe("a refund that the service lists late", () => {
  it.each([30, 300, 1500])("(%s ms) is shown as being checked, cannot be repeated, and is found", async (ms) => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    world.sandbox.faults.listLateMs = ms;
    await world.must("payment.refund", { posTid, reason: "returned" });
    const checked = await world.waitForPayment(posTid, (payment) => payment.operations.at(-1)?.attempts === 1);
    expect(checked).toMatchObject({ refundedTotal: 0, refundable: 0 });
    const again = await world.call("payment.refund", { posTid, reason: "returned" });
    expect(again.ok).toBe(false);
    const refunded = await world.waitForPhase(posTid, "refunded");
    expect(refunded).toMatchObject({ refundedTotal: 10_000, checkingSince: null });
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("shows since when it is being checked", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    world.sandbox.faults.listLateMs = 1000;
    await world.must("payment.refund", { posTid, amount: 4000, reason: "returned" });
    const accepted = await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    expect(accepted).toMatchObject({
      phase: "captured",
      refundable: 6000,
      operations: [{ kind: "create" }, { kind: "capture" }, { kind: "refund", state: "sending", settledAt: null }],
    });
    expect(await world.waitForPhase(posTid, "partly_refunded")).toMatchObject({
      refundedTotal: 4000,
      checkingSince: null,
    });
  });

  it("is found after a restart", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    world.sandbox.faults.listLateMs = 600_000;
    await world.must("payment.refund", { posTid, reason: "returned" });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    await world.restart();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ refundable: 0, refundedTotal: 0 });
    await world.sandbox.clock.advance(600_000);
    await world.waitForPhase(posTid, "refunded");
  });
});

describe("a refund that the service does not list for a day", () => {
  it("waits for an operator, and ends automatically when the service lists it after all", async () => {
    const clock = fastClock(10);
    await using world = await createTestTill({ callbacks: false, clock });
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    world.sandbox.faults.listLateMs = 30 * HOUR_MS;
    await world.must("payment.refund", { posTid, reason: "returned" });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    clock.pass(24.5 * HOUR_MS);
    const parked = await world.waitForPhase(posTid, "attention");
    expect(parked).toMatchObject({ refundedTotal: 0, refundable: 0, attentionReason: { code: "queue_not_shown" } });
    expect(parked.operations.at(-1)).toMatchObject({ kind: "refund", state: "attention" });
    clock.pass(6 * HOUR_MS);
    const refunded = await world.waitForPhase(posTid, "refunded");
    expect(refunded).toMatchObject({ refundedTotal: 10_000, attention: null, checkingSince: null });
    expect(refunded.operations.at(-1)).toMatchObject({ kind: "refund", state: "done" });
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });
});

describe("a sale whose outcome is returned after its capture", () => {
  it("is paid within about a second and captured once", async () => {
    await using world = await createTestTill({ callbacks: false });
    world.sandbox.faults.listLateMs = 300;
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 7900,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    const accepted = await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    expect(accepted).toMatchObject({ phase: "authorised", capturedTotal: 0 });
    expect(accepted.steps).not.toContain("capture");
    expect(accepted.steps).not.toContain("release");
    const captured = await world.waitForPhase(posTid, "captured");
    expect(Date.parse(captured.modifiedAt) - Date.parse(accepted.checkingSince ?? "")).toBeLessThan(5000);
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
  });
});

describe("a poll without a response", () => {
  it("does not delay the poll for a capture that was accepted later", async () => {
    // The request never times out.
    const timeouts = { connectMs: 600_000, headersMs: 600_000, totalMs: 600_000 };
    await using world = await createTestTill({ callbacks: false, timeouts });
    const { posTid } = await world.pay("AUTH", 10_000);
    const slow = world.sandbox.faults.hold("OUTCOME");
    await slow.arrived;
    world.sandbox.faults.listLateMs = 300;
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    slow.release();
  });
});

describe("a release that the service shows late", () => {
  it("is polled until the reservation is gone", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.listLateMs = 700;
    await world.must("payment.release", { posTid });
    const accepted = await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    expect(accepted.steps).toEqual([]);
    expect(await world.waitForPhase(posTid, "released")).toMatchObject({ checkingSince: null });
  });
});

describe("a response to a poll sent before the till's latest action", () => {
  it("is ignored, even when plausible, and polled again", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 10_000);
    const before = world.sandbox.faults;
    const slow = before.hold("OUTCOME");
    await slow.arrived;
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    // The response was computed before the capture, and arrives after it.
    const responded = Promise.withResolvers<void>();
    before.overrideOutcome = (truth) => {
      before.overrideOutcome = null;
      responded.resolve();
      return { ...truth, status: "auth", status_code: 3008, auth_amount: 10_000, captures: [] };
    };
    slow.release();
    await responded.promise;
    await world.asManager();
    await world.must("payment.refund", { posTid, reason: "returned" });
    await world.waitForPhase(posTid, "refunded");
    const events = (await world.must("payment.timeline", { posTid })).entries.map(({ event }) => event);
    expect(events).not.toContain("outcome.held");
    expect(world.events.some((event) => event.type === "payment.changed" && event.payment.phase === "attention")).toBe(
      false,
    );
  });
});

describe("a release whose response is lost, and which the service lists late", () => {
  it("is not treated as refused when the service refuses the second release", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    world.sandbox.faults.listLateMs = 4000;
    world.sandbox.faults.loseAnswerTo("RELEASE", 1);
    await world.must("payment.release", { posTid });
    const settled = await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.settledAt !== null);
    expect(settled.operations.at(-1)).toMatchObject({ kind: "release", state: "done" });
    expect(settled.operations.at(-1)?.attempts).toBeGreaterThan(1);
    await world.waitForPhase(posTid, "released");
  });
});
