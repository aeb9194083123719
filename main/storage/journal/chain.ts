/** The journal's hash chain: each hash covers the row and the previous hash, so that no row can change alone. */
import { hash } from "node:crypto";
import { type ChainedRow, chainedText } from "../../../contract/journal/journal-chain.ts";
import type { JournalCheck } from "../../../contract/payments/views.ts";
import { type Database, openToRead } from "../database/database.ts";

export interface ChainRow extends ChainedRow {
  hash: Buffer;
}

/** A position in the chain: the number of rows up to it, and the last one's hash. */
export interface ChainLink {
  entries: number;
  hash: Buffer;
}

export const CHAIN_START: ChainLink = { entries: 0, hash: Buffer.alloc(32) };

const ROWS_PER_STEP = 1000;

export function chainHash(previous: Buffer, row: ChainedRow): Buffer {
  return hash("sha256", Buffer.concat([previous, Buffer.from(chainedText(row))]), "buffer");
}

/** Returns a function that reads the stored end of the chain. */
export function chainEnd(database: Database): () => ChainLink {
  const last = database.prepare<[], Pick<ChainRow, "sequence" | "hash">>(
    "SELECT sequence, hash FROM journal ORDER BY sequence DESC LIMIT 1",
  );
  return () => {
    const row = last.get();
    return row ? { entries: row.sequence, hash: row.hash } : CHAIN_START;
  };
}

/** Returns the position after `entries` rows; null when there is no such row. */
export function chainLinkAt(database: Database, entries: number): ChainLink | null {
  if (entries === 0) return CHAIN_START;
  const row = database
    .prepare<[number], Pick<ChainRow, "hash">>("SELECT hash FROM journal WHERE sequence = ?")
    .get(entries);
  return row ? { entries, hash: row.hash } : null;
}

/** Recomputes the chain from a trusted position, in steps. Yields the number of rows checked so far. */
export function* checkChain(database: Database, from: ChainLink = CHAIN_START): Generator<number, JournalCheck> {
  const page = database.prepare<[number, number], ChainRow>(
    "SELECT * FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  let { entries, hash } = from;
  // Finds rows inserted before the first one.
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

/** Runs all steps at once, and returns the result. */
export function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Recomputes the chain of a database file, read-only. Throws SQLite's error when it has no journal. */
export function verifyFile(path: string, { alone }: { alone: boolean }): JournalCheck {
  using reader = openToRead(path, { alone });
  return runToEnd(checkChain(reader.database));
}
