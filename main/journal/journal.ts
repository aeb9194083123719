import { createHash } from "node:crypto";
import type { JournalCheck } from "../../contract/views.ts";
import { canonicalJson } from "../api/json.ts";
import type { Database } from "../store/database.ts";

/** One thing that happened. `data` is plain JSON: nothing secret, customers masked. */
export interface JournalEntry {
  event: string;
  posTid?: string | null;
  /** Who did it: a person's name and role, or null for the till itself */
  actor?: string | null;
  data?: JournalData;
}

export type JournalData = Record<string, string | number | boolean | null>;

export interface JournalRow {
  sequence: number;
  at: number;
  event: string;
  posTid: string | null;
  actor: string | null;
  data: JournalData;
}

interface StoredRow {
  sequence: number;
  at: number;
  event: string;
  pos_tid: string | null;
  actor: string | null;
  data: string;
  hash: Buffer;
}

export interface Journal {
  /** Adds a row. Call it inside the transaction of what it records: both are there, or neither. */
  append(entry: JournalEntry, at: number): void;
  /** Everything that is recorded of one payment, oldest first. */
  ofPayment(posTid: string): JournalRow[];
  /** Recomputes the chain from its first row. */
  verify(): JournalCheck;
}

const BEGINNING = Buffer.alloc(32);

/** The append-only, hash-chained record of everything that happened to money, people and settings. */
export function createJournal(database: Database): Journal {
  const last = database.prepare<[], Pick<StoredRow, "sequence" | "hash">>(
    "SELECT sequence, hash FROM journal ORDER BY sequence DESC LIMIT 1",
  );
  const insert = database.prepare(
    "INSERT INTO journal (sequence, at, event, pos_tid, actor, data, hash) VALUES (@sequence, @at, @event, @pos_tid, @actor, @data, @hash)",
  );
  const byPayment = database.prepare<[string], StoredRow>("SELECT * FROM journal WHERE pos_tid = ? ORDER BY sequence");
  const all = database.prepare<[], StoredRow>("SELECT * FROM journal ORDER BY sequence");

  return {
    append(entry, at) {
      const previous = last.get();
      const row = {
        sequence: (previous?.sequence ?? 0) + 1,
        at,
        event: entry.event,
        pos_tid: entry.posTid ?? null,
        actor: entry.actor ?? null,
        data: canonicalJson(entry.data ?? {}),
      };
      insert.run({ ...row, hash: chainHash(previous?.hash ?? BEGINNING, row) });
    },
    ofPayment: (posTid) => byPayment.all(posTid).map(readRow),
    verify() {
      let previous: Buffer = BEGINNING;
      let entries = 0;
      for (const row of all.iterate()) {
        entries += 1;
        if (row.sequence !== entries || !chainHash(previous, row).equals(row.hash)) {
          return { entries, ok: false, firstBadAt: row.sequence };
        }
        previous = row.hash;
      }
      return { entries, ok: true, firstBadAt: null };
    },
  };
}

function chainHash(previous: Buffer, row: Omit<StoredRow, "hash">): Buffer {
  const { sequence, at, event, pos_tid, actor, data } = row;
  return createHash("sha256")
    .update(previous)
    .update(canonicalJson([sequence, at, event, pos_tid, actor, data]))
    .digest();
}

function readRow(row: StoredRow): JournalRow {
  return {
    sequence: row.sequence,
    at: row.at,
    event: row.event,
    posTid: row.pos_tid,
    actor: row.actor,
    data: JSON.parse(row.data),
  };
}
