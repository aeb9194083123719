import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTCOMES, type Outcome } from "../../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../../contract/bridge/commands.ts";
import { PHASES, type Phase } from "../../../../contract/values/phases.ts";
import { createBookings } from "../../../../main/accounting/periods/bookings.ts";
import { countsOf, outcomesOf, personsOf, totalsOf } from "../../../../main/accounting/periods/figures.ts";
import { openTally } from "../../../../main/accounting/periods/tally.ts";
import { systemClock } from "../../../../main/lib/clock.ts";
import { operations } from "../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../main/payments/rows.ts";
import { listPayments } from "../../../../main/payments/search.ts";
import { createPaymentStore } from "../../../../main/payments/store.ts";
import { peopleOfPayments, totalsOfPayments } from "../../../../main/payments/totals.ts";
import { transact } from "../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { runs } from "../../../support/random-runs.ts";

type Filter = CommandInput<"payment.totals">;

const KIND: Record<Outcome, string> = {
  captured: "capture",
  refunded: "refund",
  approved: "approved",
  released: "released",
  aborted: "aborted",
  rejected: "rejected",
  expired: "expired",
};

const HOUR = 3_600_000;
const person = fc.constantFrom(null, "Ada", "Bo");

const sale = fc.record({
  amount: fc.constantFrom(4900, 12_300),
  captured: fc.constantFrom(0, 4900, 5000),
  tips: fc.constantFrom(0, 100),
  refunded: fc.constantFrom(0, 4900),
  reserved: fc.constantFrom(0, 700),
  phase: fc.constantFrom(...PHASES),
  by: person,
  at: fc.integer({ min: 0, max: 9 }),
});

interface Sale {
  amount: number;
  captured: number;
  tips: number;
  refunded: number;
  reserved: number;
  phase: Phase;
  by: string | null;
  at: number;
}

const booking = fc.record({
  of: fc.nat(),
  kind: fc.constantFrom(...OUTCOMES.map((outcome) => KIND[outcome])),
  amount: fc.integer({ min: -5, max: 50 }),
  tips: fc.integer({ min: 0, max: 5 }),
  by: person,
});

interface Booked {
  of: number;
  kind: string;
  amount: number;
  tips: number;
  by: string | null;
}

/** An event in the history: a booking, or the close of a period. */
const happening = fc.oneof({ weight: 8, arbitrary: booking }, { weight: 1, arbitrary: fc.constant("close" as const) });

const filter: fc.Arbitrary<Filter> = fc.record(
  {
    query: fc.constantFrom("49,00", "K7Q2-00", "nothing like it"),
    phases: fc.uniqueArray(fc.constantFrom(...PHASES), { minLength: 1, maxLength: 9 }),
    from: fc.integer({ min: 0, max: 5 }).map((hour) => new Date(hour * HOUR).toISOString()),
    to: fc.integer({ min: 3, max: 9 }).map((hour) => new Date(hour * HOUR).toISOString()),
    booked: fc.constantFrom(...OUTCOMES),
    period: fc.integer({ min: 1, max: 3 }),
    person,
  },
  { requiredKeys: [] },
);

