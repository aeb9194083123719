import { createHash } from "node:crypto";
import type { Report } from "../../../../contract/accounting/reports.ts";
import type { Database } from "../../../storage/database/database.ts";
import { RESTORED_UP_TO } from "../../../storage/database/settings.ts";
import { IS_CORRECTION, type Stored } from "../records.ts";

/** A person named in the till's records. */
export interface Employee {
  id: string;
  name: string;
  role: string | null;
  since: number;
}

/** Returns a person's id, or null when no user was signed in. */
export type EmployeeIds = (name: unknown) => string | null;

export type Lookups = ReturnType<typeof lookups>;

export interface Prints {
  originals: number;
  copies: number;
}

export interface ReportOf {
  report: Report;
  /** Unique in a file, even when an X and a Z have the same number */
  id: string;
  /** Payments with a tip in the period, after refunds */
  tips: number;
  counts: TransactionCounts[];
  /** Openings of the cash drawer without a sale */
  drawers: number;
  /** Receipts of sales that were issued, and copies that were printed */
  receipts: number;
  copies: { count: number; amount: number };
  /** Discounted lines of complete sales, and their total discount */
  discounts: { count: number; amount: number };
}

/** Transactions of one employee (null: no user signed in). Corrections by the service are excluded. */
export interface TransactionCounts {
  person: string | null;
  payments: number;
  /** Sales minus returns of products. A movement of a tip alone is excluded. */
  sales: number;
  returns: number;
}

