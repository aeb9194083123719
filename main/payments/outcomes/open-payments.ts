/** The payments that the poller asks about, as they are now. */
import { OPEN_PHASES } from "../../../contract/phases.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { PaymentStore } from "../store.ts";

/** The payments that are to be asked about. */
export interface OpenPayments {
  /** This one is not as it was. None named: any of them may not be */
  change(posTid?: string): void;
  /** What there is now; null: the same as the last time */
  readChanges(): Changes | null;
}

interface Changes {
  rows: readonly PaymentRow[];
  unheardInBulk: ReadonlySet<string>;
}

/** All are read again after this, whoever says what changed. */
const READ_WHOLE_MS = 60_000;

/**
 * Reads all of them once and then those that change: a till with hundreds of open payments changes one at a time.
 * @param owed further payments that are to be asked about, whatever their phase
 */
export function followOpen(store: PaymentStore, clock: Clock, owed: ReadonlySet<string>): OpenPayments {
  let known: Map<string, PaymentRow> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let unheardInBulk: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  const readAll = () => {
    known = new Map(watchedRows(store, owed).map((row) => [row.posTid, row]));
    readAt = clock.monotonic();
    unheardInBulk = store.operations.unheardInBulk();
    return known;
  };
  const readOnly = (rows: Map<string, PaymentRow>) => {
    let isBulkStale = false;
    for (const posTid of changed) {
      const row = store.rows.find(posTid);
      isBulkStale ||= row?.unlisted === true || rows.get(posTid)?.unlisted === true;
      if (row !== null && isWatched(row, owed)) rows.set(posTid, row);
      else rows.delete(posTid);
    }
    if (isBulkStale) unheardInBulk = store.operations.unheardInBulk();
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
      const rows = known !== null && isFresh ? readOnly(known) : readAll();
      changed.clear();
      return { rows: [...rows.values()], unheardInBulk };
    },
  };
}

const OPEN: ReadonlySet<PaymentRow["phase"]> = new Set(OPEN_PHASES);

/** What is done and not listed, or held back, is asked about until it is: whatever was answered meanwhile. */
function isWatched({ posTid, tid, phase, unlisted }: PaymentRow, owed: ReadonlySet<string>): boolean {
  return tid !== null && (OPEN.has(phase) || unlisted || owed.has(posTid));
}

function watchedRows(store: PaymentStore, owed: ReadonlySet<string>): PaymentRow[] {
  const open = store.rows.inPhases(OPEN_PHASES);
  const shown = new Set(open.map((row) => row.posTid));
  const toBeHeard = new Set([...store.rows.unconfirmed(), ...owed]);
  const others = [...toBeHeard].flatMap((posTid) => (shown.has(posTid) ? [] : (store.rows.find(posTid) ?? [])));
  return [...open, ...others].filter((row) => isWatched(row, owed));
}
