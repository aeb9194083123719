import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentLine } from "../../../../../contract/values/lines.ts";
import { sumVat, vatOfMovements } from "../../../../../contract/values/vat.ts";
import { openBookedVat } from "../../../../../main/accounting/periods/booked-vat.ts";
import { openTallyCheck } from "../../../../../main/accounting/periods/tally-check.ts";
import { runs } from "../../../../support/random-runs.ts";
import { openReportDatabase } from "../../../../support/report-database.ts";

const SHOP = { timeZone: "Europe/Oslo", cutOff: "04:00" };

const lines = fc.array(
  fc.record({
    name: fc.constant(null),
    quantity: fc.integer({ min: 1, max: 5 }),
    unitAmount: fc.integer({ min: 1, max: 20_000 }),
    vatRate: fc.constantFrom(undefined, 0, 1500, 2500),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Bookings in order of arrival; some are followed by a close. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("capture" as const, "refund" as const),
    amount: fc.integer({ min: -3000, max: 60_000 }),
    closes: fc.boolean(),
  }),
  { maxLength: 8 },
);

describe("the VAT of bookings", () => {
  it("belongs to its movement, whenever it is booked, and the periods add up", () => {
    fc.assert(
      fc.property(lines, steps, (sold: PaymentLine[], moves) => {
        using reports = openReportDatabase(SHOP);
        const vat = openBookedVat(reports.database);
        const closed = moves.map(({ kind, amount, closes }, index) => {
          reports.book("P1", 1000 + index, { kind, amount });
          vat.follow("P1", sold);
          return closes ? reports.z(10_000 + index).byVat : null;
        });
        const periods = [...closed, reports.x(20_000).byVat].filter((byVat) => byVat !== null);
        const expected = vatOfMovements(sold, moves);
        const isKnown = sold.some(({ vatRate }) => vatRate !== undefined);
        for (const [kind, part] of [["capture", "captured"] as const, ["refund", "refunded"] as const]) {
          const booked = sumVat(periods.flatMap((byVat) => byVat[part])).filter(({ rate }) => rate !== null);
          const moved = sumVat(expected.filter((_, index) => moves[index]?.kind === kind).flat());
          const some = moved.filter(({ rate, gross, vat: of }) => rate !== null && (gross !== 0 || of !== 0));
          expect(booked.filter(({ gross, vat: of }) => gross !== 0 || of !== 0)).toEqual(isKnown ? some : []);
        }
        const check = openTallyCheck(reports.database);
        expect([check.inOpenPeriod(), check.inAllPeriods()]).toEqual([null, null]);
      }),
      { numRuns: runs(40) },
    );
  });
});
