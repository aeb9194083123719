/** A create with a 409 response or another payment's id: the service's list is authoritative. */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { createdId, merchantClient } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const toPhone = { action: "SALE", amount: 5000, customer: { kind: "phone", value: CUSTOMER } } as const;

describe("a 409 response to the first attempt of a create", () => {
  it("is compared: a matching request at the service becomes the payment", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(10) });
    const held = world.sandbox.faults.hold("CREATE");
    const { posTid } = await world.must("payment.start", toPhone);
    await held.arrived;
    // A proxy between the till and the service has made the request already, and responds in its place.
    const otherClient = merchantClient(world.sandbox.provision());
    const made = await otherClient.post("/payment_request/", {
      action: "SALE",
      allow_credit: true,
      amount: 5000,
      currency: "NOK",
      customer: CUSTOMER,
      pos_id: "counter-1",
      pos_tid: posTid,
    });
    const tid = createdId(made);
    held.release();
    const waiting = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    expect(waiting).toMatchObject({ tid, attention: null });
    await world.phone.approve(tid);
    await world.waitForPhase(posTid, "captured");
    expect(world.sandbox.payments()).toHaveLength(1);
  });

  it("needs an operator when the service has another request under this id", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(10) });
    const held = world.sandbox.faults.hold("CREATE");
    const { posTid } = await world.must("payment.start", toPhone);
    await held.arrived;
    const otherClient = merchantClient(world.sandbox.provision());
    const other = { action: "SALE", allow_credit: true, amount: 4999, currency: "NOK", customer: CUSTOMER };
    await otherClient.post("/payment_request/", { ...other, pos_id: "counter-1", pos_tid: posTid });
    held.release();
    expect(await world.waitForPhase(posTid, "attention")).toMatchObject({ tid: null });
  });
});

describe("a create whose responses were lost many times", () => {
  it("is not abandoned because the list was unreadable once", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(100) });
    world.sandbox.faults.loseAnswerTo("CREATE", 9);
    world.sandbox.faults.refuse("CREATE", 409, 1_000_000);
    world.sandbox.faults.refuse("PAYMENT", 503, 1);
    const { posTid } = await world.must("payment.start", toPhone);
    const found = await world.waitForPayment(posTid, ({ tid, phase }) => tid !== null || phase === "attention");
    expect(found).toMatchObject({ tid: world.sandbox.payments()[0]?.tid, attention: null });
  });

  it("is not treated as refused while the list lags behind", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(10) });
    const { faults } = world.sandbox;
    faults.loseAnswerTo("CREATE");
    faults.refuse("CREATE", 404, 1_000_000);
    const empty = { status: 200, contentType: "application/json", body: JSON.stringify({ uris: [], next: null }) };
    faults.add({ effect: "answer", kind: "PAYMENT", times: 3, ...empty });
    const { posTid } = await world.must("payment.start", toPhone);
    const found = await world.waitForPayment(
      posTid,
      ({ tid, operations }) => tid !== null || operations[0]?.state === "refused",
    );
    expect(found).toMatchObject({ tid: world.sandbox.payments()[0]?.tid, attention: null });
    expect(faults.list().filter(({ kind }) => kind === "PAYMENT")).toEqual([]);
  });

  it("can be abandoned by a manager when the service offers no list", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(200) });
    world.sandbox.faults.loseRequest("CREATE", 1);
    world.sandbox.faults.refuse("CREATE", 400, 1_000_000);
    world.sandbox.faults.refuse("PAYMENT", 405, 1_000_000);
    const { posTid } = await world.must("payment.start", toPhone);
    const { operations } = await world.waitForPhase(posTid, "attention");
    await world.asManager();
    const reason = "No customer was asked";
    await world.must("queue.discard", { operationId: operations[0]?.id ?? "", reason });
    expect((await world.must("payment.abort", { posTid })).phase).toBe("aborted");
    expect((await world.must("queue.list", {})).items).toEqual([]);
  });

  it("needs an operator once the list was unreadable nine times in a row", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(200) });
    world.sandbox.faults.loseAnswerTo("CREATE", 1);
    world.sandbox.faults.refuse("CREATE", 409, 1_000_000);
    world.sandbox.faults.refuse("PAYMENT", 503, 1_000_000);
    const { posTid } = await world.must("payment.start", toPhone);
    expect(await world.waitForPhase(posTid, "attention")).toMatchObject({
      tid: null,
      attentionReason: { code: "queue_asked_unknown" },
    });
  });
});

describe("a create whose response contains another payment's id", () => {
  it("is found under its own id, and the other payment stays untouched", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(10) });
    const other = await world.pay("AUTH", 7000);
    world.sandbox.faults.add({
      effect: "answer",
      kind: "CREATE",
      status: 201,
      contentType: "application/json",
      body: JSON.stringify({ id: other.tid, uri: null }),
    });
    world.sandbox.faults.loseAnswerTo("CREATE", 1);
    const { posTid } = await world.must("payment.start", toPhone);
    const waiting = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    expect(waiting.tid).not.toBe(other.tid);
    expect(await world.must("payment.get", { posTid: other.posTid })).toMatchObject({ phase: "authorised" });
    expect(world.sandbox.payments()).toHaveLength(2);
  });
});

describe("an outcome that the service does not know in the first seconds", () => {
  it("raises no alarm", async () => {
    await using world = await createTestTill({ callbacks: false });
    world.sandbox.faults.refuse("OUTCOME", 404, 4);
    const { posTid } = await world.must("payment.start", toPhone);
    await world.waitForPayment(posTid, (payment) => payment.status === "pending");
    const phases = world.events.flatMap((event) => (event.type === "payment.changed" ? [event.payment.phase] : []));
    expect(phases).not.toContain("attention");
  });
});

describe("a capture with a 200 response that is listed without an id", () => {
  it("is complete and is not sent again", async () => {
    await using world = await createTestTill({ callbacks: false, clock: fastClock(10) });
    const { posTid, tid } = await world.pay("AUTH", 10_000);
    world.sandbox.faults.overrideOutcome = (truth) => ({
      ...truth,
      status: "ok",
      status_code: 2000,
      auth_amount: 0,
      captures: [{ id: null, amount: 10_000, additional_amount: 0 }],
    });
    world.sandbox.faults.add({
      effect: "answer",
      kind: "CAPTURE",
      times: 100,
      status: 200,
      contentType: "application/json",
      body: "null",
    });
    await world.must("payment.capture", { posTid });
    const captured = await world.waitForPhase(posTid, "captured");
    expect(captured.operations.at(-1)).toMatchObject({ kind: "capture", attempts: 1, state: "done" });
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
  });
});
