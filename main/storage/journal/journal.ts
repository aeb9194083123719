import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { JournalCheck } from "../../../contract/views.ts";
import { afterRollback, type Database } from "../database/database.ts";
import { afterOthersWrote, lookForOthers } from "../database/remembered.ts";
import { type ChainLink, type ChainRow, chainEnd, chainHash, checkChain, exhaust } from "./chain.ts";

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
  /** Hexadecimal digits */
  hash: string;
}

export interface Journal {
  /** Adds a row. Call it inside the transaction of what it records: both are there, or neither. */
  append(entry: JournalEntry, at: number): void;
  /** Everything that is recorded of one payment, oldest first. */
  ofPayment(posTid: string): JournalRow[];
  /** How many rows there are, and the hash of the last: all of them in 32 bytes. */
  head(): ChainLink;
  /** Recomputes the chain from its first row: some 5 s for a million rows, in which nothing else is done. */
  verify(): JournalCheck;
  /** The same, letting everything else have its turn in between. @param onStep told how many rows were checked so far */
  verifyAside(onStep?: (checked: number) => void): Promise<JournalCheck>;
}

/** The append-only, hash-chained record of everything that happened to money, people and settings. */
export function createJournal(database: Database): Journal {
  const insert = database.prepare(
    "INSERT INTO journal (sequence, at, event, pos_tid, actor, data, hash) VALUES (@sequence, @at, @event, @pos_tid, @actor, @data, @hash)",
  );
  const byPayment = database.prepare<[string], ChainRow>("SELECT * FROM journal WHERE pos_tid = ? ORDER BY sequence");
  const { head, goOn } = rememberedEnd(database);

  return {
    append(entry, at) {
      const last = head();
      const row = {
        sequence: last.entries + 1,
        at,
        event: entry.event,
        pos_tid: entry.posTid ?? null,
        actor: entry.actor ?? null,
        data: canonicalJson(entry.data ?? {}),
      };
      const hash = chainHash(last.hash, row);
      insert.run({ ...row, hash });
      goOn({ entries: row.sequence, hash });
    },
    ofPayment: (posTid) => byPayment.all(posTid).map(readRow),
    head,
    verify: () => exhaust(checkChain(database)),
    async verifyAside(onStep) {
      const steps = checkChain(database);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        onStep?.(step.value);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** The end of the chain as it is known, and how it goes on. */
interface RememberedEnd {
  head(): ChainLink;
  goOn(end: ChainLink): void;
}

/** One for each connection: all journals over it append to the same chain. */
const ends = new WeakMap<Database, RememberedEnd>();

/** The end of the chain, read once: a transaction appends several rows. */
function rememberedEnd(database: Database): RememberedEnd {
  const made = ends.get(database) ?? rememberEnd(database);
  ends.set(database, made);
  return made;
}

function rememberEnd(database: Database): RememberedEnd {
  const stored = chainEnd(database);
  if (database.readonly) return { head: stored, goOn: () => undefined };
  let known: ChainLink | null = null;
  const forget = () => {
    known = null;
  };
  afterRollback(database, forget);
  afterOthersWrote(database, forget);
  return {
    head() {
      lookForOthers(database);
      known ??= stored();
      return known;
    },
    goOn(end) {
      known = end;
    },
  };
}

/** A row as the rest of the till reads it. */
export function readRow(row: ChainRow): JournalRow {
  return {
    sequence: row.sequence,
    at: row.at,
    event: row.event,
    posTid: row.pos_tid,
    actor: row.actor,
    data: JSON.parse(row.data),
    hash: row.hash.toString("hex"),
  };
}
