/** Exactly what drops is captured, booked and printed, and the rest is released, for any order. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../contract/payments/views.ts";
import { runs } from "../../support/random-runs.ts";
import { giveUnlimitedFunds } from "../../support/till-behind-proxy.ts";
import { BY_PHONE, captured, type Shop, shop } from "../../support/vend-shop.ts";

const GOODS = [
  { productId: "water", slot: "A1", price: 2500, rate: 1500 },
  { productId: "beer", slot: "B2", price: 6000, rate: 2500 },
];

/** The ordered quantities, and how many of each drop. */
const counts = fc
  .integer({ min: 0, max: 4 })
  .chain((quantity) => fc.record({ quantity: fc.constant(quantity), dropped: fc.integer({ min: 0, max: quantity }) }));
const plans = fc
  .record({
    counts: fc.tuple(counts, counts),
    state: fc.constantFrom("done", "failed"),
    isDeposit: fc.boolean(),
    restarts: fc.boolean(),
  })
  .filter(({ counts: each }) => each.some(({ quantity }) => quantity > 0));

type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;

describe("a till", () => {
  it("captures the machine's report within the order exactly, and releases the rest once", async () => {
    await using kept = await shop({ kiosk: { deposit: 50_000 } });
    giveUnlimitedFunds(kept.world);
    await fc.assert(
      fc.asyncProperty(plans, (plan) => check(kept, plan)),
      { numRuns: runs(40) },
    );
  }, 120_000);
});

async function check(kept: Shop, { counts: each, state, isDeposit, restarts }: Plan): Promise<void> {
  const { machine, world } = kept;
  await world.asManager();
  const ordered = GOODS.flatMap((goods, index) => {
    const { quantity = 0, dropped = 0 } = each[index] ?? {};
    return quantity > 0 ? [{ ...goods, quantity, dropped }] : [];
  });
  const dropped = ordered.filter((goods) => goods.dropped > 0);
  machine.faults.reportBody = JSON.stringify({
    state,
    dropped: dropped.map((goods) => ({ slot: goods.slot, quantity: goods.dropped })),
  });
  const items = ordered.map(({ productId, quantity }) => ({ productId, quantity }));
  const input = isDeposit ? { customer: BY_PHONE } : { items, customer: BY_PHONE };
  const { posTid, amount } = await world.must("vend.start", input);
  const { tid } = await kept.approved(posTid);
  if (isDeposit) {
    await world.waitForPhase(posTid, "authorised");
    await world.must("vend.choose", { posTid, items });
  }
  if (restarts) await world.restart();
  const payment = await kept.waitForEnd(posTid);
  await world.asManager();
  const expectedAmount = dropped.reduce((sum, goods) => sum + goods.dropped * goods.price, 0);
  const isShort = state === "done" && ordered.some((goods) => goods.dropped < goods.quantity);
  expect(captured(kept, tid)).toEqual(expectedAmount > 0 ? [expectedAmount] : []);
  expect(payment).toMatchObject({
    capturedTotal: expectedAmount,
    authorisedLeft: 0,
    vend: { state: "done", short: isShort },
  });
  const asked = (kind: Operation["kind"]) => payment.operations.filter((operation) => operation.kind === kind).length;
  expect([asked("capture"), asked("release")]).toEqual([expectedAmount > 0 ? 1 : 0, amount > expectedAmount ? 1 : 0]);
  const vat = world.database
    .prepare<[string], { rate: number; gross: number }>(
      `SELECT rate, gross FROM booking_vat JOIN booking ON booking.sequence = booking_vat.booking
       WHERE booking.pos_tid = ? ORDER BY rate`,
    )
    .all(posTid);
  expect(vat).toEqual(dropped.map(({ rate, price, dropped: number }) => ({ rate, gross: number * price })));
  if (expectedAmount > 0) {
    const { receipt } = await world.must("receipt.get", { posTid });
    expect(receipt.lines.map(({ quantity, amount: each }) => [quantity, each])).toEqual(
      dropped.map(({ price, dropped: number }) => [number, number * price]),
    );
  }
  const { items: listed } = await world.must("vend.list", { limit: 200 });
  expect(listed.some((vend) => vend.posTid === posTid)).toBe(isShort);
  // A slot that dropped fewer is off sale: the next run sells from all slots again.
  const failed = ordered.filter((goods) => goods.dropped < goods.quantity).map(({ slot }) => slot);
  const { slots } = await world.must("vend.slots", {});
  expect(slots.filter(({ state }) => state === "blocked").map(({ slot }) => slot)).toEqual(failed);
  for (const slot of failed) await world.must("vend.unblock", { slot });
}
