/** A real database with bookings for report tests without a till, and independent totals. */
import type { Report } from "../../contract/accounting/reports.ts";
import type { ShopTime } from "../../contract/accounting/reports-time.ts";
import type { BookingKind, Entry } from "../../main/accounting/periods/entries.ts";
import { makeReport } from "../../main/accounting/periods/report.ts";
import { openSeals } from "../../main/accounting/periods/seals.ts";
import { openTally } from "../../main/accounting/periods/tally.ts";
import type { TodayPorts } from "../../main/accounting/periods/today.ts";
import { type Database, transact } from "../../main/storage/database/database.ts";
import { temporaryDatabase } from "./database.ts";

/** One booking as made by a test. */
export interface TestBooking extends Entry {
  posTid: string;
  at: number;
  currency: string;
  period: number;
}

export interface ReportDatabase {
  database: Database;
  ports: TodayPorts;
  /** All bookings in order */
  booked: TestBooking[];
  /** Adds a booking to a payment; adds a missing payment first. */
  book(posTid: string, at: number, entry: Partial<Entry> & { kind: BookingKind }, currency?: string): void;
  x(now: number): Omit<Report, "seal">;
  z(now: number): Report;
}

const EMPTY_JOURNAL = { first: null, last: null, hash: null, check: null };

/** Opens a new database for a shop in a time zone. */
export function openReportDatabase(time: ShopTime, currency = "NOK"): ReportDatabase & Disposable {
  const file = temporaryDatabase();
  // Thousands of small transactions that need not survive a power cut.
  file.database.pragma("synchronous = OFF");
  return { ...reportDatabaseOf(file.database, time, currency), [Symbol.dispose]: () => file[Symbol.dispose]() };
}

/** Wraps a till's own database in the same way. */
export function reportDatabaseOf(database: Database, time: ShopTime, currency = "NOK"): ReportDatabase {
  const shop = { ...time, currency, merchant: "T001", pos: { id: "counter-1", name: "Counter 1" } };
  const ports = {
    database,
    tally: openTally(database),
    seals: openSeals(database),
    shop,
    catalogue: () => ({ products: [] }),
  };
  const booked: TestBooking[] = [];
  let payments = Number(database.prepare("SELECT coalesce(max(sequence), 0) FROM payment").pluck().get());
  const known = new Set<string>();
  const insert = database.prepare(
    `INSERT INTO booking (period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor)
     VALUES (@period, @at, @posTid, @kind, @id, @currency, @amount, @additionalAmount, @transactionFee, @interchangeFee, @actor)`,
  );
  const frame = (now: number) => ({
    now,
    journal: EMPTY_JOURNAL,
    reconciliation: null,
    comparison: null,
    underWay: null,
  });
  return {
    database,
    ports,
    booked,
    book(posTid, at, entry, of = currency) {
      if (!known.has(posTid)) {
        payments += 1;
        known.add(posTid);
        insertPayment(database, { posTid, sequence: payments, currency: of, at });
      }
      const row = { ...BLANK, ...entry, posTid, at, currency: of, period: ports.seals.openPeriod() };
      transact(database, () => insert.run(row));
      booked.push(row);
    },
    x: (now) => makeReport(ports, frame(now), null),
    z: (now) =>
      transact(database, () => {
        const content = makeReport(ports, frame(now), { decisions: [], by: null });
        const marks = { at: Date.parse(content.to), through: ports.tally.lastSequence(), journalThrough: 0 };
        return ports.seals.seal(content, marks);
      }),
  };
}

const BLANK = { id: null, amount: 0, additionalAmount: 0, transactionFee: 0, interchangeFee: 0, actor: null };

function insertPayment(
  database: Database,
  { posTid, sequence, currency, at }: { posTid: string; sequence: number; currency: string; at: number },
): void {
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES (?, ?, ?, 'SALE', ?, 100, 0, 0, 'captured', ?, ?)`,
    )
    .run(posTid, sequence, `TEST-${sequence}`, currency, at, at);
}

/** Sums the bookings of one kind. */
export function sumOf(
  booked: readonly Pick<TestBooking, "kind" | "amount" | "additionalAmount">[],
  kind: BookingKind,
): { amount: number; additional: number } {
  const sum = { amount: 0, additional: 0 };
  for (const one of booked) {
    if (one.kind !== kind) continue;
    sum.amount += one.amount;
    sum.additional += one.additionalAmount;
  }
  return sum;
}

/** Counts the payments with a booking of a kind; negative corrections do not count. */
export function paymentsIn(booked: readonly TestBooking[], kind: BookingKind): number {
  const came = booked.filter((one) => one.kind === kind && one.amount + one.additionalAmount > 0);
  return new Set(came.map(({ posTid }) => posTid)).size;
}
