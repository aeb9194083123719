/**
 * The end of the sale that a customer's data is kept for: at the next sale in the same place, and never while the data
 * is being read.
 */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID, KARI } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const TO_HOME = { preset: "ship-to-home" } as const;

/** A sale of another customer. @param reference another program's reference; omitted at the counter */
const sell = (world: TestTill, reference?: string) =>
  world.must("payment.start", { action: "SALE", amount: 200, customer: { kind: "phone", value: INGRID }, reference });

const erasedOf = async (world: TestTill, posTid: string) => (await world.must("permission.get", { posTid })).erased;

/** A sale whose customer shares an address with it. */
async function sold(world: TestTill, reference?: string): Promise<string> {
  const customer = { kind: "phone", value: KARI } as const;
  const { posTid } = await world.must("payment.start", {
    ...{ action: "SALE", amount: 900, customer, reference },
    ...TO_HOME,
  });
  const { tid } = await world.waitForPayment(posTid, (one) => one.phase === "waiting" && one.tid !== null);
  await world.phone.approve(tid ?? "", { customer: KARI });
  await permissionUntil(world, posTid, isRead);
  return posTid;
}

describe("data kept until the end of a sale", () => {
  it.each([
    ["the counter's", undefined, "register-1", undefined],
    ["another program's", "register-1", undefined, "register-2"],
    ["a program's with references like `counter 1`", "counter 1", undefined, "counter 2"],
  ])("%s ends only with the next sale at the same place", async (_whose, own, others, next) => {
    await using world = await createTestTill();
    const posTid = await sold(world, own);
    await sell(world, others);
    await sell(world, others && `${others}-again`);
    expect(await erasedOf(world, posTid)).toBeNull();
    await world.restart();
    await sell(world, others && `${others}-later`);
    expect(await erasedOf(world, posTid)).toBeNull();
    await sell(world, next);
    expect(await erasedOf(world, posTid)).toMatchObject({ because: "sale" });
  });

  it("and requested separately is for the counter's next sale, and no program's", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, TO_HOME);
    await sell(world, "register-1");
    await sell(world, "register-2");
    await sell(world);
    await sell(world, "register-3");
    expect(await erasedOf(world, posTid)).toBeNull();
    await sell(world);
    expect(await erasedOf(world, posTid)).toMatchObject({ because: "sale" });
  });

  it("is for the program's sale that charges its customer", async () => {
    await using world = await createTestTill();
    const { posTid } = await grantedTo(world, { scope: [] });
    const customer = { kind: "permission", value: posTid } as const;
    await world.must("payment.start", { action: "SALE", amount: 100, customer, reference: "register-1" });
    await sell(world);
    await sell(world);
    expect(await erasedOf(world, posTid)).toBeNull();
    await sell(world, "register-2");
    expect(await erasedOf(world, posTid)).toMatchObject({ because: "sale" });
  });

  it("is read to its end when the next sale starts meanwhile, and is erased two minutes later", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock, callbacks: false });
    const reading = world.sandbox.faults.hold("OAUTH");
    const { posTid } = await world.must("payment.start", {
      ...{ action: "SALE", amount: 900, customer: { kind: "phone", value: KARI } },
      preset: "receipt-by-mail",
    });
    const { tid } = await world.waitForPayment(posTid, (one) => one.phase === "waiting" && one.tid !== null);
    await world.phone.approve(tid ?? "", { customer: KARI });
    await reading.arrived;
    await sell(world);
    await sell(world);
    expect(await erasedOf(world, posTid)).toBeNull();
    reading.release();
    const read = await permissionUntil(world, posTid, isRead);
    // A receipt is being sent to the address, so the data for it is kept.
    expect(read).toMatchObject({ claims: { email: { email: expect.any(String) } }, mail: { posTid } });
    clock.pass(120_000);
    const { erased, mail } = await permissionUntil(world, posTid, (one) => one.erased !== null);
    expect(erased).toMatchObject({ because: "deadline" });
    expect(mail).toMatchObject({ state: expect.stringMatching(/^(held|waiting)$/) });
  });
});
