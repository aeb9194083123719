/** A number that orders two states of a record. A wall clock cannot: it may be set back. */
import { changesOf, type Database } from "../database/database.ts";
import { REVISION_BASE, settingStore } from "../database/settings.ts";
import { asNumber } from "../database/used-numbers.ts";
import { chainEnd } from "./chain.ts";

/** Revisions per journal entry: more rows than a till writes for one entry. */
const PER_ENTRY = 2 ** 21;

/** Start value per connection, from the journal's length at first use. */
const starts = new WeakMap<Database, number>();

/**
 * Returns the revision of the current state. It grows with every row this connection writes, and at every start, which
 * writes a journal entry. A restore stores the previous count ({@link countedEntries}).
 */
export function revisionOf(database: Database): number {
  const start = starts.get(database) ?? countedEntries(database) * PER_ENTRY - changesOf(database);
  starts.set(database, start);
  return start + changesOf(database);
}

/** Returns the number of journal entries, those of replaced databases included. */
export function countedEntries(database: Database): number {
  return revisionBase(database) + chainEnd(database)().entries;
}

export function revisionBase(database: Database): number {
  return asNumber(settingStore(database).get(REVISION_BASE)) ?? 0;
}
