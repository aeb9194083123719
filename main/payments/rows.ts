import type { Phase } from "../../contract/phases.ts";
import type { PaymentAction, QrCode } from "../../contract/views.ts";
import type { Database } from "../store/database.ts";
import type { Outcome, OutcomeMovement } from "./outcome.ts";

/** A payment as the till keeps it. Amounts in minor units, times in ms since the epoch. */
export interface PaymentRow {
  posTid: string;
  sequence: number;
  number: string;
  action: PaymentAction;
  currency: string;
  amount: number;
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  scope: string | null;
  scopeText: string | null;
  /** Masked */
  customer: string | null;
  qr: QrCode | null;
  tid: string | null;
  outcome: Outcome | null;
  authorisedSeen: boolean;
  statusName: string | null;
  phase: Phase;
  attention: string | null;
  capturedTotal: number;
  refundedTotal: number;
  createdAt: number;
  modifiedAt: number;
}

/** The columns that change during a payment's life. */
export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | "customer"
    | "qr"
    | "tid"
    | "outcome"
    | "authorisedSeen"
    | "statusName"
    | "phase"
    | "attention"
    | "capturedTotal"
    | "refundedTotal"
  >
>;

export interface MovementRow extends OutcomeMovement {
  kind: "capture" | "refund";
  position: number;
  seenAt: number;
}

type Stored = Record<string, string | number | null>;

export interface PaymentRows {
  insert(row: PaymentRow): void;
  find(posTid: string): PaymentRow | null;
  findByTid(tid: string): PaymentRow | null;
  change(posTid: string, change: PaymentChange, at: number): void;
  inPhases(phases: readonly Phase[]): PaymentRow[];
  highestSequence(): number;
  movements(posTid: string): MovementRow[];
  /** Remembers a capture or refund the first time it is seen; later sightings keep that time. */
  addMovement(posTid: string, movement: MovementRow): void;
}

const COLUMNS: Record<keyof PaymentChange, (value: never) => Stored> = {
  customer: (value: string | null) => ({ customer: value }),
  qr: (value: QrCode | null) => ({ qr_text: value?.text ?? null, qr_kind: value?.kind ?? null }),
  tid: (value: string | null) => ({ tid: value }),
  outcome: (value: Outcome | null) => ({ outcome: value && JSON.stringify(value) }),
  authorisedSeen: (value: boolean) => ({ authorised_seen: Number(value) }),
  statusName: (value: string | null) => ({ status_name: value }),
  phase: (value: Phase) => ({ phase: value }),
  attention: (value: string | null) => ({ attention: value }),
  capturedTotal: (value: number) => ({ captured_total: value }),
  refundedTotal: (value: number) => ({ refunded_total: value }),
};

/** The `payment` and `movement` tables, as plain functions. Whoever changes rows does it in a transaction. */
export function paymentRows(database: Database): PaymentRows {
  const byPosTid = database.prepare<[string], Stored>("SELECT * FROM payment WHERE pos_tid = ?");
  const byTid = database.prepare<[string], Stored>("SELECT * FROM payment WHERE tid = ?");
  const highest = database.prepare<[], { highest: number | null }>("SELECT max(sequence) AS highest FROM payment");
  const movementsOf = database.prepare<[string], Stored>(
    "SELECT * FROM movement WHERE pos_tid = ? ORDER BY kind, position",
  );
  const insertMovement = database.prepare(
    `INSERT INTO movement (pos_tid, kind, position, id, amount, additional_amount, text, seen_at)
     VALUES (@posTid, @kind, @position, @id, @amount, @additionalAmount, @text, @seenAt)
     ON CONFLICT (pos_tid, kind, position) DO UPDATE SET
       id = excluded.id, amount = excluded.amount, additional_amount = excluded.additional_amount, text = excluded.text`,
  );
  return {
    insert: (row) => insertPayment(database, row),
    find: (posTid) => readPayment(byPosTid.get(posTid)),
    findByTid: (tid) => readPayment(byTid.get(tid)),
    change(posTid, change, at) {
      const columns: Stored = Object.assign(
        { modified_at: at },
        ...Object.entries(change).map(([name, value]) => COLUMNS[name as keyof PaymentChange](value as never)),
      );
      const assignments = Object.keys(columns).map((column) => `${column} = @${column}`);
      database
        .prepare(`UPDATE payment SET ${assignments.join(", ")} WHERE pos_tid = @posTid`)
        .run({ ...columns, posTid });
    },
    inPhases: (phases) =>
      database
        .prepare<string[], Stored>(
          `SELECT * FROM payment WHERE phase IN (${phases.map(() => "?").join(", ")}) ORDER BY sequence`,
        )
        .all(...phases)
        .map(readExisting),
    highestSequence: () => highest.get()?.highest ?? 0,
    movements: (posTid) => movementsOf.all(posTid).map(readMovement),
    addMovement: (posTid, movement) => insertMovement.run({ posTid, ...movement }),
  };
}

function insertPayment(database: Database, row: PaymentRow): void {
  const { qr, outcome, additionalEdit, authorisedSeen, ...plain } = row;
  database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, text,
         scope, scope_text, customer, qr_text, qr_kind, tid, outcome, authorised_seen, status_name, phase, attention,
         captured_total, refunded_total, created_at, modified_at)
       VALUES (@posTid, @sequence, @number, @action, @currency, @amount, @additionalAmount, @additionalEdit, @text,
         @scope, @scopeText, @customer, @qrText, @qrKind, @tid, @outcome, @authorisedSeen, @statusName, @phase, @attention,
         @capturedTotal, @refundedTotal, @createdAt, @modifiedAt)`,
    )
    .run({
      ...plain,
      additionalEdit: Number(additionalEdit),
      authorisedSeen: Number(authorisedSeen),
      qrText: qr?.text ?? null,
      qrKind: qr?.kind ?? null,
      outcome: outcome && JSON.stringify(outcome),
    });
}

function readPayment(row: Stored | undefined): PaymentRow | null {
  return row ? readExisting(row) : null;
}

/** Reads a row of `SELECT * FROM payment`. */
export function readExisting(row: Stored): PaymentRow {
  return {
    posTid: String(row.pos_tid),
    sequence: Number(row.sequence),
    number: String(row.number),
    action: row.action as PaymentAction,
    currency: String(row.currency),
    amount: Number(row.amount),
    additionalAmount: Number(row.additional_amount),
    additionalEdit: row.additional_edit === 1,
    text: textOrNull(row.text),
    scope: textOrNull(row.scope),
    scopeText: textOrNull(row.scope_text),
    customer: textOrNull(row.customer),
    qr: row.qr_text ? { text: String(row.qr_text), kind: row.qr_kind as QrCode["kind"] } : null,
    tid: textOrNull(row.tid),
    outcome: row.outcome ? JSON.parse(String(row.outcome)) : null,
    authorisedSeen: row.authorised_seen === 1,
    statusName: textOrNull(row.status_name),
    phase: row.phase as Phase,
    attention: textOrNull(row.attention),
    capturedTotal: Number(row.captured_total),
    refundedTotal: Number(row.refunded_total),
    createdAt: Number(row.created_at),
    modifiedAt: Number(row.modified_at),
  };
}

function readMovement(row: Stored): MovementRow {
  return {
    kind: row.kind as MovementRow["kind"],
    position: Number(row.position),
    id: textOrNull(row.id),
    amount: Number(row.amount),
    additionalAmount: Number(row.additional_amount),
    text: textOrNull(row.text),
    seenAt: Number(row.seen_at),
  };
}

function textOrNull(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
