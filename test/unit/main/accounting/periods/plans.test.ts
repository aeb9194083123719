import { describe, expect, it } from "vitest";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import { createJournalChecker } from "../../../../../main/accounting/periods/journal-check.ts";
import { makeReport } from "../../../../../main/accounting/periods/report.ts";
import { todayAt } from "../../../../../main/accounting/periods/today.ts";
import { blockersOf, unconfirmedMoney, unresolvedOf } from "../../../../../main/accounting/periods/unresolved.ts";
import { bookedHere } from "../../../../../main/accounting/reconciliation/compare-payment.ts";
import { openDifferences } from "../../../../../main/accounting/reconciliation/differences.ts";
import { openRunStore } from "../../../../../main/accounting/reconciliation/run-store.ts";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../../../main/payments/store.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { reportDatabaseOf } from "../../../../support/report-database.ts";

const LARGE = ["payment", "booking", "movement", "operation", "journal"];

/** Runs every query of a report's command, and collects the SQL. */
function questions(): { sql: string; plan: string[] }[] {
  using file = temporaryDatabase();
  const { database } = file;
  const asked: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    asked.push(sql);
    return prepare(sql);
  }) as typeof database.prepare;
  const { ports } = reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" });
  const rows = paymentRows(database);
  const store = createPaymentStore({
    bookings: createBookings(database),
    ...{ database, rows, journal: createJournal(database), clock: systemClock },
    ...{ operations: operations(database), onChange: () => undefined },
  });
  const differences = openDifferences(database);
  makeReport(
    ports,
    {
      now: 0,
      journal: createJournalChecker(database).checkNewRows(ports.seals.anchor()),
      reconciliation: null,
      comparison: null,
      underWay: unconfirmedMoney(store, "NOK"),
    },
    null,
  );
  todayAt(ports, Date.now());
  blockersOf({ store }, null);
  unresolvedOf({ database, store, differences, currency: "NOK" }, 0);
  openRunStore(database);
  bookedHere({ database, store }, "p");
  ports.seals.page(10, 10);
  return asked
    .filter((sql) => /^\s*(SELECT|WITH)/i.test(sql))
    .map((sql) => {
      const plan = prepare(`EXPLAIN QUERY PLAN ${sql.replace(/\?|@\w+/g, "1")}`).all() as { detail: string }[];
      return { sql, plan: plan.map(({ detail }) => detail) };
    });
}

describe("no report", () => {
  it("scans a large table", () => {
    const all = questions();
    expect(all.length).toBeGreaterThan(15);
    // The first row, and a partial index of open rows, do not count as scans.
    const whole = new RegExp(
      `^SCAN (${LARGE.join("|")})( USING (COVERING )?INDEX (?!payment_(reserved|unlisted|late)|operation_(unsettled|due|asked|create_due)).*)?$`,
    );
    const slow = all.filter(({ sql, plan }) => !/LIMIT 1$/.test(sql.trim()) && plan.some((line) => whole.test(line)));
    expect(slow.filter(({ sql }) => !ALLOWED.some((known) => known.test(sql)))).toEqual([]);
  });
});

/** Not part of a report: the payment store prepares this query at startup. */
const ALLOWED = [/SELECT pos_tid AS posTid FROM payment ORDER BY sequence DESC/, /^SELECT max\(sequence\)/];