/** Returns all current and former employees. `from` is the entry date of names without a known one. */
export function employees(database: Database, from: number): Employee[] {
  const staff = database
    .prepare<[], Employee>(
      "SELECT id, name, role, created_at AS since FROM staff ORDER BY active DESC, created_at DESC",
    )
    .all();
  const byName = new Map<string, Employee>();
  for (const member of staff) if (!byName.has(member.name)) byName.set(member.name, member);
  for (const name of namesInRecords(database)) {
    const id = `N-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
    if (!byName.has(name)) byName.set(name, { id, name, role: null, since: from });
  }
  return [...byName.values()];
}

/** Skips from name to name in the index instead of reading every row. */
function namesInRecords(database: Database): string[] {
  return database
    .prepare(
      `WITH RECURSIVE hop (name) AS (
         SELECT min(actor) FROM journal WHERE actor IS NOT NULL
         UNION ALL
         SELECT (SELECT min(actor) FROM journal WHERE actor > hop.name) FROM hop WHERE hop.name IS NOT NULL)
       SELECT name FROM hop WHERE name IS NOT NULL`,
    )
    .pluck()
    .all()
    .map(String);
}

export const NO_PRINTS: Prints = { originals: 0, copies: 0 };

/** A print with an unknown outcome counts as printed. */
const UNPRINTED_SALE = `
  SELECT min(nr) FROM booking JOIN saft_transaction ON saft_transaction.booking = booking.sequence
  WHERE booking.pos_tid = @posTid AND booking.kind = 'capture' AND booking.id IS @id
    AND (SELECT recovered_at IS NULL AND sequence >
        coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${RESTORED_UP_TO}'), 0)
      FROM payment WHERE pos_tid = @posTid)
    AND NOT EXISTS (SELECT 1 FROM journal AS print INDEXED BY journal_by_payment
      WHERE print.pos_tid = @posTid AND print.sequence > @sequence
        AND event IN ('receipt.printed','receipt.unknown') AND data ->> 'kind' IN ('sale','capture')
        AND data ->> 'part' IN (0, (SELECT position + 1 FROM movement
          WHERE pos_tid = @posTid AND kind = 'capture' AND id IS @id))
        AND print.sequence <= coalesce(
          (SELECT journal_through FROM z_report WHERE number >= booking.period ORDER BY number LIMIT 1), print.sequence))`;

export function lookups(database: Database) {
  const prints = database.prepare<{ posTid: string; kind: string; id: string | null }, Prints>(
    `SELECT count(*) AS originals, coalesce(sum(prints - 1), 0) AS copies FROM receipt
     WHERE pos_tid = @posTid AND prints > 0 AND iif(receipt.kind = 'sale', 'capture', receipt.kind) = @kind
       AND part IN (0, (SELECT position + 1 FROM movement WHERE pos_tid = @posTid AND kind = @kind AND id IS @id))`,
  );
  const receipt = database.prepare<[number], { kind: string; nr: number | null }>(
    `SELECT receipt.kind AS kind, min(nr) AS nr FROM receipt
       LEFT JOIN booking ON booking.pos_tid = receipt.pos_tid
         AND booking.kind = CASE receipt.kind WHEN 'refund' THEN 'refund' ELSE 'capture' END
         AND (part = 0 OR booking.id IS (SELECT id FROM movement
           WHERE pos_tid = receipt.pos_tid AND kind = booking.kind AND position = part - 1))
       LEFT JOIN saft_transaction ON saft_transaction.booking = booking.sequence
     WHERE receipt.number = ? GROUP BY receipt.number`,
  );
  const unprinted = database.prepare<unknown[], number | null>(UNPRINTED_SALE).pluck();
  return {
    prints: ({ pos_tid, kind, id }: Stored): Prints =>
      prints.get({ posTid: String(pos_tid), kind: String(kind), id: id == null ? null : String(id) }) ?? NO_PRINTS,
    /**
     * Returns the transaction number of a capture without a receipt printed by the close of its period, or by now. A
     * restored backup lacks the last journal rows, so its captures count as printed.
     */
    unprintedSale: ({ sequence, pos_tid: posTid }: Stored, id: unknown): number | null =>
      unprinted.get({ sequence, posTid, id: id ?? null }) ?? null,
    /** Returns the receipt's kind and transaction number. The receipt number looks like `K7Q2-R00017`. */
    receipt(number: unknown): { kind: string; nr: number | null } | null {
      const digits = /-R(\d+)$/.exec(String(number))?.[1];
      return digits === undefined ? null : (receipt.get(Number(digits)) ?? null);
    },
    /** Closed periods by their Z number, and reports of open ones by their X number */
    ...reportsOf(database),
  };
}

/** Captures and refunds of a report. `+kind` makes SQLite search by sequence instead of scanning the index on kind. */
const REPORT_BOOKINGS = `booking.sequence <= @through
  AND booking.sequence > coalesce((SELECT max(through) FROM z_report WHERE number < @period), 0)
  AND booking.currency = @currency AND +kind IN ('capture','refund')`;

interface ReportFilter {
  period: number;
  through: number;
  currency: string;
}

function countsInReport(database: Database): (of: ReportFilter) => Pick<ReportOf, "tips" | "counts" | "discounts"> {
  const tips = database
    .prepare<ReportFilter, number>(
      `SELECT count(*) FROM (SELECT 1 FROM booking WHERE ${REPORT_BOOKINGS}
         GROUP BY pos_tid HAVING sum(additional_amount * iif(kind = 'refund', -1, 1)) > 0)`,
    )
    .pluck();
  const counts = database.prepare<ReportFilter, TransactionCounts>(
    `SELECT actor AS person, sum(iif(kind = 'refund', -1, 1)) AS payments,
       sum(iif(kind = 'refund', -1, 1) * (amount <> 0)) AS sales, sum(kind = 'refund' AND amount <> 0) AS returns
     FROM booking WHERE ${REPORT_BOOKINGS} AND NOT ${IS_CORRECTION} GROUP BY actor`,
  );
  const discounts = database.prepare<ReportFilter, ReportOf["discounts"]>(
    `SELECT count(*) AS count, coalesce(sum(line.value ->> 'discount'), 0) AS amount
     FROM booking JOIN payment USING (pos_tid), json_each(payment.lines) AS line
     WHERE ${REPORT_BOOKINGS} AND +kind = 'capture' AND booking.amount = payment.amount AND NOT ${IS_CORRECTION}
       AND line.value ->> 'discount' > 0`,
  );
  return (of) => ({
    tips: tips.get(of) ?? 0,
    counts: counts.all(of),
    discounts: discounts.get(of) ?? { count: 0, amount: 0 },
  });
}

function reportsOf(database: Database) {
  const stored = (table: "z_report" | "x_report") =>
    database.prepare<[number], { content: string; through: number }>(
      `SELECT content, through FROM ${table} WHERE number = ?`,
    );
  const [zs, xs] = [stored("z_report"), stored("x_report")];
  const counted = countsInReport(database);
  const receipts = database
    .prepare("SELECT count(*) FROM receipt WHERE kind IN ('sale','capture') AND issued_at >= ? AND issued_at < ?")
    .pluck();
  const drawers = database
    .prepare("SELECT count(*) FROM journal WHERE event = 'drawer.asked' AND sequence BETWEEN ? AND ?")
    .pluck();
  const copies = database.prepare<[number, number], { count: number; amount: number | null }>(
    `SELECT count(*) AS count, sum(json_extract(receipt.model, '$.total')) AS amount
     FROM journal JOIN receipt
       ON receipt.number = CAST(substr(json_extract(data, '$.receipt'), instr(json_extract(data, '$.receipt'), '-R') + 2) AS INTEGER)
     WHERE event = 'receipt.printed' AND journal.sequence BETWEEN ? AND ? AND json_extract(data, '$.copy') > 0`,
  );
  const reader = (from: typeof zs, prefix: string) => (number: unknown) => {
    const row = typeof number === "number" ? from.get(number) : undefined;
    if (row === undefined) return null;
    const report: Report = JSON.parse(row.content);
    const { first, last } = report.journal;
    const rows: [number, number] = [first ?? 0, last ?? 0];
    const copied = copies.get(...rows);
    return {
      report,
      id: `${prefix}${number}`,
      ...counted({ period: report.period, through: row.through, currency: report.currency }),
      drawers: Number(drawers.get(...rows)),
      receipts: Number(receipts.get(Date.parse(report.from), Date.parse(report.to))),
      copies: { count: copied?.count ?? 0, amount: copied?.amount ?? 0 },
    };
  };
  return { z: reader(zs, ""), x: reader(xs, "X") };
}
