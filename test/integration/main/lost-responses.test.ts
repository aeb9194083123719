import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import type { Phase } from "../../../contract/values/phases.ts";
import { type FastClock, fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";
import { expectNoPhaseChange, expectSaleContinues, responseFault, toPhone } from "./service-in-trouble.ts";

function settled(payment: Payment): boolean {
  return payment.operations.every((operation) => operation.state === "done");
}

describe("a lost response", () => {
  it("to the creation sends one request to the customer", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.loseAnswerTo("CREATE");
    const { posTid } = await world.must("payment.start", toPhone);
    const unknown = await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    expect(unknown).toMatchObject({ phase: "queued", operations: [{ state: "queued", attempts: 1 }] });
    const waiting = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    expect(waiting.checkingSince).toBeNull();
    expect(world.sandbox.payments()).toHaveLength(1);
  });

  it("to a capture captures the money once", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 30_000);
    world.sandbox.faults.loseAnswerTo("CAPTURE", 2);
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPayment(posTid, settled);
    expect(world.sandbox.captures(tid ?? "")).toEqual([expect.objectContaining({ amount: 10_000 })]);
  });

  it("to a refund refunds the money once", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    world.sandbox.faults.loseAnswerTo("REFUND", 2);
    await world.must("payment.refund", { posTid, amount: 3000, reason: "returned" });
    await world.waitForPayment(posTid, settled);
    expect(world.sandbox.refunds(tid ?? "")).toEqual([expect.objectContaining({ amount: 3000 })]);
  });

  it("to a release that the service then refuses as done is compared and settled", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.loseAnswerTo("RELEASE");
    await world.must("payment.release", { posTid });
    const released = await world.waitForPayment(posTid, settled);
    expect(released).toMatchObject({ phase: "released", attention: null });
  });

  it("followed by a power loss resumes the operation, which is done once", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 30_000);
    world.sandbox.faults.loseAnswerTo("CAPTURE");
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPayment(posTid, (payment) => payment.checkingSince !== null);
    await world.restart();
    await world.waitForPayment(posTid, settled);
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
  });
});

describe("a faulty service", () => {
  it.each<[string, (world: TestTill) => void]>([
    ["503", (world) => world.sandbox.faults.breakDown("CREATE", 503)],
    ["wrong types", responseFault(201, "application/json", '{"id": 17}')],
  ])("receives the request again, and the sale continues (%s)", (_what, trouble) => expectSaleContinues(trouble));

  it("with outcomes of wrong types changes no phase, and is polled again", () =>
    expectNoPhaseChange([
      '{"status":"ok","amount":"1e309","currency":"NOK","pos_id":"x","pos_tid":"y","tid":"z"}',
      "[]",
    ]));

  it("that returns another amount stops all automation, and the till shows both amounts", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.must("payment.start", { ...toPhone, action: "SALE" });
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    const wrong = {
      currency: "NOK",
      amount: 29_999,
      additional_amount: 0,
      auth_amount: 29_999,
      status: "auth",
      status_code: 3008,
      customer: CUSTOMER,
      pos_id: "counter-1",
      pos_tid: posTid,
      tid,
    };
    world.sandbox.faults.add({
      effect: "answer",
      kind: "OUTCOME",
      times: 1000,
      status: 200,
      contentType: "application/json",
      body: JSON.stringify(wrong),
    });
    const payment = await world.waitForPhase(posTid, "attention");
    expect(payment.attention).toMatch(/300\.00.*299\.99/);
    expect(payment.steps).toEqual([]);
    expect(payment.operations.map((operation) => operation.kind)).toEqual(["create"]);
  });
});

describe("a service that reports a payment as unknown", () => {
  const kinds: [
    "CAPTURE" | "RELEASE" | "REFUND" | "ABORT",
    "SALE" | "AUTH" | null,
    Phase,
    (world: TestTill, posTid: string) => Promise<unknown>,
  ][] = [
    ["CAPTURE", "AUTH", "captured", (world, posTid) => world.must("payment.capture", { posTid })],
    ["RELEASE", "AUTH", "released", (world, posTid) => world.must("payment.release", { posTid })],
    ["REFUND", "SALE", "refunded", (world, posTid) => world.must("payment.refund", { posTid, reason: "returned" })],
    ["ABORT", null, "aborted", (world, posTid) => world.must("payment.abort", { posTid })],
  ];

  /** A payment older than the time that the service may take to list it. */
  async function known(world: TestTill, clock: FastClock, action: "SALE" | "AUTH" | null): Promise<Payment> {
    const made = action ? await world.pay(action, 5000) : await world.must("payment.start", toPhone);
    const payment = await world.waitForPayment(made.posTid, ({ tid }) => tid !== null);
    await world.asManager();
    clock.pass(61_000);
    return payment;
  }

  it.each(kinds)("once for a %s receives the operation again, which is done", async (kind, action, phase, ask) => {
    const clock = fastClock(10);
    await using world = await createTestTill({ callbacks: false, clock });
    const { posTid } = await known(world, clock, action);
    world.sandbox.faults.refuse(kind, 404, 1);
    world.sandbox.faults.refuse("OUTCOME", 404, 1000);
    await ask(world, posTid);
    const tried = await world.waitForPayment(posTid, ({ operations }) => {
      const last = operations.at(-1);
      return last?.attempts === 1 && last.state !== "sending";
    });
    expect(tried.operations.at(-1)).toMatchObject({ state: "queued", attempts: 1 });
    world.sandbox.faults.clear();
    const ended = await world.waitForPayment(posTid, (payment) => payment.phase === phase && settled(payment));
    expect(ended.operations.at(-1)).toMatchObject({ attempts: 2 });
  });

  it("three times needs an operator, and empty responses in between do not count", async () => {
    const clock = fastClock(100);
    await using world = await createTestTill({ callbacks: false, clock });
    const { posTid } = await known(world, clock, "AUTH");
    const { faults } = world.sandbox;
    faults.refuse("CAPTURE", 404, 1);
    faults.breakDown("CAPTURE", 503, 2);
    faults.refuse("CAPTURE", 404, 1000);
    faults.refuse("OUTCOME", 404, 1000);
    await world.must("payment.capture", { posTid });
    const parked = await world.waitForPayment(posTid, ({ operations }) => operations.at(-1)?.state === "attention");
    expect(parked.operations.at(-1)).toMatchObject({ attempts: 5, lastErrorReason: { code: "queue_not_known" } });
  });
});
