/**
 * The stored Z reports. Each hash covers the canonical JSON and the previous hash, so tampering invalidates later ones.
 */
import { createHash } from "node:crypto";
import type { Report, ReportPage, SealedBookings } from "../../../contract/accounting/reports.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Anchor } from "./journal-check.ts";

export type SealedContent = Omit<Report, "seal">;

export interface StoredZ {
  number: number;
  at: number;
  through: number;
  journalThrough: number;
  content: string;
  hash: Buffer;
}

export type Seals = ReturnType<typeof openSeals>;

const GENESIS_HASH = Buffer.alloc(32);

const DEFAULT_FIELDS = {
  afterRestore: false,
  bookings: null,
  byVat: null,
  comparison: null,
  handOvers: [],
  underWay: null,
};

/** Returns a Z's hash, chained to the previous hash. */
export function sealOf(previous: Buffer, content: string): Buffer {
  return createHash("sha256").update(previous).update(content).digest();
}

export function openSeals(database: Database) {
  const { newest, byNumber, older, all, insert, open, restored } = sealStatements(database);
  const hashed = bookingsHasher(database);
  const hashBefore = (number: number) => older.get(number, 1)?.hash ?? GENESIS_HASH;
  const read = (row: StoredZ): Report => ({
    ...DEFAULT_FIELDS,
    ...(JSON.parse(row.content) as SealedContent),
    seal: { hash: row.hash.toString("hex"), previous: hashBefore(row.number).toString("hex") },
  });
  return {
    latest: (): StoredZ | null => newest.get() ?? null,
    /** The open period's number, above all Zs, including those of a database replaced by a backup */
    openPeriod: (): number => open.get() ?? 1,
    restoredSince: (): boolean => restored.get(newest.get()?.journalThrough ?? 0) !== undefined,
    openBookings: (): SealedBookings => hashed(newest.get()?.through ?? 0, Number.MAX_SAFE_INTEGER),
    anchor(): Anchor {
      const last = newest.get();
      if (!last) return { through: 0, hash: null };
      return { through: last.journalThrough, hash: (JSON.parse(last.content) as Report).journal.hash };
    },
    /** Adds the next Z inside the caller's transaction and returns its report with the seal */
    seal(content: SealedContent, marks: Pick<StoredZ, "at" | "through" | "journalThrough">): Report {
      const number = open.get() ?? 1;
      const text = canonicalJson(content);
      const row = { ...marks, number, content: text, hash: sealOf(hashBefore(number), text) };
      insert.run(row);
      return read(row);
    },
    get(number: number): Report | null {
      const row = byNumber.get(number);
      return row ? read(row) : null;
    },
    page: (before: number, limit: number): Report[] => older.all(before, limit).map(read),
    /** Verifies all seals. Numbers may be skipped only by a Z that records a restore before it. */
    verify(): ReportPage["chain"] {
      let previous: Buffer = GENESIS_HASH;
      let entries = 0;
      let last = 0;
      for (const row of all.iterate()) {
        entries += 1;
        const isConsecutive = row.number === last + 1 || (row.number > last && read(row).afterRestore);
        if (!isConsecutive || !sealOf(previous, row.content).equals(row.hash)) {
          return { entries, ok: false, firstBadAt: row.number };
        }
        [previous, last] = [row.hash, row.number];
      }
      return { entries, ok: true, firstBadAt: null };
    },
    /** Returns the first Z whose bookings differ from the sealed ones, or null */
    verifyBookings(): number | null {
      let from = 0;
      for (const row of all.all()) {
        const { bookings } = read(row);
        if (bookings !== null && hashed(from, row.through).hash !== bookings.hash) return row.number;
        from = row.through;
      }
      return null;
    },
  };
}

function sealStatements(database: Database) {
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
  const open = database.prepare<[], number>("SELECT number FROM open_period").pluck();
  const restored = database.prepare<[number]>(
    "SELECT 1 FROM journal WHERE event = 'database.restored' AND sequence > ? LIMIT 1",
  );
  return { newest, byNumber, older, all, insert, open, restored };
}

/** Returns a function of the exclusive first and inclusive last sequence. */
function bookingsHasher(database: Database): (before: number, through: number) => SealedBookings {
  const rows = database
    .prepare<[number, number], unknown[]>(
      `SELECT sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee,
         interchange_fee, actor
       FROM booking WHERE sequence > ? AND sequence <= ? ORDER BY sequence`,
    )
    .raw();
  return (before, through) => {
    const hash = createHash("sha256");
    let count = 0;
    for (const row of rows.iterate(before, through)) {
      hash.update(`${JSON.stringify(row)}\n`);
      count += 1;
    }
    return { count, hash: hash.digest("hex") };
  };
}
