/**
 * The Zs as they are kept: each report as canonical JSON, with a hash over it and over the hash before, so that none
 * can be changed, taken out or put in between without every later one showing it.
 */
import { createHash } from "node:crypto";
import type { Report, ReportPage } from "../../contract/reports.ts";
import { canonicalJson } from "../api/json.ts";
import type { Database } from "../store/database.ts";
import type { Anchor } from "./journal-check.ts";

/** What is sealed: the report without its own seal. */
export type SealedContent = Omit<Report, "seal">;

/** A Z as it is stored. */
export interface StoredZ {
  number: number;
  /** ms since the epoch */
  at: number;
  /** The last booking in it */
  through: number;
  /** The last journal row in it */
  journalThrough: number;
  content: string;
  hash: Buffer;
}

export interface Seals {
  /** The latest Z; null before the first */
  latest(): StoredZ | null;
  /** The number of the open period */
  openPeriod(): number;
  /** Where the journal of the last period ended */
  anchor(): Anchor;
  /** Inside a transaction: adds the next Z. @returns its report with its seal */
  seal(content: SealedContent, marks: Pick<StoredZ, "at" | "through" | "journalThrough">): Report;
  get(number: number): Report | null;
  /** Newest first, older than `before` */
  page(before: number, limit: number): Report[];
  /** Recomputes all seals. */
  verify(): ReportPage["chain"];
}

const BEGINNING = Buffer.alloc(32);

/** The hash of a Z that comes after one with the hash `previous`. */
export function sealOf(previous: Buffer, content: string): Buffer {
  return createHash("sha256").update(previous).update(content).digest();
}

/** The `z_report` table. */
export function openSeals(database: Database): Seals {
  const columns = "number, at, through, journal_through AS journalThrough, content, hash";
  const newest = database.prepare<[], StoredZ>(`SELECT ${columns} FROM z_report ORDER BY number DESC LIMIT 1`);
  const byNumber = database.prepare<[number], StoredZ>(`SELECT ${columns} FROM z_report WHERE number = ?`);
  const older = database.prepare<[number, number], StoredZ>(
    `SELECT ${columns} FROM z_report WHERE number < ? ORDER BY number DESC LIMIT ?`,
  );
  const all = database.prepare<[], StoredZ>(`SELECT ${columns} FROM z_report ORDER BY number`);
  const insert = database.prepare<StoredZ>(
    `INSERT INTO z_report (number, at, through, journal_through, content, hash)
     VALUES (@number, @at, @through, @journalThrough, @content, @hash)`,
  );
  const hashBefore = (number: number) => (number === 1 ? BEGINNING : (byNumber.get(number - 1)?.hash ?? BEGINNING));
  const read = (row: StoredZ): Report => ({
    ...(JSON.parse(row.content) as SealedContent),
    seal: { hash: row.hash.toString("hex"), previous: hashBefore(row.number).toString("hex") },
  });
  return {
    latest: () => newest.get() ?? null,
    openPeriod: () => (newest.get()?.number ?? 0) + 1,
    anchor() {
      const last = newest.get();
      if (!last) return { through: 0, hash: null };
      return { through: last.journalThrough, hash: (JSON.parse(last.content) as Report).journal.hash };
    },
    seal(content, marks) {
      const number = (newest.get()?.number ?? 0) + 1;
      const text = canonicalJson(content);
      const row = { ...marks, number, content: text, hash: sealOf(hashBefore(number), text) };
      insert.run(row);
      return read(row);
    },
    get(number) {
      const row = byNumber.get(number);
      return row ? read(row) : null;
    },
    page: (before, limit) => older.all(before, limit).map(read),
    verify() {
      let previous: Buffer = BEGINNING;
      let entries = 0;
      for (const row of all.iterate()) {
        entries += 1;
        if (row.number !== entries || !sealOf(previous, row.content).equals(row.hash)) {
          return { entries, ok: false, firstBadAt: row.number };
        }
        previous = row.hash;
      }
      return { entries, ok: true, firstBadAt: null };
    },
  };
}
