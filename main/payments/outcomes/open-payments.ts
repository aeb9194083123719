import { OPEN_PHASES } from "../../../contract/phases.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { PaymentStore } from "../store.ts";

export interface OpenPayments {
  /** Marks one payment as changed; without an id, all of them */
  change(posTid?: string): void;
  /** Returns the current payments; null when unchanged since the last call */
  readChanges(): Changes | null;
}

interface Changes {
  rows: readonly PaymentRow[];
  unheardInBulk: ReadonlySet<string>;
}

const READ_WHOLE_MS = 60_000;

/**
 * Reads all payments once, then only changed ones: of hundreds of open payments few change at a time.
 * @param owed further payments to poll in any phase
 */
export function watchOpenPayments(store: PaymentStore, clock: Clock, owed: ReadonlySet<string>): OpenPayments {
  let known: Map<string, PaymentRow> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let unheardInBulk: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  const readAll = () => {
    known = new Map(watchedRows(store, owed).map((row) => [row.posTid, row]));
    readAt = clock.monotonic();
    unheardInBulk = store.operations.unconfirmedBulk();
    return known;
  };
  const readChanged = (rows: Map<string, PaymentRow>) => {
    let isBulkStale = false;
    for (const posTid of changed) {
      const row = store.rows.find(posTid);
      isBulkStale ||= row?.unlisted === true || rows.get(posTid)?.unlisted === true;
      if (row !== null && isWatched(row, owed)) rows.set(posTid, row);
      else rows.delete(posTid);
    }
    if (isBulkStale) unheardInBulk = store.operations.unconfirmedBulk();
    return rows;
  };
  return {
    change(posTid) {
      if (posTid === undefined) known = null;
      else changed.add(posTid);
    },
    readChanges() {
      const isFresh = known !== null && clock.monotonic() - readAt < READ_WHOLE_MS;
      if (isFresh && changed.size === 0) return null;
      const rows = known !== null && isFresh ? readChanged(known) : readAll();
      changed.clear();
      return { rows: [...rows.values()], unheardInBulk };
    },
  };
}

const OPEN: ReadonlySet<PaymentRow["phase"]> = new Set(OPEN_PHASES);

/** Unconfirmed and quarantined payments are polled in any phase. */
function isWatched({ posTid, tid, phase, unlisted }: PaymentRow, owed: ReadonlySet<string>): boolean {
  return tid !== null && (OPEN.has(phase) || unlisted || owed.has(posTid));
}

function watchedRows(store: PaymentStore, owed: ReadonlySet<string>): PaymentRow[] {
  const open = store.rows.inPhases(OPEN_PHASES);
  const shown = new Set(open.map((row) => row.posTid));
  const toPoll = new Set([...store.rows.unconfirmed(), ...owed]);
  const others = [...toPoll].flatMap((posTid) => (shown.has(posTid) ? [] : (store.rows.find(posTid) ?? [])));
  return [...open, ...others].filter((row) => isWatched(row, owed));
}
