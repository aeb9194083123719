/** Products, VAT and discounts of a sale, from the command to the customer's phone. */
import { describe, expect, it } from "vitest";
import { DEFAULT_COUNTER } from "../../../contract/catalogue/counter.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const COFFEE = { id: "coffee", name: "Kaffe", amount: 4500, vatRate: 1500 };
const CUP = { name: "Kaffe", quantity: 2, unitAmount: 4500, productId: "coffee" };
const SALE = { action: "SALE" as const, customer: { kind: "phone" as const, value: CUSTOMER } };

async function onThePhone(world: TestTill) {
  const answer = await fetch(`${world.sandbox.url}/phone/api/state?customer=${CUSTOMER}`);
  return ((await answer.json()) as { requests: { items: object[] }[] }).requests[0]?.items;
}

describe("a sale of products", () => {
  it("has the product's VAT or that of keyed amounts, and the phone shows the lines", async () => {
    await using world = await createTestTill({
      provisioning: { products: [COFFEE], counter: { keyedVatRate: 2500 } },
    });
    const lines = [CUP, { name: "Avis", quantity: 1, unitAmount: 4000, vatRate: 0 }, { quantity: 1, unitAmount: 500 }];
    const started = await world.must("payment.start", { ...SALE, amount: 13_500, lines });
    expect(started.lines).toEqual([
      { ...CUP, vatRate: 1500 },
      { name: "Avis", quantity: 1, unitAmount: 4000, vatRate: 0 },
      { name: null, quantity: 1, unitAmount: 500, vatRate: 2500 },
    ]);
    await world.waitForPayment(started.posTid, (payment) => payment.tid !== null);
    expect(await onThePhone(world)).toEqual([
      { description: "Kaffe", quantity: 2, total: 9000 },
      { description: "Avis", quantity: 1, total: 4000 },
      { description: "Beløp", quantity: 1, total: 500 },
    ]);
    const keyed = await world.must("payment.start", { action: "SALE", amount: 10_000, text: "Blomster" });
    expect(keyed.lines).toEqual([{ name: null, quantity: 1, unitAmount: 10_000, vatRate: 2500 }]);
    await world.asManager();
    await world.must("counter.set", DEFAULT_COUNTER);
    expect((await world.must("payment.start", { action: "SALE", amount: 10_000 })).lines).toEqual([]);
  });
});

describe("the items sold today", () => {
  it("are one row per product and one for keyed amounts, which total the payments", async () => {
    await using world = await createTestTill({ provisioning: { products: [COFFEE] } });
    const pay = async (input: { amount: number; lines?: object[] }) => {
      const { posTid } = await world.must("payment.start", { ...SALE, ...input } as never);
      const { tid } = await world.waitForPayment(
        posTid,
        ({ phase, tid: known }) => phase === "waiting" && known !== null,
      );
      await world.phone.approve(tid ?? "");
      await world.waitForPhase(posTid, "captured");
    };
    await pay({ amount: 9500, lines: [CUP, { quantity: 1, unitAmount: 500 }] });
    await pay({ amount: 10_000 });
    await world.asManager();
    const { products, sold } = await world.must("report.today", {});
    expect(products).toEqual([
      { name: "Kaffe", productId: "coffee", quantity: 2, amount: 9000 },
      { name: null, productId: null, quantity: 2, amount: 10_500 },
    ]);
    expect(products.reduce((sum, { amount }) => sum + amount, 0)).toBe(sold);
  });
});

describe("a discount", () => {
  const lines = [{ ...CUP, discount: 1000 }];
  const input = { action: "SALE" as const, amount: 8000, lines };

  it("requires the right, or a manager's PIN in place", async () => {
    await using world = await createTestTill();
    expect(await world.call("payment.start", input)).toMatchObject({
      error: { code: "not_allowed", details: { needs: "manager" } },
    });
    const approved = await world.must("staff.approve", { pin: MANAGER_PIN, command: "payment.start", input });
    expect(approved.value).toMatchObject({ amount: 8000, lines: [{ discount: 1000 }] });
    await world.asManager();
    // The sale's user and the discount's approver differ: no user was signed in.
    const { items } = await world.must("journal.list", { query: (approved.value as Payment).posTid });
    const started = items.find(({ event }) => event === "payment.started");
    expect([started?.person, started?.values.approvedBy]).toEqual([null, approved.by.name]);
    const unassigned = await world.must("payment.list", { person: null });
    expect(unassigned.items.map(({ posTid }) => posTid)).toEqual([(approved.value as Payment).posTid]);
    expect((await world.must("payment.list", { person: null })).items).toMatchObject([{ posTid: started?.posTid }]);
    expect((await world.must("payment.start", input)).lines).toEqual(lines);
    await world.must("staff.add", { name: "Kim", role: "cashier", pin: "7391" });
    await world.must("staff.signIn", { pin: "7391" });
    const kims = await world.must("staff.approve", { pin: MANAGER_PIN, command: "payment.start", input });
    const { entries } = await world.must("payment.timeline", { posTid: (kims.value as Payment).posTid });
    const asked = entries.find(({ event }) => event === "payment.started");
    expect([asked?.values.actor, asked?.values.approvedBy]).toEqual(["Kim", approved.by.name]);
    await world.must("staff.signOut", {});
    expect(await world.call("staff.approve", { pin: "7391", command: "payment.start", input })).toMatchObject({
      error: { code: "not_allowed", details: { needs: "manager" } },
    });
    const nothingOff = { ...input, amount: 9000, lines: [{ ...CUP, discount: 0 }] };
    expect((await world.must("payment.start", nothingOff)).lines).toEqual([CUP]);
  });

  it("never exceeds the line's amount, and is included in totals", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const wrong = async (amount: number, discount: number) => {
      const result = await world.call("payment.start", { ...input, amount, lines: [{ ...CUP, discount }] });
      return result.ok ? null : result.error.details.fields?.map(({ field }) => field);
    };
    expect(await wrong(1, 9001)).toEqual(["lines[0].discount"]);
    expect(await wrong(9000, 1000)).toEqual(["lines"]);
    expect(await wrong(8000, -1)).toEqual(["lines[0].discount"]);
    expect(await wrong(8000, 1000)).toBeNull();
  });
});
