import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesTotal, lineTotal, MAX_LINES, MAX_QUANTITY } from "../../../../../contract/values/lines.ts";
import { MAX_AMOUNT } from "../../../../../contract/values/money.ts";
import { vatByRate } from "../../../../../contract/values/vat.ts";
import { type Goods, type Line, linesOf } from "../../../../../renderer/kit/amount/basket.ts";
import {
  EMPTY_ENTRY,
  type Entry,
  type EntryAction,
  entryReducer,
  saleDiscountOf,
  soldLines,
  totalOf,
} from "../../../../../renderer/kit/amount/entry.ts";

const COFFEE: Goods = { productId: "coffee", name: "Flat white", amount: 4900, vatRate: 1500 };
const BUN: Goods = { productId: "bun", name: "Kanelbolle", amount: 5100, vatRate: 1500 };

const basket = (...actions: EntryAction[]): Entry => from(EMPTY_ENTRY, ...actions);
const from = (entry: Entry, ...actions: EntryAction[]): Entry =>
  actions.reduce((before, action) => entryReducer(before, action, "NOK"), entry);
const tap = (goods: Goods): EntryAction => ({ type: "goods", goods });
const type = (digits: string): EntryAction[] => [...digits].map((digit) => ({ type: "digit", digit: Number(digit) }));
const percent = (index: number | null, rate: number): EntryAction => ({
  type: "discount",
  index,
  discount: { kind: "percent", rate },
});

describe("products in the basket", () => {
  it("increase their own line and move it to the end: a multiplier applies to the tapped product", () => {
    const entry = basket(tap(COFFEE), tap(BUN), tap(COFFEE), { type: "multiply" }, ...type("3"));
    expect(soldLines(entry)?.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["Kanelbolle", 1],
      ["Flat white", 3],
    ]);
    expect(totalOf(entry)).toBe(5100 + 3 * 4900);
  });

  it("are listed next to keyed-in amounts: a typed amount is a separate line", () => {
    const entry = basket(...type("1000"), tap(COFFEE));
    expect(entry.lines).toEqual([
      { amount: 1000, times: 1 },
      { ...COFFEE, times: 1 },
    ]);
    expect(entry.typing).toEqual({ kind: "nothing" });
  });

  it("are sent with their VAT, and keyed-in amounts with the shop's", () => {
    expect(soldLines(basket(tap(COFFEE)))).toEqual([
      { name: "Flat white", quantity: 1, unitAmount: 4900, productId: "coffee", vatRate: 1500 },
    ]);
    expect(soldLines(basket(...type("1000")))).toBeUndefined();
    expect(soldLines(basket(...type("1000")), 2500)).toEqual([{ quantity: 1, unitAmount: 1000, vatRate: 2500 }]);
  });

  it("that were weighed keep their weight, each on its own line", () => {
    const apples = (grams: number): Goods => ({
      ...BUN,
      productId: "apple",
      name: `Epler, ${grams} g`,
      amount: grams * 3,
    });
    const sold = soldLines(basket(tap(apples(532)), tap(apples(532)), tap(apples(400))));
    expect(sold?.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual(["2 Epler, 532 g", "1 Epler, 400 g"]);
  });

  it("never exceed a line's maximum, and a quantity is never zero", () => {
    const many = basket(tap(COFFEE), { type: "quantity", index: 0, times: MAX_QUANTITY });
    expect(from(many, tap(COFFEE))).toEqual({ ...many, problem: "too_large" });
    expect(from(many, { type: "quantity", index: 0, times: 0 }).lines).toEqual(many.lines);
    expect(from(many, { type: "quantity", index: 0, times: MAX_QUANTITY + 1 }).problem).toBe("too_large");
  });

  it("always leave one receipt line for keyed-in amounts", () => {
    const different = Array.from({ length: MAX_LINES }, (_, index) => tap({ ...COFFEE, productId: `p${index}` }));
    const full = basket(...different);
    expect([full.problem, full.lines.length]).toEqual(["too_many", MAX_LINES - 1]);
    const more = from(full, ...type("100"), { type: "add" }, ...type("200"), { type: "add" }, ...type("300"));
    const sold = soldLines(more) ?? [];
    expect(sold).toHaveLength(MAX_LINES);
    expect(sold.at(-1)).toEqual({ quantity: 1, unitAmount: 600 });
    expect(from(more, { type: "rename", index: MAX_LINES - 1, name: "Bag" }).problem).toBe("too_many");
  });
});

describe("a line's name", () => {
  it("has no invisible characters, and is empty without visible ones", () => {
    const named = (name: string) => soldLines(basket(tap(COFFEE), { type: "rename", index: 0, name }))?.[0]?.name;
    expect(named("Ba\u030as\u200e ")).toBe("Bås");
    expect(named("\u200b")).toBe(named(""));
  });
});

