/** Phone numbers that customers at a kiosk have requested: how often, and how many. */
import { describe, expect, it } from "vitest";
import { wasCustomerRefused } from "../../../contract/payments/refused-customer.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";
import { ORDER, shop } from "../../support/vend-shop.ts";

const MINUTE_MS = 60_000;
const AGAIN = { error: { code: "limit", details: { because: { code: "kiosk_number_again" } } } };
const TOO_MANY = { error: { code: "limit", details: { because: { code: "kiosk_numbers" } } } };

async function kiosk() {
  const clock = fastClock(1);
  const world = await createTestTill({ clock, provisioning: { mode: "kiosk" } });
  return { world, clock };
}

function byPhone(value: string) {
  return { kind: "phone", value } as const;
}

/** Requests a number in place of the code, as a customer does. */
async function ask(world: TestTill, number: string) {
  const { posTid } = await world.must("payment.start", { action: "SALE", amount: 100 });
  await world.must("display.show", { posTid });
  return await world.call("payment.identify", { posTid, customer: byPhone(number) });
}

describe("a number that was requested twice at a kiosk without an approval", () => {
  it("is blocked for ten minutes, also after a restart", async () => {
    const { world, clock } = await kiosk();
    await using _ = world;
    expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
    expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
    expect(await ask(world, CUSTOMER)).toMatchObject(AGAIN);
    await world.restart();
    expect(await ask(world, CUSTOMER)).toMatchObject(AGAIN);
    clock.pass(10 * MINUTE_MS);
    expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
    expect(await ask(world, CUSTOMER)).toMatchObject(AGAIN);
  });

  it("is allowed again after its customer's approval, and always for staff and programs", async () => {
    const { world } = await kiosk();
    await using _ = world;
    const paid = async (value: Payment) => {
      const { tid } = await world.waitForPayment(
        value.posTid,
        (payment) => payment.phase === "waiting" && payment.tid !== null,
      );
      await world.phone.approve(tid ?? "");
      await world.waitForPhase(value.posTid, "captured");
    };
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
      const asked = await ask(world, CUSTOMER);
      if (asked.ok) await paid(asked.value);
      expect(asked).toMatchObject({ ok: true });
    }
    expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
    expect(await ask(world, CUSTOMER)).toMatchObject({ ok: true });
    expect(await ask(world, CUSTOMER)).toMatchObject(AGAIN);
    const input = { action: "SALE", amount: 100, customer: byPhone(CUSTOMER) } as const;
    expect(await world.call("payment.start", input)).toMatchObject({ ok: true });
    expect(await world.call("staff.approve", { pin: MANAGER_PIN, command: "payment.start", input })).toMatchObject({
      ok: true,
    });
  });
});

describe("a kiosk", () => {
  it("allows twelve unapproved numbers per hour, and stores no number", async () => {
    const { world, clock } = await kiosk();
    await using _ = world;
    const numbers = Array.from({ length: 13 }, (_, index) => `47912346${String(index).padStart(2, "0")}`);
    for (const number of numbers.slice(0, 12)) expect(await ask(world, number)).toMatchObject({ ok: true });
    expect(await ask(world, numbers[12] ?? "")).toMatchObject(TOO_MANY);
    // One of the numbers may be tried once more.
    expect(await ask(world, numbers[0] ?? "")).toMatchObject({ ok: true });
    const stored = JSON.stringify(world.database.prepare("SELECT * FROM setting").all());
    expect(stored).toContain("kioskAskedNumbers");
    expect(numbers.filter((number) => stored.includes(number))).toEqual([]);
    clock.pass(60 * MINUTE_MS);
    expect(await ask(world, numbers[12] ?? "")).toMatchObject({ ok: true });
  });
});

describe("a number that the service does not know, requested at a kiosk", () => {
  const UNKNOWN = "4799999999";

  it("closes its payment without attention, also when the till stopped meanwhile", async () => {
    const { world } = await kiosk();
    await using _ = world;
    const asked = await ask(world, UNKNOWN);
    if (!asked.ok) throw new Error(asked.error.message);
    const { posTid } = asked.value;
    const isClosed = (payment: Payment) => payment.phase === "aborted";
    expect(wasCustomerRefused(await world.waitForPayment(posTid, isClosed))).toBe(true);
    await world.asManager();
    expect((await world.must("inbox.list", {})).items).toEqual([]);
    // The state that an earlier run left.
    const left = await world.must("payment.start", { action: "SALE", amount: 100, customer: byPhone(UNKNOWN) });
    expect(await world.waitForPayment(left.posTid, ({ phase }) => phase === "attention")).toMatchObject({
      asked: "no",
    });
    world.database.prepare("UPDATE payment SET taken_by = NULL WHERE pos_tid = ?").run(left.posTid);
    await world.restart();
    await world.asManager();
    expect(await world.must("payment.get", { posTid: left.posTid })).toMatchObject({ phase: "aborted" });
  });

  it("needs attention when a user requested it", async () => {
    const { world } = await kiosk();
    await using _ = world;
    await world.asManager();
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 100,
      customer: byPhone(UNKNOWN),
    });
    expect(await world.waitForPayment(posTid, ({ phase }) => phase === "attention")).toMatchObject({ asked: "no" });
    await world.must("staff.signOut", {});
    await world.restart();
    await world.asManager();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "attention" });
  });

  it("ends its vend, and the machine drops nothing", async () => {
    await using opened = await shop({ mode: "kiosk" });
    const { world, machine } = opened;
    await world.must("staff.signOut", {});
    const { posTid } = await world.must("vend.start", { items: ORDER, customer: byPhone(UNKNOWN) });
    const ended = await world.waitForPayment(posTid, ({ phase }) => phase === "aborted");
    expect(ended).toMatchObject({ vend: { state: "cancelled" }, authorisedLeft: 0 });
    expect(machine.motor.size).toBe(0);
  });
});
