/**
 * Reads pages from the till's append-only, numbered tables for the ledger. Sales write nothing extra for the ledger.
 */
import type { ChainedRow } from "../../../contract/journal/journal-chain.ts";
import type { Database } from "../../storage/database/database.ts";
import { type ChainLink, chainEnd, chainLinkAt } from "../../storage/journal/chain.ts";

/** A journal row; `hash` in hexadecimal. */
export type EntryRow = ChainedRow & { hash: string };

/** The last number of each table that the ledger holds. */
export interface Position {
  entries: number;
  bookings: number;
  reports: number;
}

export interface BookingRow {
  sequence: number;
  period: number;
  at: number;
  pos_tid: string;
  kind: string;
  id: string | null;
  currency: string;
  amount: number;
  additional_amount: number;
  transaction_fee: number;
  interchange_fee: number;
  actor: string | null;
}

/** Current state of a payment; times in ms since the epoch. */
export interface PaymentState {
  pos_tid: string;
  number: string;
  action: string;
  amount: number;
  additional_amount: number;
  currency: string;
  phase: string;
  captured_total: number;
  captured_additional: number;
  refunded_total: number;
  reserved: number;
  unlisted: number;
  attention: string | null;
  late: string | null;
  late_since: number | null;
  tid: string | null;
  reference: string | null;
  taken_by: string | null;
  created_at: number;
  modified_at: number;
}

export interface ReportRow {
  number: number;
  through: number;
  content: string;
  /** Hexadecimal: SQLite reads text twice as fast as a Buffer */
  hash: string;
}

/** The next rows, read in one transaction. */
export interface Page {
  entries: EntryRow[];
  bookings: BookingRow[];
  reports: ReportRow[];
  payments: PaymentState[];
  /** Change counter when the page was read; an older state has a lower count */
  change: number;
  reaches: Position;
}

export type Outbox = ReturnType<typeof openOutbox>;

/** Maximum rows of one table per page; reading takes a few milliseconds. */
const ROWS = 1000;
const REPORTS = 5;

const PAYMENTS = `SELECT pos_tid, number, action, amount, additional_amount, currency, phase, captured_total,
    captured_additional, refunded_total, reserved, unlisted, attention, late, late_since, tid, reference, taken_by,
    created_at, modified_at
  FROM payment WHERE pos_tid IN (SELECT value FROM json_each(?))`;

const ENTRIES = `SELECT sequence, at, event, pos_tid, actor, data, hex(hash) AS hash
  FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?`;

const BOOKINGS = `SELECT sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee,
    interchange_fee, actor
  FROM booking WHERE sequence > ? ORDER BY sequence LIMIT ?`;

/** Prepares the reading of one till's tables. */
export function openOutbox(database: Database) {
  const entriesAfter = database.prepare<[number, number], EntryRow>(ENTRIES);
  const bookingsAfter = database.prepare<[number, number], BookingRow>(BOOKINGS);
  const reportsAfter = database.prepare<[number, number], ReportRow>(
    "SELECT number, through, content, hex(hash) AS hash FROM z_report WHERE number > ? ORDER BY number LIMIT ?",
  );
  const payments = database.prepare<[string], PaymentState>(PAYMENTS);
  const lastBooking = database.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM booking").pluck();
  const lastReport = database.prepare<[], number>("SELECT coalesce(max(number), 0) FROM z_report").pluck();
  const journalEnd = chainEnd(database);
  const end = () => ({
    entries: journalEnd().entries,
    bookings: lastBooking.get() ?? 0,
    reports: lastReport.get() ?? 0,
  });
  return {
    end,
    /** Chain link after that many entries; null if the journal is shorter */
    linkAt: (entries: number): ChainLink | null => chainLinkAt(database, entries),
    after(position: Position): Page | null {
      const entries = entriesAfter.all(position.entries, ROWS);
      const bookings = upTo(
        bookingsAfter.iterate(position.bookings, ROWS),
        entries.length < ROWS ? null : entries.at(-1),
      );
      const reports = reportsAfter.all(position.reports, REPORTS);
      if (entries.length + bookings.length + reports.length === 0) return null;
      const about = new Set([...entries, ...bookings].flatMap(({ pos_tid }) => pos_tid ?? []));
      const now = end();
      return {
        entries,
        bookings,
        reports,
        payments: payments.all(JSON.stringify([...about])),
        // Every change of a payment writes a row to one of the two tables.
        change: now.entries + now.bookings,
        reaches: {
          entries: entries.at(-1)?.sequence ?? position.entries,
          bookings: bookings.at(-1)?.sequence ?? position.bookings,
          reports: reports.at(-1)?.number ?? position.reports,
        },
      };
    },
  };
}

/**
 * Keeps only bookings up to the last entry if the journal continues after the page. All rows of a payment are then on
 * one page, and the payment is sent once.
 */
function upTo(bookings: Iterable<BookingRow>, last: EntryRow | null | undefined): BookingRow[] {
  const selected: BookingRow[] = [];
  for (const booking of bookings) {
    if (last && booking.at > last.at) break;
    selected.push(booking);
  }
  return selected;
}
