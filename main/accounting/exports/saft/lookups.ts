/** Lookups of a SAF-T file in other tables than the one that it goes through. */
import { createHash } from "node:crypto";
import type { Report } from "../../../../contract/reports.ts";
import type { Database } from "../../../storage/database/database.ts";

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
  /** A closed period, by the number of its Z */
  z(number: unknown): ReportOf | null;
  /** A period as it was when somebody took an X, by that X's number */
  x(number: unknown): ReportOf | null;
}

export interface ReportOf {
  report: Report;
  /** Unique in a file, which an X and a Z with the same number may both be in */
  id: string;
  /** Captures with an additional amount */
  tips: number;
  /** Receipts of sales that were given out, and copies that were printed */
  receipts: number;
  copies: { count: number; amount: number };
  /** Lines of whole sales that something was taken off, and how much */
  discounts: { count: number; amount: number };
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
    ...reportsOf(database),
  };
}

function reportsOf(database: Database): Pick<Lookups, "z" | "x"> {
  const stored = (table: "z_report" | "x_report") =>
    database.prepare<[number], { content: string; through: number }>(
      `SELECT content, through FROM ${table} WHERE number = ?`,
    );
  const [zs, xs] = [stored("z_report"), stored("x_report")];
  const tips = database
    .prepare<{ period: number; through: number }, number>(
      `SELECT count(*) FROM booking
       WHERE sequence <= @through AND sequence > coalesce((SELECT max(through) FROM z_report WHERE number < @period), 0)
         AND kind = 'capture' AND additional_amount > 0`,
    )
    .pluck();
  const discounts = database.prepare<{ period: number; through: number }, { count: number; amount: number | null }>(
    `SELECT count(*) AS count, sum(line.value ->> 'discount') AS amount
     FROM booking JOIN payment USING (pos_tid), json_each(payment.lines) AS line
     WHERE booking.sequence <= @through
       AND booking.sequence > coalesce((SELECT max(through) FROM z_report WHERE number < @period), 0)
       AND kind = 'capture' AND booking.amount = payment.amount AND line.value ->> 'discount' > 0`,
  );
  const receipts = database
    .prepare("SELECT count(*) FROM receipt WHERE kind IN ('sale','capture') AND issued_at >= ? AND issued_at < ?")
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
    const copied = first === null || last === null ? null : copies.get(first, last);
    const taken = discounts.get({ period: report.period, through: row.through });
    return {
      report,
      id: `${prefix}${number}`,
      tips: tips.get({ period: report.period, through: row.through }) ?? 0,
      discounts: { count: taken?.count ?? 0, amount: taken?.amount ?? 0 },
      receipts: Number(receipts.get(Date.parse(report.from), Date.parse(report.to))),
      copies: { count: copied?.count ?? 0, amount: copied?.amount ?? 0 },
    };
  };
  return { z: reader(zs, ""), x: reader(xs, "X") };
}
