/** A returning customer: an earlier grant pays again for as long as it is stored (4.1, 5.6). */
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../main/lib/clock.ts";
import { grantedTo } from "../../support/permissions.ts";
import { phone } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const DAY_MS = 86_400_000;

/** A sale charged to a permission's customer, approved on their phone. */
async function chargedBy(world: TestTill, posTid: string, amount: number) {
  const customer = { kind: "permission", value: posTid } as const;
  const started = await world.must("payment.start", { action: "SALE", amount, customer });
  const asked = await world.waitForPayment(started.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  expect(asked.qr).toBeNull();
  await phone(world.sandbox).approve(asked.tid ?? "");
  return world.waitForPhase(started.posTid, "captured");
}

const requestOf = (world: TestTill, posTid: string) =>
  world.sandbox.payments().find((payment) => payment.posTid === posTid)?.request.customer ?? "";

it("pays a tab repeatedly with one token that no window receives", async () => {
  await using world = await createTestTill();
  const { posTid, usable } = await grantedTo(world, { scope: [], keepDays: 30, purpose: "Tab" });
  expect(usable).toBe(true);
  const first = await chargedBy(world, posTid, 4000);
  const second = await chargedBy(world, posTid, 2500);
  expect([first.capturedTotal, second.capturedTotal]).toEqual([4000, 2500]);
  const tokens = [first, second].map((payment) => requestOf(world, payment.posTid));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).not.toBe(CUSTOMER);
  expect(JSON.stringify(world.events)).not.toContain(tokens[0]);
  expect(await world.must("permission.get", { posTid })).toMatchObject({ usable: true, erased: null });
  await world.asManager();
  await world.must("customer.forget", { posTid });
  const refused = await world.call("payment.start", {
    action: "SALE",
    amount: 100,
    customer: { kind: "permission", value: posTid },
  });
  expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
});

describe("a returning customer", () => {
  it("pays with a new token a day later, when the old one expired", async () => {
    const time = { passed: 0 };
    const clock = { ...systemClock, now: () => systemClock.now() + time.passed };
    await using world = await createTestTill({ clock, callbacks: false, sandbox: { now: clock.now } });
    const { posTid } = await grantedTo(world, { scope: [], keepDays: 30 });
    const first = await chargedBy(world, posTid, 4000);
    await world.restart(() => {
      time.passed = DAY_MS;
    });
    await world.asManager();
    const renewed = async () => (await world.must("journal.list", { event: "permission.tokenRefreshed" })).items.length;
    await expect.poll(renewed).toBe(1);
    const second = await chargedBy(world, posTid, 2500);
    expect(second.capturedTotal).toBe(2500);
    expect(requestOf(world, second.posTid)).not.toBe(requestOf(world, first.posTid));
  });

  it("is charged once for a grant for one sale", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, { scope: [] });
    await chargedBy(world, posTid, 4000);
    await world.must("payment.start", { action: "SALE", amount: 100, customer: { kind: "phone", value: CUSTOMER } });
    const customer = { kind: "permission", value: posTid } as const;
    const refused = await world.call("payment.start", { action: "SALE", amount: 100, customer });
    expect(refused).toMatchObject({ ok: false, error: { code: "illegal_state" } });
  });
});
