/**
 * A program that books sales and closes days until it is killed, for tests of power cuts and full disks. Prints `ack
 * <number>` for every stored Z report, and `refused <number> <reason>` for the others.
 */

import { writeSync } from "node:fs";
import { failed } from "../../contract/calls/errors.ts";
import { createBookings } from "../../main/accounting/periods/bookings.ts";
import { createClosing } from "../../main/accounting/periods/closing.ts";
import { createJournalChecker } from "../../main/accounting/periods/journal-check.ts";
import { openDifferences } from "../../main/accounting/reconciliation/differences.ts";
import { systemClock } from "../../main/lib/clock.ts";
import { operations } from "../../main/payments/queue/operations.ts";
import { paymentRows } from "../../main/payments/rows.ts";
import { createPaymentStore } from "../../main/payments/store.ts";
import { openDatabase } from "../../main/storage/database/database.ts";
import { createJournal } from "../../main/storage/journal/journal.ts";
import { reportDatabaseOf } from "./report-database.ts";

const say = (line: string) => writeSync(1, `${line}\n`);
const [path = "", count = "0"] = process.argv.slice(2);
const database = openDatabase(path);
const reports = reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" });
const journal = createJournal(database);
const store = createPaymentStore({
  bookings: createBookings(database),
  ...{ database, journal, clock: systemClock },
  ...{ rows: paymentRows(database), operations: operations(database), onChange: () => undefined },
});
const NOT_COMPARED = { state: "not_compared", because: "There is no service." } as const;
const closing = createClosing({
  ...reports.ports,
  ...{ store, clock: systemClock, differences: openDifferences(database) },
  // No payment is reserved here, so none is released.
  payments: { release: () => failed("illegal_state") },
  journalCheck: createJournalChecker(database),
  reconciliation: () => null,
  // There is no service: every day is closed without a comparison.
  beforeClose: { comparisonNow: () => NOT_COMPARED, complete: async () => NOT_COMPARED, isUnanswered: () => true },
  serviceNow: systemClock.now,
  restoredAt: () => null,
  actor: () => "Owner",
  mayClose: () => true,
  closed: async () => undefined,
});
const first = reports.ports.seals.openPeriod();
say("begin");
for (let number = first; number < first + Number(count); number += 1) {
  try {
    const posTid = `p-${number}-${process.pid}`;
    reports.book(posTid, systemClock.now(), { kind: "capture", amount: 100 * number, additionalAmount: 1 });
    reports.book(posTid, systemClock.now(), { kind: "refund", amount: 10 * number });
    const closed = await closing.z({ number, uncompared: true });
    say(closed.ok ? `ack ${closed.value.number}` : `refused ${number} ${closed.error.code}`);
  } catch (error) {
    const { name, code } = error as { name: string; code?: string };
    say(`refused ${number} ${code ?? name}`);
  }
}
// Killed instead of closed: an orderly exit is tested elsewhere.
process.kill(process.pid, "SIGKILL");
