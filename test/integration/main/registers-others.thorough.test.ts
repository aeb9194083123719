/** What a register must not affect: other payments, the cashier's customer, and decided refunds. */
import { describe, expect, it } from "vitest";
import { openOutbox } from "../../../main/integration/ledger/outbox.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER, type TestTill } from "../../support/test-till.ts";
import { openTestWindow } from "../../support/window.ts";

const SALE = { reference: "r1", action: "SALE", amount: 14_900, customer: { kind: "phone", value: CUSTOMER } };

const ledgerPage = ({ database }: TestTill) => openOutbox(database).after({ entries: 0, bookings: 0, reports: 0 });

/** Sells as Register A to a customer who approves. */
async function sold(world: TestTill): Promise<string> {
  const { posTid } = (await registerAt(world, keyOf("a")).post("/payments", SALE)).body;
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  await world.phone.approve(tid ?? "");
  await world.waitForPhase(posTid, "captured");
  return posTid;
}

describe("a register", () => {
  it("cannot see a payment whose reference another register used", async () => {
    await using world = await createTillWithRegisters();
    const { body } = await registerAt(world, keyOf("a")).post("/payments", SALE);
    const seller = registerAt(world, keyOf("seller"));
    for (const sale of [SALE, { ...SALE, amount: 1 }]) {
      const refused = await seller.post("/payments", sale);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: "conflict", details: { because: { code: "register_reference_taken" } } },
      });
      expect(JSON.stringify(refused.body)).not.toContain(body.posTid);
    }
  });

  it("cannot read, refund or release a counter sale, and sees no keys of the window", async () => {
    await using world = await createTillWithRegisters();
    await using window = await openTestWindow(world);
    window.actions.enter({ type: "digit", digit: 7 });
    await window.actions.charge();
    const attempt = String(world.database.prepare("SELECT attempt FROM payment").pluck().get());
    const register = registerAt(world, keyOf("a"));
    const { body } = await register.get("/payments");
    expect(body.items).toMatchObject([{ amount: 7, reference: null, register: null }]);
    for (const reference of [attempt, `counter ${attempt}`, body.items[0].posTid]) {
      const path = `/payments/${encodeURIComponent(reference)}`;
      expect(await register.get(path)).toMatchObject({ status: 404 });
      for (const step of ["capture", "refund", "release", "abort", "receipt"])
        expect(await register.post(`${path}/${step}`, {})).toMatchObject({ status: 404 });
    }
    expect(JSON.stringify([body, ledgerPage(world), window.state().payments])).not.toContain(attempt);
  });

  it("has its own reference in the ledger, also one like `Counter 7`", async () => {
    await using world = await createTillWithRegisters();
    for (const reference of ["Counter 7", "counter 8"])
      await registerAt(world, keyOf("a")).post("/payments", { ...SALE, reference });
    expect(
      ledgerPage(world)
        ?.payments.map(({ reference }) => reference)
        .sort(),
    ).toEqual(["Counter 7", "counter 8"]);
  });

  it("receives only the outcome of a payment that it may refund but not read", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const posTid = await sold(world);
    const { key } = await world.must("register.add", { name: "Refunder", rights: ["refund"], refundLimit: 100 });
    const refunder = registerAt(world, key);
    const outline = { posTid, reference: "r1", phase: expect.any(String) };
    const first = await refunder.post("/payments/r1/refund", { amount: 100 });
    expect(first).toMatchObject({ status: 200 });
    expect(first.body).toEqual({ ...outline, refundRequests: [] });
    const second = await refunder.post("/payments/r1/refund", { amount: 200 });
    expect(second).toMatchObject({ status: 202 });
    expect(second.body).toEqual({ ...outline, refundRequests: [expect.objectContaining({ amount: 200 })] });
  });

  it("has at most the refundable amount in waiting refunds, each approved as requested and never once declined", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const posTid = await sold(world);
    const ask = (amount: number) => registerAt(world, keyOf("b")).post("/payments/r1/refund", { amount });
    expect((await ask(9900)).status).toBe(202);
    expect(await ask(5001)).toMatchObject({ status: 400, body: { details: { fields: [{ field: "amount" }] } } });
    const [request] = (await world.must("register.refunds", {})).items;
    const { refundId = "", additionalAmount = 0, reason = "" } = request ?? {};
    const approve = (amount: number) =>
      world.call("payment.refund", { posTid, refundId, amount, additionalAmount, reason });
    expect(await approve(9899)).toMatchObject({ error: { code: "conflict" } });
    await world.must("register.declineRefund", { refundId });
    for (const amount of [9900, 9899])
      expect(await approve(amount)).toMatchObject({
        error: { code: "illegal_state", details: { because: { code: "register_refund_decided" } } },
      });
    expect((await ask(14_900)).status).toBe(202);
  });

  it("has at most twenty waiting refunds of a payment, and can add the next once one is decided", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    await sold(world);
    const { key } = await world.must("register.add", { name: "Refunder", rights: ["refund"], refundLimit: 0 });
    const ask = () => registerAt(world, key).post("/payments/r1/refund", { amount: 1 });
    for (let number = 0; number < 20; number += 1) expect((await ask()).status).toBe(202);
    expect(await ask()).toMatchObject({
      status: 422,
      body: { code: "limit", details: { because: { code: "register_refunds_waiting" } } },
    });
    const { items } = await world.must("register.refunds", {});
    expect(items).toHaveLength(20);
    await world.must("register.declineRefund", { refundId: items[0]?.refundId ?? "" });
    expect((await ask()).status).toBe(202);
  });

  it("has at most fifty sales waiting for the screen, which keep their deadlines", async () => {
    const clock = fastClock(1);
    await using world = await createTillWithRegisters({ clock });
    const register = registerAt(world, keyOf("a"));
    const start = (reference: string) => register.post("/payments", { reference, action: "SALE", amount: 100 });
    for (const reference of ["on the screen", "first"]) await start(reference);
    const { codeUntil } = (await register.get("/payments/first")).body;
    clock.pass(1000);
    for (let number = 2; number <= 50; number += 1) expect((await start(`waits ${number}`)).status).toBe(201);
    expect((await register.get("/payments/first")).body.codeUntil).toBe(codeUntil);
    expect(await start("one too many")).toMatchObject({
      status: 422,
      body: { code: "limit", details: { because: { code: "register_too_many_waiting" } } },
    });
    expect((await start("first")).status).toBe(200);
    expect((await registerAt(world, keyOf("b")).post("/payments", { ...SALE, reference: "b1" })).status).toBe(201);
  });

  it("keeps the deadline of a new code when another payment starts", async () => {
    await using world = await createTillWithRegisters({ clock: fastClock(1) });
    const register = registerAt(world, keyOf("a"));
    await register.post("/payments", { reference: "on the screen", action: "SALE", amount: 100 });
    const { body } = await register.post("/payments", { reference: "waits", action: "SALE", amount: 100 });
    // The loop after a start has run once another payment has started.
    await register.post("/payments", { reference: "waits, too", action: "SALE", amount: 100 });
    expect((await register.get("/payments/waits")).body.codeUntil).toBe(body.codeUntil);
  });

  it("gets a new deadline for a waiting sale's code before it expires", async () => {
    const clock = fastClock(1);
    await using world = await createTillWithRegisters({ clock });
    const register = registerAt(world, keyOf("a"));
    await register.post("/payments", { reference: "on the screen", action: "SALE", amount: 100 });
    const { body } = await register.post("/payments", { reference: "waits", action: "SALE", amount: 100 });
    clock.pass(0.9 * (Date.parse(body.codeUntil) - clock.now()));
    const { codeRanOut } = await world.waitForPayment(
      body.posTid,
      ({ codeUntil }) => Date.parse(codeUntil ?? "") > clock.now() + 60_000,
    );
    expect(codeRanOut).toBe(false);
  });

  it("neither takes nor dismisses the customer who scanned a sticker for the cashier's sale", async () => {
    const clock = fastClock(1);
    const sandbox = { dialect: "house" } as const;
    await using world = await createTillWithRegisters({ clock, sandbox, provisioning: { locale: "en-GB" } });
    await world.asManager();
    await world.must("sticker.create", { name: "Counter" });
    await world.waitForTerminal(({ scanFirst }) => scanFirst.stickers === 1);
    clock.pass(5000);
    const [sticker] = (await world.must("sticker.list", {})).items;
    await world.phone.scan(sticker?.link ?? "");
    await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null);
    const queued = await registerAt(world, keyOf("a")).post("/payments", { ...SALE, customer: undefined });
    expect(queued).toMatchObject({ status: 201, body: { qr: { kind: "shortlink" } } });
    expect((await world.must("payment.start", { action: "SALE", amount: 5000 })).qr).toBeNull();
  });
});
