import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { losslessPieces } from "../../../../../main/accounting/exports/lossless.ts";
import { openSnapshot } from "../../../../../main/accounting/exports/records.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { type InsertedBooking, insertBookings } from "../../../../support/insert-bookings.ts";
import { runs } from "../../../../support/random-runs.ts";

const HEAD = {
  madeAt: "2026-11-20T09:00:00.000Z",
  period: { from: "", to: "", timeZone: "UTC" },
  till: { merchant: "m", posId: "p", posName: "P", currency: "NOK", locale: "nb-NO", version: "1" },
};

type Row = Record<string, unknown>;

const booked = (): fc.Arbitrary<InsertedBooking> =>
  fc.record({
    kind: fc.constantFrom("capture", "refund", "fee"),
    amount: fc.integer({ min: 0, max: 99_999_999 }),
    additional: fc.integer({ min: 0, max: 1000 }),
    at: fc.integer({ min: 0, max: 2000 }),
    text: fc.option(fc.string({ unit: "binary" })),
    person: fc.option(fc.string({ unit: "grapheme", minLength: 1 })),
  });

describe("a lossless export", () => {
  it("contains exactly the bookings of the period, in any order of arrival", () => {
    fc.assert(
      fc.property(fc.array(booked(), { maxLength: 12 }), (all) => {
        using made = temporaryDatabase();
        insertBookings(made.database, all);
        using snapshot = openSnapshot(made.path);
        const period = { from: 500, to: 1500 };
        const pieces = [...losslessPieces(snapshot.database, period, HEAD, [])];
        const read = JSON.parse(pieces.map(({ text }) => text).join(""));
        const within = (rows: unknown[]) => (rows as { at: number }[]).filter(({ at }) => at >= 500 && at < 1500);
        const stored = made.database.prepare<[], Row>("SELECT * FROM booking ORDER BY sequence").all();
        // Derived columns: whether the booking is of a payment or of a permission.
        const own = stored.map(({ of_payment: _payment, of_permission: _permission, ...columns }) => columns);
        expect(read.bookings).toEqual(within(own));
        const texts = read.payments.map(({ text }: { text: string | null }) => text);
        const storedRows = made.database
          .prepare("SELECT text FROM payment WHERE created_at >= 500 AND created_at < 1500 ORDER BY created_at, rowid")
          .pluck();
        expect(texts).toEqual(storedRows.all());
      }),
      { numRuns: runs(40) },
    );
  });

  it("is read page by page from one snapshot", () => {
    using made = temporaryDatabase();
    insertBookings(
      made.database,
      Array.from({ length: 1200 }, (_, index) => ({ kind: "capture" as const, amount: 100, additional: 0, at: index })),
    );
    using snapshot = openSnapshot(made.path);
    insertBookings(made.database, [{ kind: "capture", amount: 999, additional: 0, at: 5 }]);
    const sizes: number[] = [];
    for (const { rows } of losslessPieces(snapshot.database, { from: 0, to: 5000 }, HEAD, []))
      if (rows > 0) sizes.push(rows);
    expect(sizes).toEqual([500, 500, 200, 500, 500, 200]);
  });
});
