import { OPEN_PHASES } from "../../../contract/values/phases.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { PaymentStore } from "../store.ts";

export type OpenPayments = ReturnType<typeof watchOpenPayments>;

const FULL_READ_INTERVAL_MS = 60_000;

/**
 * Reads all payments once, then only changed ones: of hundreds of open payments few change at a time.
 * @param requestedPolls further payments to poll in any phase
 */
export function watchOpenPayments(store: PaymentStore, clock: Clock, requestedPolls: ReadonlySet<string>) {
  let byPosTid: Map<string, PaymentRow> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let unconfirmedBulk: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  const readAll = () => {
    byPosTid = new Map(watchedRows(store, requestedPolls).map((row) => [row.posTid, row]));
    readAt = clock.monotonic();
    unconfirmedBulk = store.operations.unconfirmedBulk();
    return byPosTid;
  };
  const readChanged = (rows: Map<string, PaymentRow>) => {
    let isBulkStale = false;
    for (const posTid of changed) {
      const row = store.rows.find(posTid);
      isBulkStale ||= row?.isUnconfirmed === true || rows.get(posTid)?.isUnconfirmed === true;
      if (row !== null && isWatched(row, requestedPolls)) rows.set(posTid, row);
      else rows.delete(posTid);
    }
    if (isBulkStale) unconfirmedBulk = store.operations.unconfirmedBulk();
    return rows;
  };
  return {
    /** Marks one payment as changed; without an id, all of them */
    change(posTid?: string) {
      if (posTid === undefined) byPosTid = null;
      else changed.add(posTid);
    },
    /** Returns the current payments; null when unchanged since the last call */
    readChanges(): { rows: readonly PaymentRow[]; unconfirmedBulk: ReadonlySet<string> } | null {
      const isFresh = byPosTid !== null && clock.monotonic() - readAt < FULL_READ_INTERVAL_MS;
      if (isFresh && changed.size === 0) return null;
      const rows = byPosTid !== null && isFresh ? readChanged(byPosTid) : readAll();
      changed.clear();
      return { rows: [...rows.values()], unconfirmedBulk };
    },
  };
}

const OPEN: ReadonlySet<PaymentRow["phase"]> = new Set(OPEN_PHASES);

/** Unconfirmed and quarantined payments are polled in any phase. */
function isWatched({ posTid, tid, phase, isUnconfirmed }: PaymentRow, requestedPolls: ReadonlySet<string>): boolean {
  return tid !== null && (OPEN.has(phase) || isUnconfirmed || requestedPolls.has(posTid));
}

function watchedRows(store: PaymentStore, requestedPolls: ReadonlySet<string>): PaymentRow[] {
  const open = store.rows.inPhases(OPEN_PHASES);
  const openPosTids = new Set(open.map((row) => row.posTid));
  const toPoll = new Set([...store.rows.unconfirmed(), ...requestedPolls]);
  const others = [...toPoll].flatMap((posTid) => (openPosTids.has(posTid) ? [] : (store.rows.find(posTid) ?? [])));
  return [...open, ...others].filter((row) => isWatched(row, requestedPolls));
}
