/** The `vend` table. The caller provides the transaction for changes. */
import { z } from "zod";
import {
  UNKNOWN_DROP_RULES,
  type UnknownDropRule,
  VEND_STATES,
  type VendItem,
  type VendState,
} from "../../../contract/kiosk/vend.ts";
import { packReason, type Reason, unpackReason } from "../../../contract/reasons/reasons.ts";
import type { Database } from "../../storage/database/database.ts";
import type { SlotCount } from "../dispenser.ts";

/** A stored vend. Times in ms since the epoch, amounts in minor units. */
export interface VendRow {
  posTid: string;
  id: string;
  isDeposit: boolean;
  items: VendItem[];
  state: VendState;
  /** When the till saw the approval of a deposit without a choice */
  approvedAt: number | null;
  orderedAt: number | null;
  acceptedAt: number | null;
  refusedAt: number | null;
  /** Dropped items, from the first report or an operator; null without a report */
  report: SlotCount[] | null;
  /** When an operator reported what dropped */
  resolvedAt: number | null;
  recheckedAt: number | null;
  because: Reason | null;
  rule: UnknownDropRule | null;
  acknowledgedAt: number | null;
  /** When a backup from before its order was restored: it may have been ordered since. Set by the restore */
  restoredAt: number | null;
  machine: string | null;
  /** The rule shown to the customer for a missing report; null when unknown */
  unknownDrop: UnknownDropRule | null;
}

export type NewVend = Pick<VendRow, "posTid" | "id" | "isDeposit" | "items" | "machine" | "unknownDrop">;

export type VendChange = Partial<Omit<VendRow, "posTid" | "id" | "isDeposit" | "machine" | "unknownDrop">>;

export interface AttentionPage {
  /** Includes unanswered vends ordered before this */
  orderedBefore: number;
  after: number;
  limit: number;
}

export type VendRows = ReturnType<typeof vendRows>;

const ACTIVE_VENDS = `
  SELECT pos_tid FROM (
    SELECT pos_tid, rowid AS position FROM vend WHERE state IN ('authorising','dispensing','settling')
    UNION SELECT pos_tid, vend.rowid FROM payment INDEXED BY payment_reserved CROSS JOIN vend USING (pos_tid)
      WHERE payment.reserved > 0 AND vend.state = 'cancelled'
  ) ORDER BY position DESC`;

const NEEDS_ATTENTION = `
  FROM vend
  WHERE ((because IS NOT NULL AND acknowledged_at IS NULL)
     OR (state = 'dispensing' AND ordered_at < @orderedBefore)
     OR (state = 'authorising' AND restored_at < @orderedBefore))`;

/** Validates each column, so that a value this program never wrote is an error. */
const rowSchema = z.object({
  pos_tid: z.string(),
  id: z.string(),
  is_deposit: z.literal([0, 1]),
  items: z.string(),
  state: z.enum(VEND_STATES),
  approved_at: z.int().nullable(),
  ordered_at: z.int().nullable(),
  taken_at: z.int().nullable(),
  refused_at: z.int().nullable(),
  report: z.string().nullable(),
  resolved_at: z.int().nullable(),
  asked_again_at: z.int().nullable(),
  because: z.string().nullable(),
  rule: z.enum(UNKNOWN_DROP_RULES).nullable(),
  acknowledged_at: z.int().nullable(),
  restored_at: z.int().nullable(),
  machine: z.string().nullable(),
  unknown_drop: z.enum(UNKNOWN_DROP_RULES).nullable(),
});

const slotsSchema = z.array(z.object({ slot: z.string(), quantity: z.int() }));
const itemsSchema = z.array(
  z.object({
    productId: z.string(),
    name: z.string(),
    slot: z.string(),
    quantity: z.int(),
    unitAmount: z.int(),
    vatRate: z.int(),
  }),
);

const UPDATE_VEND = `
  UPDATE vend SET items = @items, state = @state, approved_at = @approvedAt, ordered_at = @orderedAt,
    taken_at = @acceptedAt, refused_at = @refusedAt, report = @report, resolved_at = @resolvedAt,
    asked_again_at = @recheckedAt, because = @because, rule = @rule, acknowledged_at = @acknowledgedAt,
    restored_at = @restoredAt
  WHERE pos_tid = @posTid`;

