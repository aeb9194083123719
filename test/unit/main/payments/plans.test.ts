import { describe, expect, it } from "vitest";
import { PHASES } from "../../../../contract/values/phases.ts";
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

/** Runs every payment query of a working till, through the functions that make it. */
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
  queue.makeUnknownDue(0);
  queue.clampDue(0);
  queue.shiftDue(5, 0);
}

/** The prepared statements, each with SQLite's query plan. */
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

/** SQLite's plan for a walk through the payments by number. */
const WALK = "(sequence>? AND sequence<?)";

/** Returns statements that read a whole growing table, or sort its rows. */
function slow(all: readonly { sql: string; plan: string[] }[]): string[] {
  const open = "payment_(late|unlisted|reserved)|operation_(unsettled|due|asked|create_due)";
  const whole = new RegExp(`^SCAN (payment|operation|movement|first)(?= |$)(?! USING (COVERING )?INDEX (${open})).*$`);
  // A search by one of these columns must not walk all numbers.
  const narrow = /(customer|amount|captured_total|phase|number|tid) = /;
  return all
    .filter(({ sql }) => !ALLOWED.some((known) => known.test(sql)))
    .filter(({ sql, plan }) => plan.some((line) => whole.test(line) || (narrow.test(sql) && line.includes(WALK))))
    .map(({ sql, plan }) => `${sql}\n${plan.join("\n")}`);
}

/** A query over all payments that runs only after a restore, and lookups at an end of an index. */
const ALLOWED = [/^SELECT pos_tid AS posTid FROM payment ORDER BY sequence DESC$/, /ORDER BY sequence DESC LIMIT 1$/];

describe("the till's payment queries", () => {
  it("never read the whole table", () => {
    const all = plans();
    expect(all.length).toBeGreaterThan(40);
    expect(slow(all)).toEqual([]);
  });

  it("list the newest payments without sorting: every index is already in order", () => {
    const sorted = plans()
      .filter(
        ({ sql }) => sql.includes("FROM payment") && /ORDER BY (payment_text\.rowid|sequence) DESC LIMIT @/.test(sql),
      )
      // The payments that end in the same digits.
      .filter(({ sql }) => !sql.includes("json_each"))
      .filter(({ plan }) => plan.some((line) => line.includes("TEMP B-TREE")));
    expect(sorted.map(({ sql, plan }) => `${sql}\n${plan.join("\n")}`)).toEqual([]);
  });

  it("find the waiting intents by phase, without reading all unscanned codes", () => {
    const waiting = plans().find(({ sql }) => sql.includes("tid IS NULL"));
    expect(waiting?.plan.filter((line) => line.includes("payment USING"))).toEqual([
      "SEARCH payment USING INDEX payment_by_phase (phase=?)",
      "SEARCH payment USING INDEX payment_by_phase (phase=?)",
    ]);
  });

  it("fail this test when an index is missing", () => {
    const without = (index: string) => () => slow(plans((database) => database.exec(`DROP INDEX ${index}`)));
    expect(without("payment_late")()).not.toEqual([]);
    expect(without("payment_by_customer")).toThrow("no such index");
    expect(without("payment_by_amount")).toThrow("no such index");
    expect(without("payment_by_person")).toThrow("no such index");
    expect(without("payment_sums")).toThrow("no such index");
  });
});
