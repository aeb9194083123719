/** What a register has nothing to do with: the payments of others, the cashier's customer, and refunds that were decided. */
import { expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER } from "../../support/test-till.ts";

const SALE = { reference: "r1", action: "SALE", amount: 14_900, customer: { kind: "phone", value: CUSTOMER } };

it("is told of no payment under a reference that another register used", async () => {
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

it("neither takes nor sends away the customer who scanned a sticker for the cashier's sale", async () => {
  const clock = fastClock(1);
  const sandbox = { dialect: "house" } as const;
  await using world = await createTillWithRegisters({ clock, sandbox, provisioning: { locale: "en-GB" } });
  await world.asManager();
  await world.must("sticker.create", { name: "Counter" });
  await world.terminal(({ scanFirst }) => scanFirst.stickers === 1);
  clock.pass(5000);
  const [sticker] = (await world.must("sticker.list", {})).items;
  await world.phone.scan(sticker?.link ?? "");
  await world.terminal(({ scanFirst }) => scanFirst.ready !== null);
  const queued = await registerAt(world, keyOf("a")).post("/payments", { ...SALE, customer: undefined });
  expect(queued).toMatchObject({ status: 201, body: { qr: { kind: "shortlink" } } });
  expect((await world.must("payment.start", { action: "SALE", amount: 5000 })).qr).toBeNull();
});
