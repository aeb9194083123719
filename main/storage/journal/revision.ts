/** The number by which two states of the same record are ordered. A wall clock cannot order them: it may be set back. */
import { changesOf, type Database } from "../database/database.ts";
import { REVISION_BASE, settingStore } from "../database/settings.ts";
import { asNumber } from "../database/used-numbers.ts";
import { chainEnd } from "./chain.ts";

/** How far two runs are apart for each journal entry between them: more rows than a till writes for one entry. */
const PER_ENTRY = 2 ** 21;

/** Each connection counts from where the journal ended when it was first asked. */
const starts = new WeakMap<Database, number>();

/**
 * Returns the revision of what is read now. It grows with every row that this connection writes, and does not go back
 * at a restart, because every start writes a journal entry. A restore stores how far it had come ({@link countedEntries}).
 */
export function revisionOf(database: Database): number {
  const start = starts.get(database) ?? countedEntries(database) * PER_ENTRY - changesOf(database);
  starts.set(database, start);
  return start + changesOf(database);
}

/** The number of journal entries that revisions count: with those of the databases that this one was restored over. */
export function countedEntries(database: Database): number {
  return revisionBase(database) + chainEnd(database)().entries;
}

/** The number of journal entries of the databases that this one was restored over. */
export function revisionBase(database: Database): number {
  return asNumber(settingStore(database).get(REVISION_BASE)) ?? 0;
}
