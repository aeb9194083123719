/** A person's phone in place of their PIN: linked once by the owner, and valid for one command each time. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { checkUntil, granted, linkPhone, numberIn, scanned } from "../../support/phones.ts";
import { INGRID, KARI, MADS, OLA, phone } from "../../support/sandbox.ts";
import { createTestTill, MANAGER_PIN, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

const CASHIER = { name: "Per", role: "cashier", pin: "4821" } as const;
const MANAGER = { name: "Lise", role: "manager", pin: "702914" } as const;

/** A till with a signed-in cashier, a manager who approves by Ola's phone, and a payment. */
async function staffed(options: TestTillOptions = {}) {
  const world = await createTestTill(options);
  await world.must("staff.signIn", { pin: MANAGER_PIN });
  await world.must("staff.add", CASHIER);
  await world.must("staff.add", MANAGER);
  const lise = await linkPhone(world, "Lise", OLA);
  await world.must("staff.signIn", { pin: CASHIER.pin });
  return { world, lise };
}

async function refundOf(world: TestTill) {
  const { posTid } = await world.pay("SALE", 14_900);
  return { command: "payment.refund" as const, input: { posTid, amount: 4900, reason: "Broken" } };
}

function journal(world: TestTill, event: string): { actor: string | null; data: unknown }[] {
  return world.database
    .prepare<[string], { actor: string | null; data: string }>(
      "SELECT actor, data FROM journal WHERE event = ? ORDER BY sequence",
    )
    .all(event)
    .map(({ actor, data }) => ({ actor, data: JSON.parse(data) as unknown }));
}

const refundable = async (world: TestTill, posTid: string) => (await world.must("payment.get", { posTid })).refundable;

