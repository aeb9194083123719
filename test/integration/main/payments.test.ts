import { describe, expect, it } from "vitest";
import { CUSTOMER, createTestTill, MANAGER_PIN } from "../../support/test-till.ts";

describe("a sale", () => {
  it("by QR code is shown, scanned, approved and captured automatically", async () => {
    await using world = await createTestTill();
    const draft = await world.must("payment.start", { action: "SALE", amount: 14_900 });
    expect(draft).toMatchObject({ phase: "draft", amount: 14_900, qr: { kind: "shortlink" }, status: null, tid: null });
    expect(draft.qr?.text.endsWith(`/${draft.posTid}`)).toBe(true);
    expect((await world.phone.scan(draft.qr?.text ?? "")).status).toBe(200);
    const waiting = await world.waitForPhase(draft.posTid, "waiting");
    expect(waiting.qr).toBeNull();
    await world.phone.approve(waiting.tid ?? "");
    const paid = await world.waitForPhase(draft.posTid, "captured");
    expect(paid).toMatchObject({
      status: "ok",
      statusCode: 2000,
      capturedTotal: 14_900,
      refundable: 14_900,
      attention: null,
    });
    expect(world.sandbox.captures(paid.tid ?? "")).toHaveLength(1);
    expect(world.events).toContainEqual({ type: "scan.received", posTid: draft.posTid });
  });

  it("to a phone number is paid", async () => {
    await using world = await createTestTill();
    const paid = await world.pay("SALE", 5000);
    expect(paid).toMatchObject({ phase: "captured", customer: `•••${CUSTOMER.slice(-4)}`, qr: null });
  });

  it("with a tip that the customer chose is captured with the tip", async () => {
    await using world = await createTestTill();
    const started = await world.must("payment.start", {
      action: "SALE",
      amount: 14_900,
      additionalEdit: true,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const waiting = await world.waitForPayment(started.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(waiting.tid ?? "", { tip: 1500 });
    const paid = await world.waitForPhase(started.posTid, "captured");
    expect(paid).toMatchObject({
      capturedTotal: 16_400,
      additionalAmount: 1500,
      captures: [{ amount: 14_900, additionalAmount: 1500 }],
    });
  });

  it("that the service captures automatically is not captured again", async () => {
    await using world = await createTestTill({ sandbox: { saleCapturesItself: true } });
    const paid = await world.pay("SALE", 5000);
    expect(paid.operations.map((operation) => operation.kind)).toEqual(["create"]);
    expect(paid.capturedTotal).toBe(5000);
  });

  it("that the customer rejects is not paid", async () => {
    await using world = await createTestTill();
    const started = await world.must("payment.start", {
      action: "SALE",
      amount: 5000,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const waiting = await world.waitForPayment(started.posTid, (payment) => payment.tid !== null);
    await world.phone.reject(waiting.tid ?? "");
    expect(await world.waitForPhase(started.posTid, "rejected")).toMatchObject({
      statusCode: 5006,
      capturedTotal: 0,
      steps: [],
    });
  });

  it("to a customer unknown to the service needs attention, shows the reason, and can be cancelled", async () => {
    await using world = await createTestTill();
    const started = await world.must("payment.start", {
      action: "SALE",
      amount: 5000,
      customer: { kind: "phone", value: "4700000000" },
    });
    const refused = await world.waitForPhase(started.posTid, "attention");
    expect(refused.attention).toMatch(/customer|malformed|know/i);
    expect(refused.steps).toEqual(["abort"]);
    expect(await world.must("payment.abort", { posTid: started.posTid })).toMatchObject({
      phase: "aborted",
      attention: null,
    });
  });

  it("whose request expires is not paid", async () => {
    await using world = await createTestTill({ provisioning: { expiry: { counterSeconds: 60, kioskSeconds: 60 } } });
    const started = await world.must("payment.start", {
      action: "SALE",
      amount: 5000,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const waiting = await world.waitForPayment(started.posTid, (payment) => payment.expiresAt !== null);
    expect(waiting.phase).toBe("waiting");
    await world.sandbox.clock.advance(61_000);
    expect(await world.waitForPhase(started.posTid, "expired")).toMatchObject({ statusCode: 5011 });
  });
});

describe("a till without a receiver", () => {
  it("polls for who scanned its code", async () => {
    await using world = await createTestTill({ callbacks: false });
    expect((await world.must("terminal.get", {})).callbacks).toMatchObject({ state: "polling", scans: "last_scan" });
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.phone.scan(draft.qr?.text ?? "");
    const waiting = await world.waitForPhase(draft.posTid, "waiting");
    await world.phone.approve(waiting.tid ?? "");
    await world.waitForPhase(draft.posTid, "captured");
  });

  it("shows a link that any customer can claim when the service does not identify the scanner", async () => {
    await using world = await createTestTill({ callbacks: false });
    world.sandbox.faults.lastScan = 405;
    await world.restart();
    const started = await world.must("payment.start", { action: "SALE", amount: 100 });
    const draft = await world.waitForPayment(started.posTid, (payment) => payment.qr?.kind === "claim");
    expect(draft.phase).toBe("draft");
    await world.phone.scan(draft.qr?.text ?? "");
    await world.phone.approve(draft.tid ?? "");
    await world.waitForPhase(draft.posTid, "captured");
  });
});

describe("a reservation", () => {
  it("is captured in part, then in full", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 30_000);
    await world.must("payment.capture", { posTid, amount: 10_000 });
    expect(await world.waitForPhase(posTid, "partly_captured")).toMatchObject({
      capturedTotal: 10_000,
      authorisedLeft: 20_000,
    });
    await world.must("payment.capture", { posTid });
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ capturedTotal: 30_000, authorisedLeft: 0 });
    expect(world.sandbox.captures(tid ?? "").map((capture) => capture.amount)).toEqual([10_000, 20_000]);
  });

  it("is never captured beyond the remainder, and nothing is sent then", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("AUTH", 30_000);
    await world.must("payment.capture", { posTid, amount: 20_000 });
    expect(await world.call("payment.capture", { posTid, amount: 10_001 })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "amount" }] } },
    });
    await world.waitForPhase(posTid, "partly_captured");
    expect(world.sandbox.captures(tid ?? "")).toHaveLength(1);
  });

  it("is released, as is the rest of a captured one", async () => {
    await using world = await createTestTill();
    const fullAuthorisation = await world.pay("AUTH", 30_000);
    await world.must("payment.release", { posTid: fullAuthorisation.posTid });
    expect(await world.waitForPhase(fullAuthorisation.posTid, "released")).toMatchObject({
      capturedTotal: 0,
      statusCode: 4019,
    });
    const part = await world.pay("AUTH", 30_000);
    await world.must("payment.capture", { posTid: part.posTid, amount: 100 });
    await world.waitForPhase(part.posTid, "partly_captured");
    await world.must("payment.release", { posTid: part.posTid });
    expect(await world.waitForPhase(part.posTid, "captured")).toMatchObject({ capturedTotal: 100, authorisedLeft: 0 });
  });

  it("is renewed for another three days, and expires when it is not renewed", async () => {
    await using world = await createTestTill();
    const { posTid, expiresAt } = await world.pay("AUTH", 30_000);
    await world.sandbox.clock.advance(2 * 86_400_000);
    await world.must("payment.reauthorise", { posTid });
    const renewed = await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(Date.parse(renewed.expiresAt ?? "") - Date.parse(expiresAt ?? "")).toBeGreaterThan(86_400_000);
    await world.sandbox.clock.advance(3 * 86_400_000 + 1000);
    expect(await world.waitForPhase(posTid, "expired")).toMatchObject({ statusCode: 5012 });
  });
});

