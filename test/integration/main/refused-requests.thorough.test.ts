/** A refused request is compared with the service's record: one wrong response settles nothing. */
import { describe, expect, it } from "vitest";
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

type OutcomeChange = (truth: PaymentOutcome) => PaymentOutcome;

const polled = () => createTestTill({ callbacks: false, clock: fastClock(10) });

/**
 * The service returns false outcomes while the first attempt at this kind of operation is being settled, then the
 * truth.
 */
function returnFalseOutcomesDuringFirstAttempt(
  world: TestTill,
  kind: (typeof NAMES)[keyof typeof NAMES],
  change: OutcomeChange,
): void {
  const first = world.database
    .prepare("SELECT count(*) FROM operation WHERE kind = ? AND state = 'sending' AND attempts = 1")
    .pluck();
  world.sandbox.faults.overrideOutcome = (truth) => (first.get(kind) === 1 ? change(truth) : truth);
}

const NAMES = { RELEASE: "release", CAPTURE: "capture", ABORT: "abort" } as const;

/** The same for an attempt that the service refuses. */
function refuseWithFalseOutcome(world: TestTill, kind: keyof typeof NAMES, change: OutcomeChange): void {
  world.sandbox.faults.refuse(kind, 409, 1);
  returnFalseOutcomesDuringFirstAttempt(world, NAMES[kind], change);
}

const otherPayments: OutcomeChange = (truth) => ({ ...truth, pos_tid: "another", tid: "another" });

describe("a release that is refused once, and compared with", () => {
  it.each<[string, OutcomeChange]>([
    [
      "another payment's failure",
      (truth) => ({ ...otherPayments(truth), status: "fail", status_code: 4019, auth_amount: 0 }),
    ],
    [
      "an OK response with an empty list",
      (truth) => ({ ...truth, status: "ok", status_code: 2000, captures: [], auth_amount: 0 }),
    ],
    ["a failure that is reversed", (truth) => ({ ...truth, status: "fail", status_code: 5012, auth_amount: 0 })],
  ])("%s, is sent again", async (_what, change) => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    refuseWithFalseOutcome(world, "RELEASE", change);
    await world.must("payment.release", { posTid });
    const released = await world.waitForPhase(posTid, "released");
    expect(released.operations.at(-1)).toMatchObject({ kind: "release", state: "done", attempts: 2 });
    expect(world.sandbox.payment(tid ?? "")).toMatchObject({ status: "fail", statusCode: 4019 });
  });
});

describe("a capture that is refused once, and compared with", () => {
  it("another payment's list, is sent again", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    const ours = () =>
      world.database.prepare("SELECT id FROM operation WHERE kind = 'capture'").pluck().get() as string;
    refuseWithFalseOutcome(world, "CAPTURE", (truth) => ({
      ...otherPayments(truth),
      captures: [{ id: ours(), amount: 4000, additional_amount: 0 }],
      auth_amount: 6000,
    }));
    await world.must("payment.capture", { posTid, amount: 4000 });
    await world.waitForPhase(posTid, "partly_captured");
    expect(world.sandbox.captures(tid ?? "")).toMatchObject([{ amount: 4000 }]);
  });

  it("an OK response with an empty list, is sent again, and needs no operator", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    refuseWithFalseOutcome(world, "CAPTURE", (truth) => ({
      ...truth,
      status: "ok",
      status_code: 2000,
      auth_amount: 0,
    }));
    await world.must("payment.capture", { posTid, amount: 4000 });
    const captured = await world.waitForPhase(posTid, "partly_captured");
    expect(captured.operations.at(-1)).toMatchObject({ kind: "capture", state: "done", attempts: 2 });
    expect(world.sandbox.captures(tid ?? "")).toMatchObject([{ amount: 4000 }]);
    expect(world.events.some((one) => one.type === "payment.changed" && one.payment.attention !== null)).toBe(false);
  });
});

describe("an abort that is refused once, and compared with", () => {
  it.each<[string, OutcomeChange]>([
    ["another payment's failure", (truth) => ({ ...otherPayments(truth), status: "fail", status_code: 4019 })],
    ["a failure that is reversed", (truth) => ({ ...truth, status: "fail", status_code: 5011 })],
  ])("%s, is sent again: the customer can no longer approve", async (_what, change) => {
    await using world = await polled();
    const { posTid, tid } = await world.startWaiting("SALE", 500);
    refuseWithFalseOutcome(world, "ABORT", change);
    await world.must("payment.abort", { posTid });
    const aborted = await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.attempts === 2);
    expect(aborted.operations.at(-1)).toMatchObject({ kind: "abort" });
    await world.waitForPhase(posTid, "aborted");
    expect(world.sandbox.payment(tid ?? "")).toMatchObject({ status: "fail", statusCode: 4019 });
  });
});

describe("a request with a doubtful 200 response", () => {
  it("is not complete because another payment's response contains it", async () => {
    await using world = await polled();
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.add({ effect: "answer", kind: "RELEASE", status: 200 });
    returnFalseOutcomesDuringFirstAttempt(world, "release", (truth) => ({
      ...otherPayments(truth),
      status: "fail",
      status_code: 4019,
    }));
    await world.must("payment.release", { posTid });
    const released = await world.waitForPhase(posTid, "released");
    expect(released.operations.at(-1)).toMatchObject({ kind: "release", state: "done", attempts: 2 });
    expect(world.sandbox.payment(tid ?? "")).toMatchObject({ status: "fail" });
  });
});

describe("a capture that is refused while the service permanently returns another payment", () => {
  const tried = (world: TestTill, posTid: string, times: number) =>
    world.waitForPayment(posTid, ({ operations }) => (operations.at(-1)?.attempts ?? 0) >= times);

  it("pauses nothing else, is polled less and less often, and then needs an operator", async () => {
    const clock = fastClock(200);
    await using world = await createTestTill({ callbacks: false, clock });
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.refuse("CAPTURE", 409, 1000);
    world.sandbox.faults.overrideOutcome = otherPayments;
    await world.must("payment.capture", { posTid, amount: 4000 });
    const since = clock.now();
    await tried(world, posTid, 9);
    // Eight pauses of five seconds each are 40 s.
    expect(clock.now() - since).toBeGreaterThan(100_000);
    const parked = await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.state === "attention");
    expect(parked.operations.at(-1)).toMatchObject({ kind: "capture", attempts: 9 });
    expect(world.events.some((one) => one.type === "queue.changed" && one.paused)).toBe(false);
  });

  it("can be discarded by a manager once the service repeats the refusal", async () => {
    const clock = fastClock(20);
    await using world = await createTestTill({ callbacks: false, clock });
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.asManager();
    world.sandbox.faults.refuse("CAPTURE", 409, 1000);
    world.sandbox.faults.overrideOutcome = otherPayments;
    await world.must("payment.capture", { posTid, amount: 4000 });
    const held = await tried(world, posTid, 1);
    const later = world.database.prepare("UPDATE operation SET sent_at = 0, due_at = ? WHERE kind = 'capture'");
    const operationId = held.operations.at(-1)?.id ?? "";
    const discard = () => world.call("queue.discard", { operationId, reason: "It is another payment" });
    await world.waitForPayment(posTid, ({ attention }) => attention !== null);
    later.run(clock.now() + 600_000);
    expect(await discard()).toMatchObject({ ok: true, value: { state: "refused" } });
  });
});
