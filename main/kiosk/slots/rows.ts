/** The tables of slots off sale and of doubtful vends. The caller provides the transaction for changes. */

import type { OFF_SALE_STATES } from "../../../contract/kiosk/vend.ts";
import { packReason, type Reason, unpackReason } from "../../../contract/reasons/reasons.ts";
import type { Database } from "../../storage/database/database.ts";

/** A slot that is off sale, with the reason. `since` in ms since the epoch. */
export interface OffSale {
  slot: string;
  state: (typeof OFF_SALE_STATES)[number];
  because: Reason;
  /** The vend that took it off sale, or {@link TEST_VEND} */
  posTid: string;
  since: number;
}

/** The `posTid` of a test vend, which has no payment. */
export const TEST_VEND = "";

export type SlotRows = ReturnType<typeof slotRows>;

interface Cleared {
  machine: string;
  /** Number of latest doubtful vends that still count */
  keepLatest?: number;
  vends?: readonly string[];
  /** True: open vends count until they end */
  isOpenKept?: boolean;
}

/** Opens the slot tables. Parameters named `machine` are the address of the machine. */
export function slotRows(database: Database) {
  const list = database.prepare<[machine: string], Omit<OffSale, "because"> & { because: string }>(
    `SELECT slot, state, because, pos_tid AS posTid, since FROM slot_off_sale
     WHERE machine = ? AND cleared_at IS NULL ORDER BY slot, since, pos_tid`,
  );
  // Keeps the first time and the latest reason. Later reports do not refill a slot or undo an operator's decision.
  const put = database.prepare(
    `INSERT INTO slot_off_sale (machine, slot, state, because, pos_tid, since)
     VALUES (@machine, @slot, @state, @because, @posTid, @since)
     ON CONFLICT DO UPDATE SET because = excluded.because WHERE cleared_at IS NULL AND state = 'blocked'`,
  );
  const remove = database.prepare<[machine: string, slot: string, posTid: string]>(
    "DELETE FROM slot_off_sale WHERE machine = ? AND slot = ? AND pos_tid = ?",
  );
  const unblock = database.prepare<{ machine: string; slot: string; now: number; vends: string | null }>(
    `UPDATE slot_off_sale SET cleared_at = @now WHERE machine = @machine AND slot = @slot AND cleared_at IS NULL
       AND (@vends IS NULL OR pos_tid IN (SELECT value FROM json_each(@vends)))`,
  );
  const blocking = database
    .prepare<[slot: string], string>("SELECT pos_tid FROM slot_off_sale WHERE slot = ? AND cleared_at IS NULL")
    .pluck();
  const doubt = database.prepare<[posTid: string, machine: string, at: number]>(
    "INSERT INTO doubtful_vend (pos_tid, machine, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const isDoubtful = database.prepare<[string], number>("SELECT 1 FROM doubtful_vend WHERE pos_tid = ?").pluck();
  const doubts = database
    .prepare<[string], number>("SELECT count(*) FROM doubtful_vend WHERE machine = ? AND is_counted = 1")
    .pluck();
  const counted = database.prepare<[], string>("SELECT pos_tid FROM doubtful_vend WHERE is_counted = 1").pluck();
  const settle = database.prepare<[posTid: string]>("DELETE FROM doubtful_vend WHERE pos_tid = ?");
  const clear = database.prepare<Record<string, string | number | null>>(
    `UPDATE doubtful_vend SET is_counted = 0 WHERE machine = @machine AND is_counted = 1
       AND (@vends IS NULL OR pos_tid IN (SELECT value FROM json_each(@vends)))
       AND NOT (@isOpenKept AND pos_tid IN (SELECT pos_tid FROM vend WHERE state = 'dispensing')) AND rowid NOT IN
       (SELECT rowid FROM doubtful_vend WHERE machine = @machine AND is_counted = 1 ORDER BY rowid DESC LIMIT @keepLatest)`,
  );
  return {
    list: (machine: string): OffSale[] =>
      list.all(machine).map((row) => ({ ...row, because: unpackReason(row.because) })),
    put: (machine: string, row: OffSale) => void put.run({ ...row, machine, because: packReason(row.because) }),
    remove: (machine: string, slot: string, posTid: string) => void remove.run(machine, slot, posTid),
    /** Clears a slot's reasons, or only those of the given vends */
    unblock: (machine: string, slot: string, now: number, vends?: readonly string[]) =>
      void unblock.run({ machine, slot, now, vends: jsonOrNull(vends) }),
    /** Vends that keep a slot off sale, at any machine */
    vendsBlocking: (slot: string) => blocking.all(slot),
    /** Counts a vend as doubtful, once: a cleared vend stays cleared */
    markDoubtful: (posTid: string, machine: string, at: number) => void doubt.run(posTid, machine, at),
    isDoubtful: (posTid: string) => isDoubtful.get(posTid) !== undefined,
    countDoubtful: (machine: string) => doubts.get(machine) ?? 0,
    listCounted: () => counted.all(),
    /** Ends a vend's doubt once the dropped items are known */
    removeDoubt: (posTid: string) => void settle.run(posTid),
    clearDoubts: ({ machine, keepLatest = 0, vends, isOpenKept = false }: Cleared) =>
      void clear.run({ machine, keepLatest, vends: jsonOrNull(vends), isOpenKept: Number(isOpenKept) }),
  };
}

const jsonOrNull = (vends?: readonly string[]) => (vends === undefined ? null : JSON.stringify(vends));