describe("a cancel", () => {
  it("of a code without a scan takes effect at once, with nothing sent", async () => {
    await using world = await createTestTill();
    const { posTid, qr } = await world.must("payment.start", { action: "SALE", amount: 100 });
    expect(await world.must("payment.abort", { posTid })).toMatchObject({ phase: "aborted", tid: null });
    await world.phone.scan(qr?.text ?? "");
    expect(world.sandbox.payments()).toEqual([]);
  });

  it("of a request that the customer has needs the service's confirmation", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 100,
      customer: { kind: "phone", value: CUSTOMER },
    });
    await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    expect(await world.must("payment.abort", { posTid })).toMatchObject({ phase: "waiting", abortRequested: true });
    await world.waitForPhase(posTid, "aborted");
  });

  it("after the approval loses to the approval, and the till releases the amount", async () => {
    await using world = await createTestTill({
      callbacks: false,
      provisioning: { polling: { activeMs: 60_000, idleMs: 60_000 } },
    });
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 100,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.must("payment.abort", { posTid });
    expect(await world.waitForPhase(posTid, "released")).toMatchObject({ capturedTotal: 0 });
    expect(world.sandbox.captures(tid ?? "")).toEqual([]);
  });
});

describe("a refund", () => {
  it("requires a manager", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("SALE", 10_000);
    expect(await world.call("payment.refund", { posTid, reason: "returned" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
    expect(world.sandbox.payments()[0]?.refunds ?? []).toEqual([]);
  });

  it("is made in part, then of the rest, and never exceeds the captured amount", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    await world.must("payment.refund", { posTid, amount: 4000, reason: "returned" });
    expect(await world.waitForPhase(posTid, "partly_refunded")).toMatchObject({
      refundedTotal: 4000,
      refundable: 6000,
    });
    expect(await world.call("payment.refund", { posTid, amount: 6001, reason: "returned" })).toMatchObject({
      error: { code: "invalid_input" },
    });
    await world.must("payment.refund", { posTid, reason: "returned" });
    expect(await world.waitForPhase(posTid, "refunded")).toMatchObject({ refundedTotal: 10_000, refundable: 0 });
    expect(world.sandbox.refunds(tid ?? "").map((refund) => refund.amount)).toEqual([4000, 6000]);
  });

  it("pressed twice is made once", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.pay("SALE", 10_000);
    await world.asManager();
    const answers = await Promise.all([
      world.call("payment.refund", { posTid, reason: "returned" }),
      world.call("payment.refund", { posTid, reason: "returned" }),
    ]);
    expect(answers.map((answer) => answer.ok)).toEqual([true, false]);
    await world.waitForPhase(posTid, "refunded");
    expect(world.sandbox.refunds(tid ?? "")).toHaveLength(1);
  });

  it("is identified by its id: the same one twice is made once, and another amount is rejected", async () => {
    await using world = await createTestTill();
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const { posTid } = await world.pay("SALE", 10_000);
    const refund = { posTid, amount: 4000, reason: "Broken", refundId: "0123456789ABCDEFGHJK" };
    const both = await Promise.all([world.call("payment.refund", refund), world.call("payment.refund", refund)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await world.call("payment.refund", { ...refund, amount: 4001 })).toMatchObject({
      error: { code: "conflict" },
    });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 4000);
    expect(await world.call("payment.refund", refund)).toMatchObject({ ok: true });
    // "The whole remainder" differs from the partial amount that was requested under this id.
    const { amount: _, ...all } = refund;
    expect(await world.call("payment.refund", all)).toMatchObject({ error: { code: "conflict" } });
    expect(world.sandbox.payments()[0]?.refunds).toHaveLength(1);
  });

  it("is refused before anything is sent on a till that has only a secret", async () => {
    await using world = await createTestTill({ scheme: "SECRET" });
    const { posTid } = await world.pay("SALE", 10_000);
    await world.asManager();
    expect(await world.call("payment.refund", { posTid, reason: "returned" })).toMatchObject({
      ok: false,
      error: { code: "not_allowed" },
    });
  });
});
