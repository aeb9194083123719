import { describe, expect, it } from "vitest";
import { PHASES } from "../../../../contract/phases.ts";
import { createBookings } from "../../../../main/accounting/periods/bookings.ts";
import { systemClock } from "../../../../main/lib/clock.ts";
import { operations } from "../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../main/payments/rows.ts";
import { listPayments } from "../../../../main/payments/search.ts";
import { createPaymentStore } from "../../../../main/payments/store.ts";
import { totalsOfPayments } from "../../../../main/payments/totals.ts";
import type { Database } from "../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const RANGE = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
const QUERIES = [
  "",
  "K7Q2-0001",
  "K7Q2-00",
  "k7q2-0001-ab",
  "142",
  "49,00",
  "5090",
  "table 12",
  "•••5090",
  "no such thing",
];

/** Everything that the till asks of its payments while it is at work, by the functions that ask it. */
function work(database: Database): void {
  const rows = paymentRows(database);
  const queue = operations(database);
  const store = createPaymentStore({
    bookings: createBookings(database),
    database,
    rows,
    operations: queue,
    clock: systemClock,
    journal: createJournal(database),
    onChange: () => undefined,
  });
  for (const query of QUERIES) {
    for (const narrowed of [
      {},
      RANGE,
      { phases: ["captured" as const, "refunded" as const] },
      { cursor: "before-7" },
    ]) {
      listPayments({ database, store, currency: "NOK" }, { query, ...narrowed });
    }
    for (const narrowed of [
      { person: "Ada" },
      { ...RANGE, person: null },
      { ...RANGE, booked: "captured" as const },
      { booked: "refunded" as const, period: 2 },
    ]) {
      listPayments({ database, store, currency: "NOK" }, { query, ...narrowed });
      totalsOfPayments({ database, currency: "NOK" }, { query, ...narrowed });
    }
    totalsOfPayments({ database, currency: "NOK" }, { query, ...RANGE });
  }
  rows.waiting();
  rows.inboxCount();
  rows.inbox();
  rows.unconfirmed();
  rows.highestSequence();
  rows.inPhases([...PHASES]);
  rows.inPhases(["draft"]);
  rows.find("p");
  rows.findByTid("t");
  rows.movements("p");
  queue.state();
  queue.parked();
  queue.toSend();
  queue.unsettled();
  queue.nextDue(new Set());
  queue.ofPayment("p");
  queue.recover(0);
  queue.hurryUnknown(0);
  queue.clampDue(0);
  queue.shiftDue(5, 0);
}

/** The statements that were prepared for it, each with how SQLite goes about it. */
function plans(spoil: (database: Database) => void = () => undefined): { sql: string; plan: string[] }[] {
  using file = temporaryDatabase();
  const { database } = file;
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('K7Q2-0001-AB', 1, 'K7Q2-0001', 'SALE', 'NOK', 4900, 0, 0, 'rejected', 0, 0)`,
    )
    .run();
  spoil(database);
  const asked = new Set<string>();
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    asked.add(sql);
    return prepare(sql);
  }) as typeof database.prepare;
  work(database);
  return [...asked]
    .filter((sql) => /^\s*(SELECT|WITH|UPDATE)/i.test(sql))
    .map((sql) => {
      const explained = `EXPLAIN QUERY PLAN ${sql.replace(/\?|@\w+/g, (name) => (name === "@match" ? "'a'" : "1"))}`;
      const plan = prepare(explained).all() as { detail: string }[];
      return { sql, plan: plan.map(({ detail }) => detail) };
    });
}

/** How SQLite says that it goes through the payments by their numbers. */
const WALK = "(sequence>? AND sequence<?)";

/** Reads a table that grows with every payment from end to end, or sorts what it found of one. */
function slow(all: readonly { sql: string; plan: string[] }[]): string[] {
  const open = "payment_(late|unlisted|reserved)|operation_(unsettled|due|asked|create_due)";
  const whole = new RegExp(`^SCAN (payment|operation|movement|first)(?= |$)(?! USING (COVERING )?INDEX (${open})).*$`);
  // What is looked for by a value of its own must not be looked for among all numbers.
  const narrow = /(customer|amount|captured_total|phase|number|tid) = /;
  return all
    .filter(({ sql }) => !ALLOWED.some((known) => known.test(sql)))
    .filter(({ sql, plan }) => plan.some((line) => whole.test(line) || (narrow.test(sql) && line.includes(WALK))))
    .map(({ sql, plan }) => `${sql}\n${plan.join("\n")}`);
}

/** Of all payments, and asked after a restore alone; and the ends of an index. */
const ALLOWED = [/^SELECT pos_tid AS posTid FROM payment ORDER BY sequence DESC$/, /ORDER BY sequence DESC LIMIT 1$/];

describe("what a till asks of its payments", () => {
  it("is answered without reading all of them", () => {
    const all = plans();
    expect(all.length).toBeGreaterThan(40);
    expect(slow(all)).toEqual([]);
  });

  it("sorts nothing to list the newest: every walk is in order already", () => {
    const sorted = plans()
      .filter(
        ({ sql }) => sql.includes("FROM payment") && /ORDER BY (payment_text\.rowid|sequence) DESC LIMIT @/.test(sql),
      )
      // As many as end on the same digits.
      .filter(({ sql }) => !sql.includes("json_each"))
      .filter(({ plan }) => plan.some((line) => line.includes("TEMP B-TREE")));
    expect(sorted.map(({ sql, plan }) => `${sql}\n${plan.join("\n")}`)).toEqual([]);
  });

  it("finds the intents that wait by their phase, and not among all codes that nobody ever scanned", () => {
    const waiting = plans().find(({ sql }) => sql.includes("tid IS NULL"));
    expect(waiting?.plan.filter((line) => line.includes("payment USING"))).toEqual([
      "SEARCH payment USING INDEX payment_by_phase (phase=?)",
      "SEARCH payment USING INDEX payment_by_phase (phase=?)",
    ]);
  });

  it("is noticed when an index is missing", () => {
    const without = (index: string) => () => slow(plans((database) => database.exec(`DROP INDEX ${index}`)));
    expect(without("payment_late")()).not.toEqual([]);
    expect(without("payment_by_customer")).toThrow("no such index");
    expect(without("payment_by_amount")).toThrow("no such index");
    expect(without("payment_by_person")).toThrow("no such index");
    expect(without("payment_sums")).toThrow("no such index");
  });
});
