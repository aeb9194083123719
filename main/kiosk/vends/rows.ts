/** The `vend` table as plain functions. Changes are made inside a transaction of the caller. */
import { packed, type Reason, unpacked } from "../../../contract/reasons.ts";
import type { UnknownDropRule, VendItem, VendState } from "../../../contract/vend.ts";
import type { Database } from "../../storage/database/database.ts";
import type { SlotCount } from "../dispenser.ts";

/** A vend as the till keeps it. Times in ms since the epoch, amounts in minor units. */
export interface VendRow {
  posTid: string;
  id: string;
  isDeposit: boolean;
  items: VendItem[];
  state: VendState;
  orderedAt: number | null;
  takenAt: number | null;
  refusedAt: number | null;
  /** What dropped, as it was said first; null: it never was */
  report: SlotCount[] | null;
  askedAgainAt: number | null;
  because: Reason | null;
  rule: UnknownDropRule | null;
  acknowledgedAt: number | null;
}

export type NewVend = Pick<VendRow, "posTid" | "id" | "isDeposit" | "items">;

/** What changes during a vend's life; what is left out stays. */
export type VendChange = Partial<Omit<VendRow, "posTid" | "id" | "isDeposit">>;

export interface VendRows {
  insert(vend: NewVend): void;
  find(posTid: string): VendRow | null;
  change(posTid: string, change: VendChange): void;
  /** Those whose end is still to come, and those that ended and whose payment has late money */
  toFollow(): string[];
  /** Those that a person is to look at, the oldest first: over and not acknowledged, or ordered before this and unanswered */
  toLookAt(orderedBefore: number): VendRow[];
}

type Stored = Record<string, string | number | null>;

const FOLLOWED = `
  SELECT pos_tid FROM vend WHERE state IN ('authorising','dispensing','settling')
  UNION SELECT pos_tid FROM payment INDEXED BY payment_reserved CROSS JOIN vend USING (pos_tid)
    WHERE payment.reserved > 0 AND vend.state = 'cancelled'`;

const LOOKED_AT = `
  SELECT * FROM vend
  WHERE (because IS NOT NULL AND acknowledged_at IS NULL)
     OR (state = 'dispensing' AND ordered_at < @orderedBefore)
  ORDER BY ordered_at`;

export function vendRows(database: Database): VendRows {
  const insert = database.prepare(
    `INSERT INTO vend (pos_tid, id, is_deposit, items, state) VALUES (@posTid, @id, @isDeposit, @items, 'authorising')`,
  );
  const byPosTid = database.prepare<[string], Stored>("SELECT * FROM vend WHERE pos_tid = ?");
  const update = database.prepare(
    `UPDATE vend SET items = @items, state = @state, ordered_at = @orderedAt, taken_at = @takenAt,
       refused_at = @refusedAt, report = @report, asked_again_at = @askedAgainAt, because = @because, rule = @rule,
       acknowledged_at = @acknowledgedAt
     WHERE pos_tid = @posTid`,
  );
  const followed = database.prepare<[], string>(FOLLOWED).pluck();
  const lookedAt = database.prepare<{ orderedBefore: number }, Stored>(LOOKED_AT);
  const find = (posTid: string) => {
    const row = byPosTid.get(posTid);
    return row ? read(row) : null;
  };
  return {
    insert: ({ isDeposit, items, ...ids }) =>
      void insert.run({ ...ids, isDeposit: Number(isDeposit), items: JSON.stringify(items) }),
    find,
    change(posTid, change) {
      const row = find(posTid);
      if (row === null) throw new Error(`vend ${posTid} is not in the database`);
      const { isDeposit: _fixed, ...next } = { ...row, ...change };
      update.run({
        ...next,
        items: JSON.stringify(next.items),
        report: next.report && JSON.stringify(next.report),
        because: next.because && packed(next.because),
      });
    },
    toFollow: () => followed.all(),
    toLookAt: (orderedBefore) => lookedAt.all({ orderedBefore }).map(read),
  };
}

function read(row: Stored): VendRow {
  return {
    posTid: String(row.pos_tid),
    id: String(row.id),
    isDeposit: row.is_deposit === 1,
    items: JSON.parse(String(row.items)),
    state: row.state as VendState,
    orderedAt: numberOrNull(row.ordered_at),
    takenAt: numberOrNull(row.taken_at),
    refusedAt: numberOrNull(row.refused_at),
    report: row.report === null ? null : JSON.parse(String(row.report)),
    askedAgainAt: numberOrNull(row.asked_again_at),
    because: row.because === null ? null : unpacked(String(row.because)),
    rule: row.rule as UnknownDropRule | null,
    acknowledgedAt: numberOrNull(row.acknowledged_at),
  };
}

function numberOrNull(value: Stored[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
