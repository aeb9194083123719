import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SlotCount } from "../../../../../main/kiosk/dispenser.ts";
import { isSameDrop, isWithin, payableAmount, payableItems } from "../../../../../main/kiosk/vends/vend-items.ts";

const ITEM = { productId: "water", name: "Water", slot: "A1", quantity: 2, unitAmount: 2500, vatRate: 1500 };

const counts = fc.array(
  fc.record({ slot: fc.constantFrom("A1", "B2", "C3"), quantity: fc.integer({ min: 0, max: 9 }) }),
);
const items = fc.uniqueArray(fc.constantFrom("A1", "B2", "C3"), { minLength: 1 }).chain((slots) =>
  fc.tuple(
    ...slots.map((slot) =>
      fc
        .record({ quantity: fc.integer({ min: 1, max: 9 }), unitAmount: fc.integer({ min: 1, max: 9999 }) })
        .map((part) => ({
          ...ITEM,
          ...part,
          slot,
        })),
    ),
  ),
);

describe("the paid items", () => {
  it("are the ordered items that dropped, never more than the order", () => {
    fc.assert(
      fc.property(items, counts, (ordered, report) => {
        const row = { items: ordered, report, rule: null };
        const dropped = (slot: string) =>
          report.reduce((sum, count) => sum + (count.slot === slot ? count.quantity : 0), 0);
        for (const { slot, quantity } of payableItems(row)) {
          const orderedQuantity = ordered.find((item) => item.slot === slot)?.quantity ?? 0;
          expect(quantity).toBe(Math.min(orderedQuantity, dropped(slot)));
          expect(quantity).toBeGreaterThan(0);
        }
        const orderTotal = ordered.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
        expect(payableAmount(row)).toBeLessThanOrEqual(orderTotal);
        if (ordered.every(({ slot, quantity }) => dropped(slot) >= quantity))
          expect(payableAmount(row)).toBe(orderTotal);
      }),
    );
  });
});

describe("vend reports", () => {
  it("are compared by content, and are within an order up to its quantities", () => {
    fc.assert(
      fc.property(counts, (report: SlotCount[]) => {
        const other = report.toReversed();
        expect(isSameDrop(report, other)).toBe(true);
        expect(isSameDrop(report, [...other, { slot: "A1", quantity: 1 }])).toBe(false);
      }),
    );
    expect(isWithin([ITEM], [{ slot: "A1", quantity: 2 }])).toBe(true);
    expect(
      isWithin(
        [ITEM],
        [
          { slot: "A1", quantity: 1 },
          { slot: "A1", quantity: 2 },
        ],
      ),
    ).toBe(false);
    expect(isWithin([ITEM], [{ slot: "B2", quantity: 1 }])).toBe(false);
    expect(isWithin([ITEM], [{ slot: "B2", quantity: 0 }])).toBe(true);
  });
});