/** A till with these payments, and their bookings in order, an hour apart. */
function shop(sales: readonly Sale[], happenings: readonly ("close" | Booked)[]) {
  const file = temporaryDatabase();
  const { database } = file;
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase,
       captured_total, captured_additional, refunded_total, reserved, taken_by, created_at, modified_at)
     VALUES (@posTid, @sequence, @number, 'SALE', 'NOK', @amount, 0, 0, @phase,
       @captured, @tips, @refunded, @reserved, @by, @at, @at)`,
  );
  const book = database.prepare(
    `INSERT INTO booking (period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor)
     VALUES (@period, @at, @posTid, @kind, NULL, 'NOK', @amount, @tips, 0, 0, @by)`,
  );
  const close = database.prepare(
    `INSERT INTO z_report (number, at, through, journal_through, content, hash)
     VALUES (?, ?, (SELECT coalesce(max(sequence), 0) FROM booking), 0, '{}', x'00')`,
  );
  const payments = sales.map((one, index) => {
    const number = `K7Q2-${String(index + 1).padStart(4, "0")}`;
    return { ...one, at: one.at * HOUR, sequence: index + 1, number, posTid: `${number}-ABCDEFGH` };
  });
  const booked: (Booked & { period: number; at: number; posTid: string })[] = [];
  transact(database, () => {
    for (const one of payments) insert.run(one);
    let period = 1;
    for (const [index, one] of happenings.entries()) {
      if (one === "close") {
        close.run(period, index * HOUR);
        period += 1;
        continue;
      }
      const posTid = payments[one.of % payments.length]?.posTid ?? "";
      const row = { ...one, period, at: index * HOUR, posTid };
      book.run(row);
      booked.push(row);
    }
  });
  const store = createPaymentStore({
    bookings: createBookings(database),
    database,
    clock: systemClock,
    journal: createJournal(database),
    onChange: () => undefined,
    rows: paymentRows(database),
    operations: operations(database),
  });
  const listed = (input: Filter): string[] => {
    const found = listPayments({ database, store, currency: "NOK" }, { ...input, limit: 200 });
    if (!found.ok) throw new Error(found.error.message);
    return found.value.items.map(({ posTid }) => posTid);
  };
  const totals = (input: Filter) => {
    const result = totalsOfPayments({ database, currency: "NOK" }, input);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  return { database, payments, booked, listed, totals, [Symbol.dispose]: file[Symbol.dispose] };
}

type Shop = ReturnType<typeof shop>;

/** The expected result of a filter, from a check of every payment and every booking. */
function expectedTotals({ payments, booked }: Shop, asked: Filter) {
  const within = (at: number) =>
    at >= (asked.from ? Date.parse(asked.from) : 0) && at < (asked.to ? Date.parse(asked.to) : Number.MAX_SAFE_INTEGER);
  const bookings = booked.filter(
    (one) =>
      asked.booked !== undefined &&
      one.kind === KIND[asked.booked] &&
      within(one.at) &&
      (asked.period === undefined || one.period === asked.period) &&
      (asked.person === undefined || one.by === asked.person),
  );
  const counted = bookings.filter(({ amount, tips }) => amount + tips > 0);
  const found = payments.filter((one) => {
    const said = asked.query === undefined || fits(one, asked.query);
    if (!said || !(asked.phases ?? PHASES).includes(one.phase)) return false;
    if (asked.booked !== undefined) return counted.some(({ posTid }) => posTid === one.posTid);
    return within(one.at) && (asked.person === undefined || one.by === asked.person);
  });
  return { found, bookings, counted };
}

function fits({ amount, captured, number }: { amount: number; captured: number; number: string }, query: string) {
  return query === "49,00" ? amount === 4900 || captured === 4900 : number.startsWith(query);
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0);

describe("the totals of a filter", () => {
  it("are those of all listed payments, for any filter", () => {
    fc.assert(
      fc.property(fc.array(sale, { minLength: 1, maxLength: 25 }), fc.array(happening), filter, (sales, all, asked) => {
        using till = shop(sales, all);
        const { found, bookings, counted } = expectedTotals(till, asked);
        expect(till.listed(asked)).toEqual(found.map(({ posTid }) => posTid).reverse());
        const totals = till.totals(asked);
        expect(totals.count).toBe(found.length);
        if (asked.booked === undefined) {
          expect(totals).toMatchObject({
            booked: null,
            sums: {
              captured: sumOf(found, ({ captured }) => captured),
              refunded: sumOf(found, ({ refunded }) => refunded),
              tips: sumOf(found, ({ tips }) => tips),
              reserved: sumOf(found, ({ reserved }) => reserved),
            },
          });
        } else if (asked.query === undefined && asked.phases === undefined) {
          expect(totals).toMatchObject({
            sums: null,
            booked: {
              count: counted.length,
              amount: sumOf(bookings, ({ amount, tips }) => amount + tips),
              tips: sumOf(bookings, ({ tips }) => tips),
            },
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("match the report of a period for its bookings", () => {
    fc.assert(
      fc.property(fc.array(sale, { minLength: 1, maxLength: 9 }), fc.array(happening), (sales, all) => {
        using till = shop(sales, all);
        const shopTime = { timeZone: "Europe/Oslo", cutOff: "04:00" };
        const period = 1 + all.filter((one) => one === "close").length;
        const { rows } = openTally(till.database).periodAfter(period - 1, shopTime);
        const counts = countsOf(rows);
        for (const { outcome, count, amount } of outcomesOf(rows)) {
          const totals = till.totals({ booked: outcome, period });
          expect([outcome, totals.count, totals.booked?.amount]).toEqual([outcome, count, amount]);
        }
        expect(till.totals({ booked: "captured", period }).booked).toMatchObject({
          count: counts.captures,
          tips: totalsOf(rows).tips,
        });
        for (const one of personsOf(rows)) {
          const { booked } = till.totals({ booked: "captured", period, person: one.person });
          expect(booked).toMatchObject({ count: one.counts.captures, amount: one.captured, tips: one.tips });
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it("exclude the amounts of other currencies, and count their payments", () => {
    using till = shop(
      [{ amount: 1, captured: 4900, tips: 0, refunded: 0, reserved: 0, phase: "captured", by: null, at: 0 }],
      [],
    );
    till.database.exec("UPDATE payment SET currency = 'EUR'");
    expect(till.totals({})).toMatchObject({ count: 1, sums: { captured: 0 } });
  });

  it("are zero at a till without sales", () => {
    using till = shop([], []);
    expect(till.totals({})).toEqual({
      count: 0,
      sums: { captured: 0, refunded: 0, tips: 0, reserved: 0 },
      booked: null,
    });
    expect(till.totals({ booked: "captured" })).toEqual({
      count: 0,
      sums: null,
      booked: { count: 0, amount: 0, tips: 0 },
    });
  });
});

describe("the sellers of payments", () => {
  it("are sorted by name, and payments without a known seller come last", () => {
    const of = (by: string | null): Booked => ({ of: 0, kind: "capture", amount: 1, tips: 0, by });
    const one: Sale = { amount: 1, captured: 1, tips: 0, refunded: 0, reserved: 0, phase: "captured", by: null, at: 0 };
    using till = shop([one], [of("Bo"), of(null), of("Ada"), of("Bo")]);
    expect(peopleOfPayments(till.database)).toEqual({ ok: true, value: { people: ["Ada", "Bo", null] } });
  });
});