export function vendRows(database: Database) {
  const insert = database.prepare(
    `INSERT INTO vend (pos_tid, id, is_deposit, items, machine, unknown_drop, state)
     VALUES (@posTid, @id, @isDeposit, @items, @machine, @unknownDrop, 'authorising')`,
  );
  const byPosTid = database.prepare<[string]>("SELECT * FROM vend WHERE pos_tid = ?");
  const update = database.prepare(UPDATE_VEND);
  const activeVends = database.prepare<[], string>(ACTIVE_VENDS).pluck();
  const attentionPage = database.prepare<AttentionPage, { position: number }>(
    `SELECT *, rowid AS position ${NEEDS_ATTENTION} AND rowid > @after ORDER BY rowid LIMIT @limit`,
  );
  const attentionCount = database
    .prepare<{ orderedBefore: number }, number>(`SELECT count(*) ${NEEDS_ATTENTION}`)
    .pluck();
  const open = database
    .prepare<{ orderedAfter: number }, number>(
      `SELECT count(*) FROM vend WHERE (state = 'authorising' AND restored_at IS NULL)
         OR (state IN ('dispensing','settling') AND ordered_at > @orderedAfter)`,
    )
    .pluck();
  const unreadable = database
    .prepare<[], number>(
      `SELECT count(*) FROM vend WHERE because LIKE '%"vend_unreadable"%' AND acknowledged_at IS NULL`,
    )
    .pluck();
  const find = (posTid: string) => {
    const row = byPosTid.get(posTid);
    return row === undefined ? null : parseRow(row);
  };
  return {
    insert: ({ isDeposit, items, ...ids }: NewVend) =>
      void insert.run({ ...ids, isDeposit: Number(isDeposit), items: JSON.stringify(items) }),
    find,
    change(posTid: string, change: VendChange) {
      const row = find(posTid);
      if (row === null) throw new Error(`vend ${posTid} is not in the database`);
      const { isDeposit: _fixed, machine: _machine, unknownDrop: _rule, ...next } = { ...row, ...change };
      update.run({
        ...next,
        items: JSON.stringify(next.items),
        report: next.report && JSON.stringify(next.report),
        because: next.because && packReason(next.because),
      });
    },
    /** Unfinished vends, and cancelled ones whose payment has reserved money; newest first */
    listActive: (): string[] => activeVends.all(),
    /** Vends that need attention, oldest first, with their position */
    listNeedingAttention: (part: AttentionPage): { position: number; row: VendRow }[] =>
      attentionPage.all(part).map((row) => ({ position: row.position, row: parseRow(row) })),
    /** Number of vends whose customer may be at the machine: not approved yet, or ordered after this */
    countOpen: (orderedAfter: number): number => open.get({ orderedAfter }) ?? 0,
    countNeedingAttention: (orderedBefore: number): number => attentionCount.get({ orderedBefore }) ?? 0,
    countUnreadable: (): number => unreadable.get() ?? 0,
  };
}

function parseRow(stored: unknown): VendRow {
  const row = rowSchema.parse(stored);
  return {
    posTid: row.pos_tid,
    id: row.id,
    isDeposit: row.is_deposit === 1,
    items: itemsSchema.parse(JSON.parse(row.items)),
    state: row.state,
    approvedAt: row.approved_at,
    orderedAt: row.ordered_at,
    acceptedAt: row.taken_at,
    refusedAt: row.refused_at,
    report: row.report === null ? null : slotsSchema.parse(JSON.parse(row.report)),
    resolvedAt: row.resolved_at,
    recheckedAt: row.asked_again_at,
    because: row.because === null ? null : unpackReason(row.because),
    rule: row.rule,
    acknowledgedAt: row.acknowledged_at,
    restoredAt: row.restored_at,
    machine: row.machine,
    unknownDrop: row.unknown_drop,
  };
}
