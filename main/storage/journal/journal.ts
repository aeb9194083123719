import type { Exactly, JournalEntry, JournalValues } from "../../../contract/journal/events.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { afterRollback, type Database } from "../database/database.ts";
import { afterOtherWrites, checkOtherWrites } from "../database/row-cache.ts";
import { type ChainLink, type ChainRow, chainEnd, chainHash, checkChain, runToEnd } from "./chain.ts";

export interface JournalRow {
  sequence: number;
  at: number;
  /** Perhaps of an earlier version */
  event: string;
  posTid: string | null;
  actor: string | null;
  data: JournalValues;
  hash: string;
}

export type Journal = ReturnType<typeof createJournal>;

/** The append-only, hash-chained record of events about money, people and settings. */
export function createJournal(database: Database) {
  const insert = database.prepare(
    "INSERT INTO journal (sequence, at, event, pos_tid, actor, data, hash) VALUES (@sequence, @at, @event, @pos_tid, @actor, @data, @hash)",
  );
  const byPayment = database.prepare<[string], ChainRow>("SELECT * FROM journal WHERE pos_tid = ? ORDER BY sequence");
  const { head, advance } = rememberedEnd(database);

  return {
    /** Adds a row. Call it in the transaction that makes the recorded change. */
    append<Entry extends JournalEntry>(entry: Exactly<Entry>, at: number) {
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
      advance({ entries: row.sequence, hash });
    },
    ofPayment: (posTid: string) => byPayment.all(posTid).map(readRow),
    head,
    /** Recomputes the whole chain: about 5 s for a million rows, blocking. */
    verify: () => runToEnd(checkChain(database)),
    /** Recomputes the whole chain without blocking. */
    async verifyAsync(onStep?: (checked: number) => void) {
      const steps = checkChain(database);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        onStep?.(step.value);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

interface RememberedEnd {
  head(): ChainLink;
  advance(end: ChainLink): void;
}

/** One per connection: all its journals append to the same chain. */
const ends = new WeakMap<Database, RememberedEnd>();

function rememberedEnd(database: Database): RememberedEnd {
  const existing = ends.get(database) ?? rememberEnd(database);
  ends.set(database, existing);
  return existing;
}

function rememberEnd(database: Database): RememberedEnd {
  const stored = chainEnd(database);
  if (database.readonly) return { head: stored, advance: () => undefined };
  let lastLink: ChainLink | null = null;
  const forget = () => {
    lastLink = null;
  };
  afterRollback(database, forget);
  afterOtherWrites(database, forget);
  return {
    head() {
      checkOtherWrites(database);
      lastLink ??= stored();
      return lastLink;
    },
    advance(end) {
      lastLink = end;
    },
  };
}

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