describe("a refund", () => {
  it.each([true, false])("is approved once by the manager's phone (callbacks: %s)", async (callbacks) => {
    const { world } = await staffed({ callbacks });
    await using _ = world;
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    expect(check).toMatchObject({ purpose: "approve", state: "code", by: null, qr: { kind: "shortlink" } });
    const text = await granted(world, check, OLA);
    expect(text).toContain("49");
    expect(text.length).toBeLessThanOrEqual(150);
    expect((await checkUntil(world, check.id, "done")).by).toEqual({ name: "Lise", role: "manager" });
    const approved = await world.must("staff.approve", { phone: check.id, ...refund });
    expect(approved.by).toEqual({ name: "Lise", role: "manager" });
    expect((approved.value as Payment).refundable).toBe(10_000);
    expect((await world.must("terminal.get", {})).staff).toEqual({ name: "Per", role: "cashier" });
    expect(journal(world, "staff.approvalUsed")).toEqual([
      { actor: "Lise", data: { asked: "Per", by: "phone", command: "payment.refund", role: "manager" } },
    ]);
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({
      error: { code: "not_allowed", details: { because: { code: "phone_over" } } },
    });
    expect(await refundable(world, refund.input.posTid)).toBe(10_000);
  });

  it("is approved exactly as shown on the phone, for the user who requested it", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    const { posTid } = refund.input;
    const approved = async () => {
      const check = await world.must("staff.approveByPhone", refund);
      await granted(world, check, OLA);
      await checkUntil(world, check.id, "done");
      return check.id;
    };
    const over = { error: { code: "not_allowed", details: { because: { code: "phone_over" } } } };
    const other = { ...refund, input: { ...refund.input, amount: 4901 } };
    expect(await world.call("staff.approve", { phone: await approved(), ...other })).toMatchObject(over);
    const another = { command: "customer.forget", input: { posTid } } as const;
    expect(await world.call("staff.approve", { phone: await approved(), ...another })).toMatchObject(over);
    const id = await approved();
    await world.must("staff.signOut", {});
    expect(await world.call("staff.approve", { phone: id, ...refund })).toMatchObject(over);
    expect(await refundable(world, posTid)).toBe(14_900);
  });

  it("of the whole remainder is no longer approved when the remainder has grown", async () => {
    const { world } = await staffed();
    await using _ = world;
    const { posTid } = await world.pay("AUTH", 10_000);
    await world.must("payment.capture", { posTid, amount: 4000 });
    await world.waitForPayment(posTid, ({ refundable: left }) => left === 4000);
    const refund = { command: "payment.refund", input: { posTid, reason: "Broken" } } as const;
    const check = await world.must("staff.approveByPhone", refund);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    await world.must("payment.capture", { posTid, amount: 6000 });
    await world.waitForPayment(posTid, ({ refundable: left }) => left === 10_000);
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    expect(await refundable(world, posTid)).toBe(10_000);
  });

  it.each([
    ["a passing customer's phone", KARI, "phone_not_known"],
    ["the phone of a cashier without the right", INGRID, "staff_may_not_approve"],
  ])("is not approved by %s", async (_who, customer, because) => {
    const { world } = await staffed();
    await using _ = world;
    await world.asManager();
    await linkPhone(world, "Per", INGRID);
    await world.must("staff.signIn", { pin: CASHIER.pin });
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    await granted(world, check, customer);
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe(because);
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    expect(await refundable(world, refund.input.posTid)).toBe(14_900);
  });

  it.each(["forged", "expired", "wrong_issuer", "wrong_audience", "wrong_nonce", "unsigned", "symmetric"] as const)(
    "is not approved by an id_token that is %s",
    async (variant) => {
      const { world } = await staffed();
      await using _ = world;
      const refund = await refundOf(world);
      world.sandbox.faults.idToken = variant;
      const check = await world.must("staff.approveByPhone", refund);
      await granted(world, check, OLA);
      expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("phone_unproven");
      expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
      expect(await refundable(world, refund.input.posTid)).toBe(14_900);
    },
  );

  it("is not approved before the phone accepts, after it declines, or by a cancelled request", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    const { rid } = await scanned(world, check, OLA);
    await checkUntil(world, check.id, "asked");
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    await phone(world.sandbox, OLA).decline(rid);
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("phone_declined");
    const next = await world.must("staff.approveByPhone", refund);
    expect(await world.must("staff.phone.cancel", { check: next.id })).toMatchObject({ state: "over", qr: null });
    expect(await world.call("staff.approve", { phone: next.id, ...refund })).toMatchObject({ ok: false });
    expect(await refundable(world, refund.input.posTid)).toBe(14_900);
  });

  it("is not approved by a phone whose link or owner was removed after the response", async () => {
    const { world, lise } = await staffed();
    await using _ = world;
    await world.asManager();
    const refund = await refundOf(world);
    const approved = async () => {
      const check = await world.must("staff.approveByPhone", refund);
      await granted(world, check, OLA);
      await checkUntil(world, check.id, "done");
      return check.id;
    };
    const first = await approved();
    expect(await world.must("staff.phone.unlink", { id: lise })).toEqual({ unlinked: true });
    expect(await world.call("staff.approve", { phone: first, ...refund })).toMatchObject({ ok: false });
    await linkPhone(world, "Lise", OLA);
    const second = await approved();
    await world.must("staff.change", { id: lise, active: false });
    await world.must("staff.change", { id: lise, active: true });
    expect(await world.call("staff.approve", { phone: second, ...refund })).toMatchObject({ ok: false });
    expect((await world.must("terminal.get", {})).people.phones).toBe(false);
    expect(await refundable(world, refund.input.posTid)).toBe(14_900);
  });

  it("is not approved by a response that is two minutes old", async () => {
    let later = 0;
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + later,
      monotonic: () => systemClock.monotonic() + later,
    };
    const { world } = await staffed({ clock });
    await using _ = world;
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    later += 120_001;
    expect(await world.must("staff.phone.get", { check: check.id })).toMatchObject({ state: "over" });
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    expect(await refundable(world, refund.input.posTid)).toBe(14_900);
  });

  it("is not approved by a response from before a restart", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    await world.restart();
    await world.must("staff.signIn", { pin: CASHIER.pin });
    expect(await world.call("staff.approve", { phone: check.id, ...refund })).toMatchObject({ ok: false });
    expect(await refundable(world, refund.input.posTid)).toBe(14_900);
  });

  it("falls back to the PIN when the service does not support the request", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    const body = JSON.stringify({ error_code: 400, error_description: "nonce: unknown field" });
    const refusal = { status: 400, contentType: "application/json", body };
    world.sandbox.faults.add({ effect: "answer", kind: "PERMISSION", times: 1, ...refusal });
    const check = await world.must("staff.approveByPhone", refund);
    await phone(world.sandbox, OLA).scan(check.qr?.text ?? "");
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("phone_not_sent");
    expect((await world.must("queue.list", {})).items).toEqual([]);
  });

  it("is not the only such command: a phone approves a discount, too", async () => {
    const { world } = await staffed();
    await using _ = world;
    const lines = [{ quantity: 1, unitAmount: 10_000, name: "Cake", discount: 2000 }];
    const sale = { command: "payment.start", input: { action: "SALE", amount: 8000, lines } } as const;
    expect(await world.call("payment.start", sale.input)).toMatchObject({ error: { code: "not_allowed" } });
    const check = await world.must("staff.approveByPhone", sale);
    expect(await granted(world, check, OLA)).toMatch(/80[.,]00/);
    await checkUntil(world, check.id, "done");
    const approved = await world.must("staff.approve", { phone: check.id, ...sale });
    expect(approved.value).toMatchObject({ amount: 8000, phase: "draft" });
  });

  it("falls back to the PIN while the service is unreachable, and reports it", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
    await world.must("payment.start", { action: "SALE", amount: 100, customer: { kind: "phone", value: KARI } });
    await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    expect(await world.call("staff.approveByPhone", refund)).toMatchObject({
      error: { code: "offline", details: { because: { code: "phone_unavailable" } } },
    });
  });
});

