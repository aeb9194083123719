/** Caches the open payments in memory, since every loop reads them after each change. */
import { OPEN_PHASES, type Phase } from "../../contract/values/phases.ts";
import { afterRollback, type Database } from "../storage/database/database.ts";
import { afterOtherWrites, checkOtherWrites, onWrite } from "../storage/database/row-cache.ts";
import type { PaymentRow } from "./payment-row.ts";

const TABLE = { table: "payment", key: "pos_tid" };

export function openRows<R extends Pick<PaymentRow, "posTid" | "phase" | "sequence">>(
  database: Database,
  read: () => readonly R[],
  find: (posTid: string) => R | null,
) {
  const open = new Map<string, R>();
  const changedPosTids = new Set<string>();
  let isFollowing = false;
  let isLoaded = false;
  let inOrder: R[] | null = null;
  const readAll = () => {
    open.clear();
    changedPosTids.clear();
    for (const row of read()) open.set(row.posTid, row);
    isLoaded = true;
    inOrder = null;
  };
  const refresh = () => {
    if (!isLoaded) return readAll();
    if (changedPosTids.size > 0) inOrder = null;
    for (const posTid of changedPosTids) {
      const row = find(posTid);
      if (row !== null && isOpen(row.phase)) open.set(posTid, row);
      else open.delete(posTid);
    }
    changedPosTids.clear();
  };
  return {
    /** Payments in these phases by sequence; null if the cache cannot answer: read the database */
    inPhases(phases: readonly Phase[]): R[] | null {
      if (database.readonly || !phases.every(isOpen)) return null;
      if (!isFollowing) {
        if (database.inTransaction) return null;
        onWrite(database, TABLE, (posTid) => void changedPosTids.add(posTid));
        const invalidate = () => {
          isLoaded = false;
        };
        afterRollback(database, invalidate);
        afterOtherWrites(database, invalidate);
        isFollowing = true;
      }
      checkOtherWrites(database);
      refresh();
      inOrder ??= [...open.values()].sort((left, right) => left.sequence - right.sequence);
      return inOrder.filter(({ phase }) => phases.includes(phase));
    },
  };
}

function isOpen(phase: Phase): boolean {
  return (OPEN_PHASES as readonly Phase[]).includes(phase);
}
