/** The tables of slots that are off sale and of doubtful vends. Changes are made inside a transaction of the caller. */
import { packed, type Reason, unpacked } from "../../../contract/reasons.ts";
import type { OFF_SALE_STATES } from "../../../contract/vend.ts";
import type { Database } from "../../storage/database/database.ts";

/** A reason for which a slot is off sale. `since` in ms since the epoch. */
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

interface Stored extends Omit<OffSale, "because"> {
  because: string;
}

export type SlotRows = ReturnType<typeof slotRows>;

/** Which doubtful vends no longer count. */
interface Cleared {
  machine: string;
  /** The latest so many still count */
  kept?: number;
  /** Only these of them; missing: all */
  vends?: readonly string[];
  /** Vends that are still open count until they end */
  isOpenKept?: boolean;
}

/** Opens the tables. `machine` is the machine's address. */
export function slotRows(database: Database) {
  const list = database.prepare<[machine: string], Stored>(
    `SELECT slot, state, because, pos_tid AS posTid, since FROM slot_off_sale
     WHERE machine = ? AND cleared_at IS NULL ORDER BY slot, since, pos_tid`,
  );
  // The first fault says since when; the latest, why. A later report does not refill a slot or undo an operator's decision.
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
       (SELECT rowid FROM doubtful_vend WHERE machine = @machine AND is_counted = 1 ORDER BY rowid DESC LIMIT @kept)`,
  );
  return {
    /** All reasons in effect, by slot, the oldest first */
    list: (machine: string): OffSale[] => list.all(machine).map((row) => ({ ...row, because: unpacked(row.because) })),
    put: (machine: string, row: OffSale) => void put.run({ ...row, machine, because: packed(row.because) }),
    remove: (machine: string, slot: string, posTid: string) => void remove.run(machine, slot, posTid),
    /** Clears the reasons of a slot. @param vends only those of these vends */
    unblock: (machine: string, slot: string, now: number, vends?: readonly string[]) =>
      void unblock.run({ machine, slot, now, vends: jsonOrNull(vends) }),
    /** The vends that take a slot off sale, at any machine */
    blocking: (slot: string) => blocking.all(slot),
    /** Counts a vend as doubtful, once: a vend that an operator or a test vend cleared stays cleared */
    doubt: (posTid: string, machine: string, at: number) => void doubt.run(posTid, machine, at),
    /** Whether a vend is doubtful, counted or not */
    isDoubtful: (posTid: string) => isDoubtful.get(posTid) !== undefined,
    /** How many vends count as doubtful now */
    doubts: (machine: string) => doubts.get(machine) ?? 0,
    /** The vends that count as doubtful now, at any machine */
    counted: () => counted.all(),
    /** A vend is doubtful no longer: what dropped is known after all */
    settle: (posTid: string) => void settle.run(posTid),
    clear: ({ machine, kept = 0, vends, isOpenKept = false }: Cleared) =>
      void clear.run({ machine, kept, vends: jsonOrNull(vends), isOpenKept: Number(isOpenKept) }),
  };
}

const jsonOrNull = (vends?: readonly string[]) => (vends === undefined ? null : JSON.stringify(vends));