describe("discounts", () => {
  it("in percent follow the quantity, and an amount is at most the whole line", () => {
    const tenth = basket(tap(COFFEE), percent(0, 1000));
    expect(totalOf(tenth)).toBe(4410);
    expect(totalOf(from(tenth, { type: "quantity", index: 0, times: 2 }))).toBe(8820);
    const all = basket(tap(COFFEE), { type: "discount", index: 0, discount: { kind: "amount", amount: 9999 } });
    expect([totalOf(all), soldLines(all)?.[0]?.discount]).toEqual([0, 4900]);
    expect(totalOf(from(all, { type: "discount", index: 0, discount: null }))).toBe(4900);
  });

  it("of the whole sale apply after line discounts, and are split by rate", () => {
    const water: Goods = { productId: "water", name: "Vann", amount: 3000, vatRate: 2500 };
    const entry = basket(tap(COFFEE), percent(0, 1000), tap(water), percent(null, 1000));
    expect([saleDiscountOf(entry), totalOf(entry)]).toEqual([741, 6669]);
    const sold = soldLines(entry) ?? [];
    expect(sold.map(lineTotal)).toEqual([3969, 2700]);
    expect(vatByRate(sold.map((line) => ({ ...line, name: line.name ?? null }))).map(({ vat }) => vat)).toEqual([
      540, 518,
    ]);
  });

  it("do not apply to the next line of the same product, and end with their sale", () => {
    expect(basket(tap(COFFEE), percent(0, 5000), tap(COFFEE)).lines).toHaveLength(2);
    const cleared = basket(tap(COFFEE), percent(null, 5000), { type: "clear" });
    expect(cleared.discount).toBeUndefined();
    const erased = basket(...type("1"), percent(null, 5000), { type: "backspace" }, ...type("100"));
    expect(totalOf(erased)).toBe(100);
  });
});

it("a repeated sale has the same basket", () => {
  const entry = basket(tap(COFFEE), percent(0, 1000), ...type("1000"), percent(null, 500));
  const sold = (soldLines(entry, 2500) ?? []).map((line) => ({ ...line, name: line.name ?? null }));
  const again: Entry = { ...EMPTY_ENTRY, lines: linesOf(sold) };
  expect(soldLines(again, 2500)).toEqual(soldLines(entry, 2500));
  expect(totalOf(again)).toBe(totalOf(entry));
});

const index = fc.nat(5);
const discount = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant("percent" as const), rate: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: MAX_AMOUNT }) }),
  ),
);
const goods: fc.Arbitrary<Goods> = fc.record({
  productId: fc.constantFrom("a", "b", "c"),
  name: fc.constantFrom("A", "B"),
  amount: fc.integer({ min: 1, max: 9_000_000 }),
  vatRate: fc.constantFrom(0, 1500, 2500),
});
const action: fc.Arbitrary<EntryAction> = fc.oneof(
  fc.record({ type: fc.constant("digit" as const), digit: fc.nat(9) }),
  fc.constantFrom<EntryAction>(
    { type: "double_zero" },
    { type: "separator" },
    { type: "add" },
    { type: "multiply" },
    { type: "backspace" },
  ),
  fc.record({ type: fc.constant("goods" as const), goods }),
  fc.record({ type: fc.constant("quantity" as const), index, times: fc.integer({ min: -1, max: 1200 }) }),
  fc.record({ type: fc.constant("rename" as const), index, name: fc.constantFrom("", "Bag") }),
  fc.record({ type: fc.constant("discount" as const), index: fc.option(index), discount }),
  fc.record({ type: fc.constant("remove" as const), index }),
  fc.record({ type: fc.constant("paste" as const), text: fc.stringMatching(/^[0-9., ]{0,9}$/) }),
);

describe("any keys, taps and scans in any order", () => {
  it("add up to the sent total, with at most eight digits and no negative line", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), fc.option(fc.constant(2500)), (actions, keyedVatRate) => {
        const entry = basket(...actions);
        const total = totalOf(entry);
        expect(Number.isSafeInteger(total) && total >= 0 && total <= MAX_AMOUNT).toBe(true);
        const sold = soldLines(entry, keyedVatRate);
        if (sold === undefined) return;
        expect(linesTotal(sold)).toBe(total);
        for (const line of sold) {
          expect(line.quantity >= 1 && line.quantity <= MAX_QUANTITY && line.unitAmount >= 1).toBe(true);
          expect(lineTotal(line)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("change nothing when they are refused", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), action, (actions, last) => {
        const before = basket(...actions);
        const next = from(before, last);
        if (next.problem !== null) expect(next).toEqual({ ...before, problem: next.problem });
      }),
    );
  });

  it("never drop an invisible discount: without discounts a sale fits the till, too", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
        const full: Entry = {
          ...EMPTY_ENTRY,
          lines: [{ amount: MAX_AMOUNT - 1, times: 1, discount: { kind: "amount", amount: 50_000 } }],
        };
        for (const start of [EMPTY_ENTRY, full]) {
          const { lines } = from(start, ...actions);
          const gross = (line: Line) => line.amount * line.times;
          expect(lines.reduce((sum, line) => sum + gross(line), 0)).toBeLessThanOrEqual(MAX_AMOUNT);
        }
      }),
    );
    const half = basket(...type("99999900"), { type: "add" }, percent(0, 5000));
    expect(from(half, tap(COFFEE))).toEqual({ ...half, problem: "too_large" });
  });
});
