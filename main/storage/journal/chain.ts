/** The journal's hash chain: each row's hash covers the row and the previous hash, so that no row can change alone. */
import { hash } from "node:crypto";
import { type ChainedRow, chainedText } from "../../../contract/journal-chain.ts";
import type { JournalCheck } from "../../../contract/views.ts";
import { type Database, openToRead } from "../database/database.ts";

/** A row as it is stored. */
export interface ChainRow extends ChainedRow {
  hash: Buffer;
}

/** A place in the chain: how many rows there are up to it, and the hash of the last of them. */
export interface ChainLink {
  entries: number;
  hash: Buffer;
}

/** Before the first row. */
export const BEGINNING: ChainLink = { entries: 0, hash: Buffer.alloc(32) };

/** So many rows are read at once: a few milliseconds of work. */
const ROWS_PER_STEP = 1000;

/** The hash of a row that comes after one with the hash `previous`. */
export function chainHash(previous: Buffer, row: ChainedRow): Buffer {
  return hash("sha256", Buffer.concat([previous, Buffer.from(chainedText(row))]), "buffer");
}

/** Prepares the question for the end of the chain, as it is stored at every call. */
export function chainEnd(database: Database): () => ChainLink {
  const last = database.prepare<[], Pick<ChainRow, "sequence" | "hash">>(
    "SELECT sequence, hash FROM journal ORDER BY sequence DESC LIMIT 1",
  );
  return () => {
    const row = last.get();
    return row ? { entries: row.sequence, hash: row.hash } : BEGINNING;
  };
}

/** The place after `entries` rows, as it is stored; null when there is no such row. */
export function chainLinkAt(database: Database, entries: number): ChainLink | null {
  if (entries === 0) return BEGINNING;
  const row = database
    .prepare<[number], Pick<ChainRow, "hash">>("SELECT hash FROM journal WHERE sequence = ?")
    .get(entries);
  return row ? { entries, hash: row.hash } : null;
}

/**
 * Recomputes the chain after a place that is known to be good, in steps, so that a long journal is neither held in
 * memory nor holds up everything else.
 * @returns `entries`: how many rows were looked at, with those before the place; `firstBadAt`: the sequence number of
 * the first row that does not fit. After each step: how many rows were looked at so far
 */
export function* checkChain(database: Database, from: ChainLink = BEGINNING): Generator<number, JournalCheck> {
  const page = database.prepare<[number, number], ChainRow>(
    "SELECT * FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  let { entries, hash } = from;
  // Rows that were put before the first one fit nowhere.
  let after = from.entries === 0 ? Number.MIN_SAFE_INTEGER : from.entries;
  for (;;) {
    const rows = page.all(after, ROWS_PER_STEP);
    for (const row of rows) {
      entries += 1;
      if (row.sequence !== entries || !chainHash(hash, row).equals(row.hash)) {
        return { entries, ok: false, firstBadAt: row.sequence };
      }
      hash = row.hash;
    }
    if (rows.length < ROWS_PER_STEP) return { entries, ok: true, firstBadAt: null };
    after = entries;
    yield entries;
  }
}

/** Runs all steps at once. */
export function exhaust<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/**
 * Recomputes the chain of a database file that nobody needs to have open: it is only read.
 * @param options.alone as for {@link openToRead}
 * @throws what SQLite says when the file is no database, or has no journal
 */
export function verifyFile(path: string, { alone }: { alone: boolean }): JournalCheck {
  using reader = openToRead(path, { alone });
  return exhaust(checkChain(reader.database));
}
