/** The tables of slots that are off sale and of doubtful vends. Changes are made inside a transaction of the caller. */
import { packed, type Reason, unpacked } from "../../../contract/reasons.ts";
import type { OFF_SALE_STATES } from "../../../contract/vend.ts";
import type { Database } from "../../storage/database/database.ts";

/** A slot that is off sale. `since` in ms since the epoch. */
export interface OffSale {
  slot: string;
  state: (typeof OFF_SALE_STATES)[number];
  because: Reason;
  /** The vend that took it off sale */
  posTid: string | null;
  since: number;
}

interface Stored extends Omit<OffSale, "because"> {
  because: string;
}

export type SlotRows = ReturnType<typeof slotRows>;

/** Opens the tables. `machine` is where the machine is. */
export function slotRows(database: Database) {
  const list = database.prepare<[machine: string], Stored>(
    "SELECT slot, state, because, pos_tid AS posTid, since FROM slot_off_sale WHERE machine = ? ORDER BY slot",
  );
  // The first fault says since when; the latest, why.
  const put = database.prepare(
    `INSERT INTO slot_off_sale (machine, slot, state, because, pos_tid, since)
     VALUES (@machine, @slot, @state, @because, @posTid, @since)
     ON CONFLICT DO UPDATE SET state = excluded.state, because = excluded.because, pos_tid = excluded.pos_tid`,
  );
  const remove = database.prepare<[machine: string, slot: string]>(
    "DELETE FROM slot_off_sale WHERE machine = ? AND slot = ?",
  );
  const doubt = database.prepare<[posTid: string, machine: string, at: number]>(
    "INSERT INTO doubtful_vend (pos_tid, machine, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const isDoubtful = database.prepare<[string], number>("SELECT 1 FROM doubtful_vend WHERE pos_tid = ?").pluck();
  const otherDoubt = database
    .prepare<Pick<OffSale, "slot" | "posTid"> & { machine: string }, string>(
      `SELECT pos_tid FROM doubtful_vend JOIN vend USING (pos_tid), json_each(vend.items) AS item
       WHERE doubtful_vend.machine = @machine AND vend.state = 'dispensing' AND pos_tid <> @posTid
         AND item.value ->> 'slot' = @slot LIMIT 1`,
    )
    .pluck();
  const doubts = database
    .prepare<[string], number>("SELECT count(*) FROM doubtful_vend WHERE machine = ? AND is_counted = 1")
    .pluck();
  const settle = database.prepare<[posTid: string]>("DELETE FROM doubtful_vend WHERE pos_tid = ?");
  const clear = database.prepare<{ machine: string; kept: number }>(
    `UPDATE doubtful_vend SET is_counted = 0 WHERE machine = @machine AND is_counted = 1 AND rowid NOT IN
       (SELECT rowid FROM doubtful_vend WHERE machine = @machine AND is_counted = 1 ORDER BY at DESC, rowid DESC LIMIT @kept)`,
  );
  return {
    list: (machine: string): OffSale[] => list.all(machine).map((row) => ({ ...row, because: unpacked(row.because) })),
    put: (machine: string, row: OffSale) => void put.run({ ...row, machine, because: packed(row.because) }),
    remove: (machine: string, slot: string) => void remove.run(machine, slot),
    /** Counts a vend as doubtful, once; one that no longer counts stays so */
    doubt: (posTid: string, machine: string, at: number) => void doubt.run(posTid, machine, at),
    /** Whether a vend is doubtful, counted or not */
    isDoubtful: (posTid: string) => isDoubtful.get(posTid) !== undefined,
    /** Another open vend of a slot that is doubtful; null: there is none */
    otherDoubt: (machine: string, { slot, posTid }: Pick<OffSale, "slot" | "posTid">) =>
      otherDoubt.get({ machine, slot, posTid }) ?? null,
    /** How many vends count as doubtful now */
    doubts: (machine: string) => doubts.get(machine) ?? 0,
    /** A vend is doubtful no longer: what dropped is known after all */
    settle: (posTid: string) => void settle.run(posTid),
    /** None of a machine's vends counts any longer, except the latest `kept` */
    clear: (machine: string, kept: number) => void clear.run({ machine, kept }),
  };
}
