import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesTotal, type PaymentLine } from "../../../../contract/values/lines.ts";
import { lineItems } from "../../../../main/payments/line-items.ts";
import { checkLineItems } from "../../../../sandbox/flows/line-items.ts";

const line = fc
  .record({
    name: fc.option(fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }).filter((name) => name.trim() !== "")),
    quantity: fc.integer({ min: 1, max: 999 }),
    unitAmount: fc.integer({ min: 1, max: 100_000 }),
    vatRate: fc.constantFrom(undefined, 0, 1200, 1500, 2500, 2550, 10_000),
    productId: fc.constantFrom(undefined, "coffee", "x".repeat(64)),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...rest }): PaymentLine => {
    const discount = Math.floor(rest.quantity * rest.unitAmount * share * share);
    return { ...rest, discount: discount === 0 ? undefined : discount };
  });

describe("line_items", () => {
  it("add up to the amount and to each rate's VAT, by the service's own arithmetic", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 200 }), (lines) => {
        const amount = linesTotal(lines);
        const line_items = lineItems(lines, amount, "Amount");
        expect(line_items).toHaveLength(lines.length);
        checkLineItems({ line_items: JSON.parse(JSON.stringify(line_items)), amount });
        expect(Buffer.byteLength(JSON.stringify(line_items))).toBeLessThanOrEqual(65_536);
      }),
    );
  });

  it("are sent only when they add up, and never when empty", () => {
    expect(lineItems([{ name: "Bun", quantity: 1, unitAmount: 3900 }], 3901, "Amount")).toBeUndefined();
    expect(lineItems([], 3900, "Amount")).toBeUndefined();
  });

  it("describe the sold items, and leave out unknown VAT", () => {
    const lines: PaymentLine[] = [
      { name: "Kaffe", quantity: 2, unitAmount: 4500, productId: "coffee", vatRate: 1500, discount: 1000 },
      { name: null, quantity: 1, unitAmount: 500 },
    ];
    expect(lineItems(lines, 8500, "Beløp")).toEqual([
      {
        description: "Kaffe",
        product_id: "coffee",
        quantity: 2,
        item_cost: 4500,
        discount: 1000,
        total: 8000,
        vat_rate: 1500,
        vat: 1043,
      },
      { description: "Beløp", quantity: 1, item_cost: 500, total: 500 },
    ]);
  });

  it("shorten the names of 200 of the longest items, and never split a character", () => {
    const lines = Array.from({ length: 200 }, () => ({
      name: "🍅".repeat(100),
      quantity: 999,
      unitAmount: 99_999_999,
    }));
    const items = lineItems(lines, linesTotal(lines), "Amount");
    expect(items?.[0]?.description).toBe("🍅".repeat(40));
    expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThanOrEqual(65_536);
  });

  it.each<[string, object, number]>([
    ["a different total", { total: 4499 }, 4499],
    ["a different amount", {}, 4501],
    ["VAT without a rate", { vat_rate: undefined }, 4500],
    ["a rate without VAT", { vat: undefined }, 4500],
    ["VAT of another rate", { vat_rate: 2500 }, 4500],
    ["VAT one too little", { vat: 586 }, 4500],
    ["VAT one too much", { vat: 588 }, 4500],
  ])("are refused by the sandbox with %s", (_what, differs, amount) => {
    const right = { description: "Kaffe", quantity: 1, item_cost: 4500, total: 4500, vat_rate: 1500, vat: 587 };
    checkLineItems({ line_items: [right], amount: 4500 });
    expect(() => checkLineItems({ line_items: [{ ...right, ...differs }], amount })).toThrow();
  });
});
