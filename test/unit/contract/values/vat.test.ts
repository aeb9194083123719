import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  divideByWeights,
  linesTotal,
  lineTotal,
  type PaymentLine,
  percentOf,
  spreadDiscount,
} from "../../../../contract/values/lines.ts";
import { MAX_AMOUNT } from "../../../../contract/values/money.ts";
import {
  includedVat,
  MAX_VAT_RATE,
  sumVat,
  type VatMovement,
  type VatTotal,
  vatByRate,
  vatOfMovements,
} from "../../../../contract/values/vat.ts";

const line = (unitAmount: number, vatRate?: number, quantity = 1, discount?: number): PaymentLine => ({
  name: null,
  quantity,
  unitAmount,
  vatRate,
  discount,
});

const rate = fc.constantFrom(undefined, 0, 600, 1111, 1200, 1500, 2500, MAX_VAT_RATE);
const anyLine = fc
  .record({
    unitAmount: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    vatRate: rate,
    off: fc.nat(100),
  })
  .map(({ unitAmount, quantity, vatRate, off }) =>
    line(unitAmount, vatRate, quantity, Math.floor((unitAmount * quantity * off) / 100)),
  );
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 });
/** Events of a payment, each a share of the possible amount; a capture is corrected only while nothing was refunded. */
const anySteps = fc.array(
  fc.record({
    kind: fc.constantFrom("capture" as const, "refund" as const),
    isCorrection: fc.boolean(),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 12 },
);

function movementsOf(
  whole: number,
  steps: readonly { kind: VatMovement["kind"]; isCorrection: boolean; percent: number }[],
) {
  const movements: VatMovement[] = [];
  const done = { capture: 0, refund: 0 };
  for (const { kind, isCorrection, percent } of steps) {
    const correctable = kind === "capture" && done.refund > 0 ? 0 : done[kind];
    const most = isCorrection ? correctable : (kind === "capture" ? whole : done.capture) - done[kind];
    const amount = Math.ceil((most * percent) / 100);
    if (amount === 0) continue;
    movements.push({ kind, amount: isCorrection ? -amount : amount });
    done[kind] += isCorrection ? -amount : amount;
  }
  return { movements, taken: done.capture, returned: done.refund };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const grossOf = (totals: readonly VatTotal[]) => sum(totals.map(({ gross }) => gross));

describe("VAT in an amount", () => {
  it.each([
    // Norway: 25, 15, 12 and the 11.11 % of wild fish; half a minor unit is rounded up.
    [14_900, 2500, 2980],
    [14_900, 1500, 1943],
    [14_900, 1200, 1596],
    [14_900, 1111, 1490],
    [1, 2500, 0],
    [2, 2500, 0],
    [3, 2500, 1],
    [5, 1111, 0], // just below a half
    [10_000, 0, 0],
    [9, 2000, 2], // 1.5 exactly
    [-14_900, 2500, -2980],
    [MAX_AMOUNT, MAX_VAT_RATE, 50_000_000],
  ])("of %i at %i is %i", (gross, rate, vat) => {
    expect(includedVat(gross, rate)).toBe(vat);
  });

  it("is computed once per rate, and not per line", () => {
    // Line by line, 0.2 of each would be rounded to zero.
    expect(vatByRate(Array.from({ length: 10 }, () => line(1, 2500)))).toEqual([
      { rate: 2500, gross: 10, net: 8, vat: 2 },
    ]);
  });

  it("is listed by rate, the highest first and unknown rates last", () => {
    expect(vatByRate([line(4900, 1500, 2), line(5100, 2500, 1, 100), line(300), line(1000, 0)])).toEqual([
      { rate: 2500, gross: 5000, net: 4000, vat: 1000 },
      { rate: 1500, gross: 9800, net: 8522, vat: 1278 },
      { rate: 0, gross: 1000, net: 1000, vat: 0 },
      { rate: null, gross: 300, net: 300, vat: 0 },
    ]);
  });

  it("adds up to the sale, for any products", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const totals = vatByRate(lines);
        expect(grossOf(totals)).toBe(linesTotal(lines));
        for (const { rate, gross, net, vat } of totals) {
          expect(net + vat).toBe(gross);
          // Within half a minor unit of the exact share.
          if (rate !== null)
            expect(Math.abs(vat * (10_000 + rate) - gross * rate) * 2).toBeLessThanOrEqual(10_000 + rate);
        }
      }),
    );
  });
});

