import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { CommandInput } from "../../../../contract/bridge/commands.ts";
import type { Phase } from "../../../../contract/values/phases.ts";
import { createBookings } from "../../../../main/accounting/periods/bookings.ts";
import { systemClock } from "../../../../main/lib/clock.ts";
import { operations } from "../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../main/payments/rows.ts";
import { listPayments } from "../../../../main/payments/search.ts";
import { createPaymentStore } from "../../../../main/payments/store.ts";
import { spanOf } from "../../../../main/payments/time-span.ts";
import { transact } from "../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { runs } from "../../../support/random-runs.ts";

interface Sale {
  amount?: number;
  captured?: number;
  /** The tip that the customer added on the phone */
  tip?: number;
  phase?: Phase;
  customer?: string | null;
  text?: string | null;
  at?: number;
}

/** The fields of the service's outcome that a payment view needs. */
const OUTCOME = {
  ...{ status: "auth", statusCode: 3008, amount: 12_300, authAmount: 12_300, authAdditionalAmount: 0, currency: "NOK" },
  ...{ captures: [], refunds: [], customer: null, expiresAt: null, posTid: "p", tid: "t" },
};

/** A till with these payments, numbered from 1, and its search. */
function shop(sales: readonly Sale[]) {
  const file = temporaryDatabase();
  const { database } = file;
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, text,
       customer, tid, phase, captured_total, created_at, modified_at)
     VALUES (@number || '-ABCDEFGH', @sequence, @number, 'SALE', 'NOK', @amount, 0, 0, @text, @customer, @tid,
       @phase, @captured, @at, @at)`,
  );
  const answer = database.prepare("UPDATE payment SET outcome = @outcome WHERE sequence = @sequence");
  transact(database, () => {
    for (const [index, sale] of sales.entries()) {
      const sequence = index + 1;
      const [number, tid] = [`K7Q2-${String(sequence).padStart(4, "0")}`, `t${sequence}`];
      const usual = {
        amount: 100_000,
        captured: 0,
        phase: "rejected",
        customer: null,
        text: null,
        at: sequence * 1000,
      };
      const { tip, ...row } = sale;
      insert.run({ ...usual, ...row, sequence, number, tid });
      if (tip !== undefined) answer.run({ outcome: JSON.stringify({ ...OUTCOME, additionalAmount: tip }), sequence });
    }
  });
  const store = createPaymentStore({
    bookings: createBookings(database),
    ...{ database, clock: systemClock, journal: createJournal(database), onChange: () => undefined },
    ...{ rows: paymentRows(database), operations: operations(database) },
  });
  const list = (input: CommandInput<"payment.list">) => {
    const found = listPayments({ database, store, currency: "NOK" }, input);
    if (!found.ok) throw new Error(found.error.message);
    return { numbers: found.value.items.map(({ number }) => Number(number.slice(5))), next: found.value.next };
  };
  const all = (input: CommandInput<"payment.list">): number[] => {
    const page = list(input);
    return page.next === null ? page.numbers : [...page.numbers, ...all({ ...input, cursor: page.next })];
  };
  return { database, list, all, [Symbol.dispose]: file[Symbol.dispose] };
}

const many = (count: number, sale: (at: number) => Sale = () => ({})) =>
  Array.from({ length: count }, (_, at) => sale(at));

describe("the list of payments", () => {
  it("pages through every kind of search, newest first, without a gap or a repeat", () => {
    using till = shop(
      many(500, (at) => ({ amount: at % 2 === 0 ? 4900 : 123_400, phase: at % 3 === 0 ? "captured" : "refunded" })),
    );
    const even = Array.from({ length: 250 }, (_, at) => 499 - at * 2);
    expect(till.all({ query: "49", limit: 7 })).toEqual(even);
    expect(till.all({ query: "49,00", phases: ["refunded", "captured"], limit: 7 })).toEqual(even);
    expect(till.all({ limit: 33 })).toEqual(Array.from({ length: 500 }, (_, at) => 500 - at));
    expect(till.all({ query: "K7Q2-04", limit: 9 })).toEqual(Array.from({ length: 100 }, (_, at) => 499 - at));
    expect(till.all({ query: "49", phases: ["captured"], limit: 5 })).toEqual(
      even.filter((number) => number % 3 === 1),
    );
  });

  it("returns the named payments that match the rest of the filter", () => {
    using till = shop(many(300, (at) => ({ text: at % 2 === 0 ? "Coffee" : "Tea", amount: 4900 })));
    const named = (...numbers: number[]) => numbers.map((number) => `K7Q2-${String(number).padStart(4, "0")}-ABCDEFGH`);
    expect(till.list({ posTids: named(3, 299, 4) })).toEqual({ numbers: [299, 4, 3], next: null });
    expect(till.list({ posTids: [...named(3), "K7Q2-9999-ABCDEFGH"] }).numbers).toEqual([3]);
    expect(till.list({ posTids: named(3, 299, 4), query: "coffee" }).numbers).toEqual([299, 3]);
    expect(till.list({ posTids: named(3, 299, 4), query: "49", phases: ["rejected"] }).numbers).toEqual([299, 4, 3]);
    // The limit does not apply to named payments.
    const all = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(till.list({ posTids: named(...all) })).toEqual({ numbers: all.toReversed(), next: null });
  });

  it("finds a number by its last digits", () => {
    using till = shop(many(2500));
    expect(till.all({ query: "142", limit: 2 })).toEqual([2142, 1142, 142]);
    expect(till.all({ query: "0142" })).toEqual([142]);
    expect(till.all({ query: "142", phases: ["captured"] })).toEqual([]);
  });

  it("finds a payment by its number, its reference or the service's, in full or as a prefix", () => {
    using till = shop(many(30));
    for (const query of ["K7Q2-0017", "k7q2-0017", "K7Q2-0017-ABCDEFGH", "k7q2-0017-abc", "t17", "  K7Q2-0017 "]) {
      expect([query, till.all({ query })]).toEqual([query, [17]]);
    }
    expect(till.all({ query: "K7Q2-0017-XYZ" })).toEqual([]);
    expect(till.all({ query: "K7Q2-0017", phases: ["captured"] })).toEqual([]);
  });

  it("finds the captured amount, even when it differs from the requested amount", () => {
    using till = shop([{ amount: 10_000, captured: 11_500 }, { amount: 11_500, captured: 11_500 }, { amount: 11_500 }]);
    expect(till.all({ query: "115" })).toEqual([3, 2, 1]);
  });

  it("finds a reservation by the amount on the customer's phone, including the tip", () => {
    using till = shop([
      { amount: 12_300, tip: 1000, phase: "authorised" },
      { amount: 12_300, tip: 1000, captured: 5000, phase: "partly_captured" },
      { amount: 12_300, tip: 1000, phase: "expired" },
      { amount: 13_300, phase: "authorised" },
    ]);
    expect(till.all({ query: "133", limit: 1 })).toEqual([4, 2, 1]);
    expect(till.all({ query: "133,00", phases: ["authorised"] })).toEqual([4, 1]);
    expect(till.all({ query: "123" })).toEqual([3, 2, 1]);
  });

  it("finds a customer by the end of the phone number, and never by a token", () => {
    using till = shop([{ customer: "•••5090" }, { customer: "•••" }, { customer: "•••5091" }]);
    expect(till.all({ query: "5090" })).toEqual([1]);
    expect(till.all({ query: "+47 000 05 090" })).toEqual([1]);
    expect(till.all({ query: "•••" })).toEqual([]);
  });

  it("finds Norwegian and German letters by the plain ones, and the other way round", () => {
    using till = shop([{ text: "Bord i Tromsø, blåbær" }, { text: "Tromso, Straße" }]);
    expect(till.all({ query: "tromso" })).toEqual([2, 1]);
    expect(till.all({ query: "TROMSØ" })).toEqual([2, 1]);
    expect(till.all({ query: "blabaer bord" })).toEqual([1]);
    expect(till.all({ query: "strass" })).toEqual([2]);
  });

  it("finds composed letters by decomposed ones, and the other way round", () => {
    using till = shop([{ text: "Bla\u030abær" }, { text: "Blåbær" }]);
    for (const query of ["Blåbær", "Bla\u030abær", "\u200eBlåbær\u200f"]) expect(till.all({ query })).toEqual([2, 1]);
  });

  it("finds words of the text in any order, case and accents", () => {
    using till = shop([{ text: "Table 12, Crème brûlée" }, { text: "table 7" }, { text: "Order AB-5541" }]);
    expect(till.all({ query: "TABLE" })).toEqual([2, 1]);
    expect(till.all({ query: "creme tab" })).toEqual([1]);
    expect(till.all({ query: "5541" })).toEqual([3]);
    expect(till.all({ query: "table NOT 7" })).toEqual([]);
  });

  it("filters by a period, even when the clock was set back in between", () => {
    const times = [1000, 2000, 9000, 3000, 4000, 5000];
    using till = shop(times.map((at) => ({ at, amount: 4900, text: "Coffee" })));
    const range = { from: new Date(2000).toISOString(), to: new Date(5000).toISOString() };
    for (const query of ["", "49", "coffee", "K7Q2-000"]) {
      expect([query, till.all({ query, ...range, limit: 2 })]).toEqual([query, [5, 4, 2]]);
    }
    expect(till.all({ from: new Date(5000).toISOString() })).toEqual([6, 3]);
    expect(till.all({ from: new Date(20_000).toISOString() })).toEqual([]);
    expect(till.all({ ...range, phases: ["rejected"], limit: 1 })).toEqual([5, 4, 2]);
  });

  it("finds a period by binary search, whatever the clock did", () => {
    const someTimes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(someTimes, fc.integer({ min: 0, max: 41 }), fc.integer({ min: 0, max: 41 }), (times, from, to) => {
        using till = shop(times.map((at) => ({ at: at * 1000 })));
        const wanted = times.flatMap((at, index) => (at >= from && at < to ? [index + 1] : [])).toReversed();
        const range = { from: new Date(from * 1000).toISOString(), to: new Date(to * 1000).toISOString() };
        expect(till.all({ ...range, limit: 7 })).toEqual(wanted);
        const span = spanOf(till.database)({ from: from * 1000, to: to * 1000 });
        const [first, last] = [wanted.at(-1), wanted[0]];
        if (first !== undefined && last !== undefined) expect(span).toEqual({ after: first - 1, before: last + 1 });
      }),
      { numRuns: runs(60) },
    );
  });

  it("is empty for every search at a till without sales", () => {
    using till = shop([]);
    for (const query of ["", "142", "K7Q2-1", "coffee", "49,00"])
      expect(till.list({ query })).toEqual({ numbers: [], next: null });
  });
});

describe("a page of payments", () => {
  it("makes as many queries for a page of fifty as for one of five, never one per payment", () => {
    using till = shop(many(60));
    const statement = Object.getPrototypeOf(till.database.prepare("SELECT 1"));
    const asked = (limit: number) => {
      using all = vi.spyOn(statement, "all");
      using get = vi.spyOn(statement, "get");
      expect(till.list({ limit }).numbers).toHaveLength(limit);
      return all.mock.calls.length + get.mock.calls.length;
    };
    // The first call prepares what later calls share.
    asked(1);
    expect(asked(50)).toBe(asked(5));
    expect(asked(50)).toBeLessThan(10);
  });
});
