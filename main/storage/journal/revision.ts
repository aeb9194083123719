/** The number by which two states of the same record are ordered. A wall clock cannot order them: it may be set back. */
import { changesOf, type Database } from "../database/database.ts";
import { chainEnd } from "./chain.ts";

/** How far two runs are apart for each journal entry between them: more rows than a till writes for one entry. */
const PER_ENTRY = 2 ** 21;

/** Each connection counts from where the journal ended when it was first asked. */
const starts = new WeakMap<Database, number>();

/**
 * Returns the revision of what is read now. It grows with every row that this connection writes, and does not go back
 * at a restart, because every start writes a journal entry. Nothing is stored for it.
 */
export function revisionOf(database: Database): number {
  const start = starts.get(database) ?? chainEnd(database)().entries * PER_ENTRY - changesOf(database);
  starts.set(database, start);
  return start + changesOf(database);
}