describe("a person's account", () => {
  it("is stored as a digest, and its request is in no list of customer data", async () => {
    const { world } = await staffed();
    await using _ = world;
    const refund = await refundOf(world);
    const check = await world.must("staff.approveByPhone", refund);
    await granted(world, check, OLA);
    await checkUntil(world, check.id, "done");
    expect((await world.must("permission.list", {})).items).toEqual([]);
    expect(await world.call("permission.get", { posTid: check.id })).toMatchObject({ error: { code: "not_found" } });
    const row = world.database
      .prepare<[string], Record<string, unknown>>("SELECT sealed, claims, customer FROM permission WHERE pos_tid = ?")
      .get(check.id);
    expect(row).toEqual({ sealed: null, claims: "{}", customer: null });
    expect(world.events.filter(({ type }) => type === "permission.changed")).toEqual([]);
    expect(journal(world, "staff.phoneLinked")).toEqual([{ actor: "Owner", data: { person: "Lise" } }]);
  });

  it("is linked only with the owner's PIN and the number on that phone", async () => {
    const { world, lise } = await staffed();
    await using _ = world;
    expect(await world.call("staff.phone.link", { id: lise })).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    await world.must("staff.phone.unlink", { id: lise });
    const begin = async (customer: string) => {
      const check = await world.must("staff.phone.link", { id: lise });
      const number = numberIn(await granted(world, check, customer));
      await checkUntil(world, check.id, "confirm");
      return { check: check.id, number };
    };
    const link = await begin(OLA);
    expect(await world.call("staff.phone.confirm", { ...link, pin: MANAGER.pin })).toMatchObject({ ok: false });
    const number = String((Number(link.number) + 1) % 10_000).padStart(4, "0");
    expect(await world.must("staff.phone.confirm", { ...link, number, pin: MANAGER_PIN })).toMatchObject({
      state: "refused",
      because: { code: "phone_wrong_number" },
    });
    expect(await world.call("staff.phone.confirm", { ...link, pin: MANAGER_PIN })).toMatchObject({ ok: false });
    expect((await world.must("staff.list", {})).items.every(({ phoneSince }) => phoneSince === null)).toBe(true);
    await linkPhone(world, "Per", MADS);
    expect(await world.must("staff.phone.confirm", { ...(await begin(MADS)), pin: MANAGER_PIN })).toMatchObject({
      state: "refused",
      because: { code: "phone_taken" },
    });
  });

  it("is not linked when the service's key is too weak to prove the account", async () => {
    await using world = await createTestTill({ sandbox: { serviceKeyBits: 1024 } });
    await world.asManager();
    const { items } = await world.must("staff.list", {});
    const check = await world.must("staff.phone.link", { id: items[0]?.id ?? "" });
    await granted(world, check, OLA);
    expect((await checkUntil(world, check.id, "refused")).because?.code).toBe("phone_no_service_key");
  });
});
