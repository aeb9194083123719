/** What a file needs from other tables than the one that it goes through. */
import { createHash } from "node:crypto";
import type { Report } from "../../../contract/reports.ts";
import type { Database } from "../../store/database.ts";

/** Somebody whose name stands in the till's records. */
export interface Employee {
  id: string;
  name: string;
  role: string | null;
  /** ms since the epoch */
  since: number;
}

/** The id of whoever has this name; null: nobody was signed in. */
export type EmployeeIds = (name: unknown) => string | null;

export interface Lookups {
  /** How often the receipts of a payment's captures, or refunds, were printed */
  prints(posTid: string, kind: string): number;
  /** What a receipt is, and the number of the transaction that it is of, by its own number (`K7Q2-R00017`) */
  receipt(number: unknown): { kind: string; nr: number | null } | null;
  /** A closed period */
  report(number: unknown): ClosedPeriod | null;
}

export interface ClosedPeriod {
  report: Report;
  /** Captures with an additional amount */
  tips: number;
  /** Receipts of sales that were given out, and copies that were printed */
  receipts: number;
  copies: { count: number; amount: number };
}

/** Everybody who is, or was, at this till: who left is still in the records. @param from for names without a date */
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

/** Hops from one name to the next in the index, instead of reading every row. */
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

/** Prepares the questions. */
export function lookups(database: Database): Lookups {
  const prints = database
    .prepare(
      "SELECT coalesce(sum(prints), 0) FROM receipt WHERE pos_tid = @posTid AND CASE kind WHEN 'refund' THEN 'refund' WHEN 'sale' THEN 'capture' ELSE kind END = @kind",
    )
    .pluck();
  const receipt = database.prepare<[number], { kind: string; nr: number | null }>(
    `SELECT receipt.kind AS kind, max(nr) AS nr FROM receipt
       LEFT JOIN booking ON booking.pos_tid = receipt.pos_tid
         AND booking.kind = CASE receipt.kind WHEN 'refund' THEN 'refund' ELSE 'capture' END
       LEFT JOIN saft_transaction ON saft_transaction.booking = booking.sequence
     WHERE receipt.number = ? GROUP BY receipt.number`,
  );
  return {
    prints: (posTid, kind) => Number(prints.get({ posTid, kind })),
    receipt(number) {
      const digits = /-R(\d+)$/.exec(String(number))?.[1];
      return digits === undefined ? null : (receipt.get(Number(digits)) ?? null);
    },
    report: closedPeriods(database),
  };
}

function closedPeriods(database: Database): Lookups["report"] {
  const content = database.prepare("SELECT content FROM z_report WHERE number = ?").pluck();
  const tips = database
    .prepare(
      `SELECT count(*) FROM booking
       WHERE period <= @number AND period > coalesce((SELECT max(number) FROM z_report WHERE number < @number), 0)
         AND kind = 'capture' AND additional_amount > 0`,
    )
    .pluck();
  const receipts = database
    .prepare("SELECT count(*) FROM receipt WHERE kind IN ('sale','capture') AND issued_at >= ? AND issued_at < ?")
    .pluck();
  const copies = database.prepare<[number, number], { count: number; amount: number | null }>(
    `SELECT count(*) AS count, sum(json_extract(receipt.model, '$.total')) AS amount
     FROM journal JOIN receipt
       ON receipt.number = CAST(substr(json_extract(data, '$.receipt'), instr(json_extract(data, '$.receipt'), '-R') + 2) AS INTEGER)
     WHERE event = 'receipt.printed' AND journal.sequence BETWEEN ? AND ? AND json_extract(data, '$.copy') > 0`,
  );
  return (number) => {
    const text = typeof number === "number" ? content.get(number) : undefined;
    if (text === undefined) return null;
    const report: Report = JSON.parse(String(text));
    const { first, last } = report.journal;
    const copied = first === null || last === null ? null : copies.get(first, last);
    return {
      report,
      tips: Number(tips.get({ number })),
      receipts: Number(receipts.get(Date.parse(report.from), Date.parse(report.to))),
      copies: { count: copied?.count ?? 0, amount: copied?.amount ?? 0 },
    };
  };
}