describe("the VAT of a partial capture or refund", () => {
  it("is its share of every rate, and the last part gets the remainder", () => {
    const lines = [line(10_000, 2500), line(5000, 1500)];
    const parts = vatOfMovements(lines, [
      { kind: "capture", amount: 5000 },
      { kind: "capture", amount: 10_000 },
      { kind: "refund", amount: 15_000 },
    ]);
    expect(parts[0]).toEqual([
      { rate: 2500, gross: 3333, net: 2666, vat: 667 },
      { rate: 1500, gross: 1667, net: 1450, vat: 217 },
    ]);
    expect(parts[2]).toEqual(vatByRate(lines));
  });

  it("adds up to the whole over any captures, refunds and corrections", () => {
    fc.assert(
      fc.property(anyLines, anySteps, (lines, steps) => {
        const saleTotal = linesTotal(lines);
        const { movements, taken, returned } = movementsOf(saleTotal, steps);
        movements.push({ kind: "refund", amount: taken - returned });
        const givenBack = movements.length;
        movements.push({ kind: "capture", amount: saleTotal - taken }, { kind: "refund", amount: saleTotal - taken });
        const parts = vatOfMovements(lines, movements);
        for (const [index, part] of parts.entries()) {
          const amount = movements[index]?.amount ?? 0;
          const sign = Math.sign(amount);
          expect(grossOf(part)).toBe(amount);
          expect(part.every(({ gross, net, vat }) => gross * sign > 0 && vat * sign >= 0 && net + vat === gross)).toBe(
            true,
          );
        }
        const all = (kind: VatMovement["kind"], until: number) =>
          sumVat(
            parts
              .slice(0, until)
              .filter((_, index) => movements[index]?.kind === kind)
              .flat(),
          ).filter(({ gross }) => gross !== 0);
        // After any captures, a full refund refunds their whole VAT.
        expect(all("refund", givenBack)).toEqual(all("capture", givenBack));
        const expected = vatByRate(lines).filter(({ gross }) => gross !== 0);
        expect(all("capture", parts.length)).toEqual(expected);
        expect(all("refund", parts.length)).toEqual(expected);
      }),
    );
  });

  it("reverses a correction as booked, and splits an excess like the sale", () => {
    const lines = [line(7500, 2500), line(2500, 1500)];
    const [first, taken, beyond, more] = vatOfMovements(lines, [
      { kind: "capture", amount: 10_000 },
      { kind: "capture", amount: -10_000 },
      { kind: "capture", amount: 14_000 },
      { kind: "capture", amount: 4000 },
    ]);
    expect(taken?.map(({ gross }) => gross)).toEqual([-7500, -2500]);
    expect(
      sumVat([...(first ?? []), ...(taken ?? [])]).every(
        ({ gross, net, vat }) => gross === 0 && net === 0 && vat === 0,
      ),
    ).toBe(true);
    expect(beyond?.map(({ gross }) => gross)).toEqual([10_500, 3500]);
    expect(more?.map(({ gross }) => gross)).toEqual([3000, 1000]);
  });
});

describe("discounts", () => {
  it("are distributed over the lines to the minor unit", () => {
    const lines = [line(9999, 2500), line(5000, 1500, 2, 1), line(1)];
    const off = spreadDiscount(lines, 1000);
    expect(linesTotal(off)).toBe(linesTotal(lines) - 1000);
    expect(off.map(({ discount = 0 }) => discount)).toEqual([500, 501, 0]);
  });

  it("never exceed a line's amount", () => {
    fc.assert(
      fc.property(anyLines, fc.double({ min: 0, max: 1, noNaN: true }), (lines, share) => {
        const discount = Math.floor(linesTotal(lines) * share);
        const off = spreadDiscount(lines, discount);
        expect(linesTotal(off)).toBe(linesTotal(lines) - discount);
        expect(off.every((one) => lineTotal(one) >= 0)).toBe(true);
      }),
    );
  });

  it("in percent are rounded to the minor unit, half up", () => {
    expect([percentOf(14_950, 1000), percentOf(15, 1000), percentOf(14, 1000), percentOf(MAX_AMOUNT, 10_000)]).toEqual([
      1495,
      2,
      1,
      MAX_AMOUNT,
    ]);
  });

  it("are distributed exactly, for any weights", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(MAX_AMOUNT), { minLength: 1, maxLength: 30 }),
        fc.nat(MAX_AMOUNT),
        (weights, amount) => {
          const shares = divideByWeights(weights, amount);
          expect(sum(shares)).toBe(amount);
          expect(shares.every((share) => share >= 0)).toBe(true);
          const total = sum(weights);
          if (total > 0)
            for (const [i, share] of shares.entries())
              expect(Math.abs(share - ((weights[i] ?? 0) * amount) / total)).toBeLessThan(1.000001);
        },
      ),
    );
  });
});
