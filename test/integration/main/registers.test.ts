/** `/api/v1`: cash registers and other programs of a shop. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const customer = { kind: "phone", value: CUSTOMER };
const SALE = { reference: "receipt 2026/42", action: "SALE", amount: 14_900, customer };
const PATH = `/payments/${encodeURIComponent(SALE.reference)}`;

async function paid(world: TestTill, sale: object = SALE): Promise<Payment> {
  const { body } = await registerAt(world, keyOf("a")).post("/payments", sale);
  const { tid } = await world.waitForPayment(body.posTid, (payment) => payment.tid !== null);
  await world.phone.approve(tid ?? "");
  return world.waitForPhase(body.posTid, body.action === "SALE" ? "captured" : "authorised");
}

const refundsOf = (world: TestTill, { tid }: Payment) => world.sandbox.refunds(tid ?? "");

describe("a register", () => {
  it("sells under its own reference: 201 the first time, 200 for a repeat, 409 for other content", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    const first = await register.post("/payments", SALE);
    expect(first).toMatchObject({
      status: 201,
      body: { reference: SALE.reference, register: "Register A", amount: 14_900 },
    });
    expect(await register.post("/payments", SALE)).toMatchObject({ status: 200, body: { posTid: first.body.posTid } });
    expect(await register.post("/payments", { ...SALE, amount: 14_901 })).toMatchObject({
      status: 409,
      body: { code: "conflict", retryable: false, details: { posTid: first.body.posTid } },
    });
    expect(await register.get(PATH)).toMatchObject({ status: 200, body: { posTid: first.body.posTid } });
    expect(await register.get("/payments/none")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await register.get("/payments")).body).toMatchObject({
      items: [{ posTid: first.body.posTid }],
      next: null,
    });
  });

  it("is recorded as the requester in the journal, in reports per person, and on the payment", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { posTid } = await paid(world);
    const { entries } = await world.must("payment.timeline", { posTid });
    expect(entries[0]).toMatchObject({
      event: "payment.started",
      values: { actor: "Register A", register: "Register A" },
    });
    const report = await world.must("report.x", {});
    expect(report.byPerson).toMatchObject([{ person: "Register A", captured: 14_900 }]);
    expect((await world.must("terminal.get", {})).people.roles.map(({ id }) => id)).toEqual([
      "cashier",
      "manager",
      "owner",
    ]);
  });

  it("captures, releases and cancels by its reference", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    const { posTid } = await paid(world, { ...SALE, action: "AUTH" });
    expect(await register.post(`${PATH}/capture`, { amount: 4900 })).toMatchObject({ status: 200, body: { posTid } });
    await world.waitForPhase(posTid, "partly_captured");
    expect(await register.post(`${PATH}/release`)).toMatchObject({ status: 200 });
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ capturedTotal: 4900 });
    expect(await register.post(`${PATH}/capture`, { amount: 1 })).toMatchObject({
      status: 409,
      body: { code: "illegal_state" },
    });
    const other = await register.post("/payments", { ...SALE, reference: "other" });
    expect(await register.post("/payments/other/abort", {})).toMatchObject({ status: 200 });
    await world.waitForPhase(other.body.posTid, "aborted");
  });

  it("needs a known key, and the right to the request", async () => {
    await using world = await createTillWithRegisters();
    for (const key of ["", "wrong", keyOf("nobody")])
      expect(await registerAt(world, key).post("/payments", SALE)).toMatchObject({
        status: 401,
        body: { code: "not_allowed" },
      });
    const [seller, reader] = [registerAt(world, keyOf("seller")), registerAt(world, keyOf("reader"))];
    const refused = { status: 403, body: { code: "not_allowed", details: { reason: expect.any(String) } } };
    expect(await reader.post("/payments", SALE)).toMatchObject(refused);
    await paid(world);
    for (const change of ["capture", "release", "refund"])
      expect(await seller.post(`${PATH}/${change}`, {})).toMatchObject(refused);
    for (const path of [PATH, "/payments", "/events"]) expect(await seller.get(path)).toMatchObject(refused);
    expect(await reader.get(PATH)).toMatchObject({ status: 200 });
    expect(await seller.post("/payments", { ...SALE, reference: "own" })).toMatchObject({ status: 201 });
    expect(await seller.get("/payments/own")).toMatchObject({ status: 200 });
    expect(await registerAt(world, keyOf("a")).post("/payments/own/abort")).toMatchObject(refused);
  });

  it("receives the name of each invalid field", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    const { status, body } = await register.post("/payments", { ...SALE, amount: "1", reference: "", tip: 1 });
    expect(status).toBe(400);
    expect(body.details.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      "amount",
      "reference",
      "tip",
    ]);
    // Clients remove these from an address before they send it.
    for (const reference of [".", ".."])
      expect(await register.post("/payments", { ...SALE, reference })).toMatchObject({
        status: 400,
        body: { details: { fields: [{ field: "reference" }] } },
      });
    expect(await register.post("/payments", SALE, { "idempotency-key": "x".repeat(256) })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "Idempotency-Key" }] } },
    });
    expect(await register.get("/payments?cursor=nothing")).toMatchObject({
      status: 400,
      body: { code: "invalid_input" },
    });
  });

  it("rejects requests from pages of other sites", async () => {
    await using world = await createTillWithRegisters();
    const answer = await fetch(`${world.till.registersUrl()}/api/v1/payments`, {
      headers: { authorization: `Bearer ${keyOf("a")}`, origin: "https://elsewhere.example" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("an Idempotency-Key", () => {
  it("makes a refund or a capture once, however often it is requested, also after a restart", async () => {
    await using world = await createTillWithRegisters();
    const payment = await paid(world);
    const key = { "idempotency-key": "refund-1" };
    const ask = (body: object, header: Record<string, string> = key) =>
      registerAt(world, keyOf("a")).post(`${PATH}/refund`, body, header);
    const first = await ask({ amount: 1000, reason: "Broken" });
    expect(first.status).toBe(200);
    await world.waitForPayment(payment.posTid, ({ refundedTotal }) => refundedTotal === 1000);
    expect(await ask({ amount: 1000, reason: "Broken" })).toMatchObject({ status: 200, body: first.body });
    await world.restart();
    expect(await ask({ amount: 1000, reason: "Broken" })).toMatchObject({ status: 200, body: first.body });
    expect(await ask({ amount: 1001, reason: "Broken" })).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refundsOf(world, payment)).toHaveLength(1);
    // Another key, or no key, is another refund of the same amount.
    expect(await ask({ amount: 1000 }, { "idempotency-key": "refund-2" })).toMatchObject({ status: 200 });
    expect(await ask({ amount: 1000 }, {})).toMatchObject({ status: 200 });
    await world.waitForPayment(payment.posTid, ({ refundedTotal }) => refundedTotal === 3000);
  });

  it("belongs to one register, and refused requests leave it free", async () => {
    await using world = await createTillWithRegisters();
    const payment = await paid(world);
    const key = { "idempotency-key": "one" };
    const [a, b] = [registerAt(world, keyOf("a")), registerAt(world, keyOf("b"))];
    expect(await a.post(`${PATH}/refund`, { amount: 99_900 }, key)).toMatchObject({ status: 400 });
    expect(await a.post(`${PATH}/refund`, { amount: 100 }, key)).toMatchObject({ status: 200 });
    expect(await b.post(`${PATH}/refund`, { amount: 200 }, key)).toMatchObject({ status: 200 });
    await world.waitForPayment(payment.posTid, ({ refundedTotal }) => refundedTotal === 300);
  });

  it("of a sale belongs to its reference", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    const key = { "idempotency-key": "sale" };
    const first = await register.post("/payments", SALE, key);
    expect(await register.post("/payments", SALE, key)).toMatchObject({
      status: 200,
      body: { posTid: first.body.posTid },
    });
    expect(await register.post("/payments", { ...SALE, reference: "x" }, key)).toMatchObject({ status: 409 });
  });
});

describe("a refund over a register's limit", () => {
  it("waits for a user at the till, who approves it once", async () => {
    await using world = await createTillWithRegisters();
    const payment = await paid(world);
    const register = registerAt(world, keyOf("b"));
    const key = { "idempotency-key": "too much" };
    const asked = await register.post(`${PATH}/refund`, { amount: 9900, reason: "Broken" }, key);
    expect(asked).toMatchObject({ status: 202, body: { refundRequests: [{ state: "waiting", amount: 9900 }] } });
    expect(await register.post(`${PATH}/refund`, { amount: 9900, reason: "Broken" }, key)).toMatchObject({
      status: 202,
    });
    const { items } = await world.must("register.refunds", {});
    expect(items).toMatchObject([{ register: "Register B", number: payment.number, reason: "Broken" }]);
    expect(refundsOf(world, payment)).toEqual([]);
    const { posTid, refundId, amount, additionalAmount, reason } = items[0] ?? ({} as never);
    const input = { posTid, refundId, amount, additionalAmount, reason };
    expect(await world.call("payment.refund", input)).toMatchObject({ error: { code: "not_allowed" } });
    await world.must("staff.approve", { pin: MANAGER_PIN, command: "payment.refund", input });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 9900);
    expect((await world.must("register.refunds", {})).items).toEqual([]);
    expect((await register.get(PATH)).body.refundRequests).toMatchObject([{ state: "approved" }]);
    expect(refundsOf(world, payment)).toHaveLength(1);
  });

  it("can be declined, which moves no money", async () => {
    await using world = await createTillWithRegisters();
    const payment = await paid(world);
    const register = registerAt(world, keyOf("b"));
    await register.post(`${PATH}/refund`, {});
    const [request] = (await world.must("register.refunds", {})).items;
    expect(request).toMatchObject({ amount: 14_900, reason: SALE.reference });
    const declined = await world.must("register.declineRefund", { refundId: request?.refundId ?? "" });
    expect(declined.state).toBe("declined");
    expect((await register.get(PATH)).body.refundRequests).toMatchObject([{ state: "declined" }]);
    expect(await world.call("register.declineRefund", { refundId: declined.refundId })).toMatchObject({
      error: { code: "illegal_state" },
    });
    expect(refundsOf(world, payment)).toEqual([]);
  });

  it("counts all refunds of the payment", async () => {
    await using world = await createTillWithRegisters();
    const { posTid } = await paid(world);
    const register = registerAt(world, keyOf("b"));
    expect(await register.post(`${PATH}/refund`, { amount: 5000 })).toMatchObject({ status: 200 });
    await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 5000);
    expect(await register.post(`${PATH}/refund`, { amount: 1 })).toMatchObject({ status: 202 });
  });
});
