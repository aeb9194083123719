import type { Arrivals, PaymentAction, QrCode } from "../../contract/payments/views.ts";
import { packReason, type Reason, unpackReason } from "../../contract/reasons/reasons.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import type { PaymentLine } from "../../contract/values/lines.ts";
import { OPEN_PHASES, type Phase } from "../../contract/values/phases.ts";
import { numberOrNull, type Stored, textOrNull } from "../storage/database/columns.ts";
import { type Database, statementOf } from "../storage/database/database.ts";
import { cacheRows } from "../storage/database/row-cache.ts";
import { RESTORED_UP_TO, UNPROVEN_UP_TO } from "../storage/database/settings.ts";
import { USED_SETTINGS } from "../storage/database/used-numbers.ts";
import { openRows } from "./open-rows.ts";
import type { Outcome } from "./outcome.ts";
import type { HeldOutcome, MovementRow, NewPayment, PaymentChange, PaymentRow } from "./payment-row.ts";

export type PaymentRows = ReturnType<typeof paymentRows>;

const COLUMNS: Record<keyof PaymentChange, (value: never) => Stored> = {
  customer: (value: string | null) => ({ customer: value }),
  lines: (value: PaymentLine[]) => ({ lines: linesText(value) }),
  matchWordsLanguage: (value: CustomerLanguage | null) => ({ words_in: value }),
  qr: (value: QrCode | null) => ({ qr_text: value?.text ?? null, qr_kind: value?.kind ?? null }),
  tid: (value: string | null) => ({ tid: value }),
  outcome: (value: Outcome | null) => ({ outcome: value && JSON.stringify(value) }),
  wasAuthorised: (value: boolean) => ({ authorised_seen: Number(value) }),
  wasEnded: (value: boolean) => ({ ended_seen: Number(value) }),
  leftAt: (value: number | null) => ({ left_at: value }),
  codeUntil: (value: number | null) => ({ code_until: value }),
  codeEndedAt: (value: number | null) => ({ code_ended_at: value }),
  attachedAt: (value: number | null) => ({ attached_at: value }),
  late: (value: string | null) => ({ late: value }),
  lateSince: (value: number | null) => ({ late_since: value }),
  isUnknownAtService: (value: boolean) => ({ disowned: Number(value) }),
  isUnreadable: (value: boolean) => ({ unreadable: Number(value) }),
  arrivals: (value: Arrivals) => ({ arrivals: JSON.stringify(value) }),
  statusName: (value: string | null) => ({ status_name: value?.toWellFormed() ?? null }),
  phase: (value: Phase) => ({ phase: value }),
  attention: (value: Reason | null) => ({ attention: value && packReason(value) }),
  capturedTotal: (value: number) => ({ captured_total: value }),
  capturedAdditional: (value: number) => ({ captured_additional: value }),
  refundedTotal: (value: number) => ({ refunded_total: value }),
  reserved: (value: number) => ({ reserved: value }),
  isUnconfirmed: (value: boolean) => ({ unlisted: Number(value) }),
  recoveredAt: (value: number | null) => ({ recovered_at: value }),
  held: (value: HeldOutcome | null) => ({ held: value && JSON.stringify(value) }),
};

/** Taken offline and waiting for a scan, which needs a connection. */
const WAITING_CODE = "phase = 'draft' AND taken_offline = 1 AND +tid IS NULL";

/**
 * Excludes requests that were sent without a response: their customer may have been asked. The plus makes SQLite use
 * the index by phase instead of `tid`, which is null for every unscanned code.
 */
const WAITING_SUMS = `
  SELECT count(*) AS count, coalesce(sum(amount + additional_amount), 0) AS amount, min(created_at) AS oldestAt
  FROM payment
  WHERE pos_tid <> @except AND ((phase = 'queued' AND NOT EXISTS (
           SELECT 1 FROM operation WHERE operation.pos_tid = payment.pos_tid AND kind = 'create'
             AND (unknown_since IS NOT NULL OR state = 'sending' AND attempts = 1)))
     OR (${WAITING_CODE}))`;

const SELECT_PAYMENT = `SELECT *,
    sequence <= (SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${RESTORED_UP_TO}') AS restored,
    sequence <= (SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${UNPROVEN_UP_TO}') AS unproven
  FROM payment`;

const BY_POS_TIDS = "pos_tid IN (SELECT value FROM json_each(?))";

function movementRows(database: Database) {
  const payments = database.prepare<[string], Stored>(`${SELECT_PAYMENT} WHERE ${BY_POS_TIDS}`);
  const movementsOfMany = database.prepare<[string], Stored>(
    `SELECT * FROM movement WHERE ${BY_POS_TIDS} ORDER BY kind, position`,
  );
  const movementsOf = database.prepare<[string], Stored>(
    "SELECT * FROM movement WHERE pos_tid = ? ORDER BY kind, position",
  );
  const insertMovement = database.prepare(
    `INSERT INTO movement (pos_tid, kind, position, id, amount, additional_amount, text, seen_at)
     VALUES (@posTid, @kind, @position, @id, @amount, @additionalAmount, @text, @seenAt)
     ON CONFLICT (pos_tid, kind, position) DO UPDATE SET
       id = excluded.id, amount = excluded.amount, additional_amount = excluded.additional_amount, text = excluded.text`,
  );
  const dropMovements = database.prepare("DELETE FROM movement WHERE pos_tid = ? AND kind = ? AND position >= ?");
  return {
    /** Payments with their movements, read by two statements. @param posTids JSON array */
    findMany(posTids: string): { row: PaymentRow; movements: MovementRow[] }[] {
      const movements = Map.groupBy(movementsOfMany.all(posTids), (row) => String(row.pos_tid));
      return payments.all(posTids).map((stored) => {
        const row = readExisting(stored);
        return { row, movements: (movements.get(row.posTid) ?? []).map(readMovement) };
      });
    },
    movements: (posTid: string): MovementRow[] => movementsOf.all(posTid).map(readMovement),
    /** Stores or updates a movement. Keeps the time of its first sighting. */
    addMovement: (posTid: string, movement: MovementRow) => void insertMovement.run({ posTid, ...movement }),
    dropMovements: (posTid: string, kind: MovementRow["kind"], from: number) =>
      void dropMovements.run(posTid, kind, from),
  };
}

export function paymentRows(database: Database) {
  const { insert, find, change } = changingRows(database);
  const open = openRows(database, () => readInPhases(database, OPEN_PHASES), find);
  const byReference = database.prepare<[string], Stored>(`${SELECT_PAYMENT} WHERE reference = ?`);
  const byAttempt = database.prepare<[string], Stored>(`${SELECT_PAYMENT} WHERE attempt = ?`);
  const byTid = database.prepare<[string], Stored>(`${SELECT_PAYMENT} WHERE tid = ?`);
  const highest = database
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(sequence) FROM payment), 0),
         coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${USED_SETTINGS.payment}'), 0))`,
    )
    .pluck();
  const inbox = database.prepare<[], Stored>(`${SELECT_PAYMENT} WHERE late IS NOT NULL ORDER BY late_since`);
  const countInbox = database.prepare<[], number>("SELECT count(*) FROM payment WHERE late IS NOT NULL").pluck();
  const waiting = database.prepare<{ except: string }, { count: number; amount: number; oldestAt: number | null }>(
    WAITING_SUMS,
  );
  const codes = database
    .prepare<[], string>(`SELECT pos_tid FROM payment WHERE ${WAITING_CODE} ORDER BY sequence`)
    .pluck();
  const all = database.prepare<[], { posTid: string }>("SELECT pos_tid AS posTid FROM payment ORDER BY sequence DESC");
  const phasesOf = database
    .prepare<[string], string>("SELECT pos_tid FROM payment WHERE phase IN (SELECT value FROM json_each(?))")
    .pluck();
  const unconfirmed = database.prepare<[], { posTid: string }>(
    "SELECT pos_tid AS posTid FROM payment WHERE unlisted = 1",
  );
  return {
    insert,
    find,
    findByTid: (tid: string): PaymentRow | null => readPayment(byTid.get(tid)),
    findByReference: (reference: string): PaymentRow | null => readPayment(byReference.get(reference)),
    findByAttempt: (attempt: string): PaymentRow | null => readPayment(byAttempt.get(attempt)),
    change,
    ...movementRows(database),
    inPhases: (phases: readonly Phase[]): PaymentRow[] => open.inPhases(phases) ?? readInPhases(database, phases),
    /** Ids only, so that an unreadable payment does not stop the others */
    posTidsIn: (phases: readonly Phase[]): string[] => phasesOf.all(JSON.stringify(phases)),
    inbox: (): PaymentRow[] => inbox.all().map(readExisting),
    inboxCount: (): number => countInbox.get() ?? 0,
    /**
     * Payments queued or taken offline whose customer was not asked yet: count, sum and the oldest.
     * @param except a `posTid` to leave out
     */
    waiting: (except: string = ""): { count: number; amount: number; oldestAt: number | null } =>
      waiting.get({ except }) ?? { count: 0, amount: 0, oldestAt: null },
    waitingCodes: (): string[] => codes.all(),
    /** Payments with an unconfirmed operation or a quarantined outcome */
    unconfirmed: (): string[] => unconfirmed.all().map((row) => row.posTid),
    allPosTids: (): string[] => all.all().map((row) => row.posTid),
    /** The last number used, also before a restore; 0 for none */
    highestSequence: (): number => highest.get() ?? 0,
  };
}

function readInPhases(database: Database, phases: readonly Phase[]): PaymentRow[] {
  const sql = `${SELECT_PAYMENT} WHERE phase IN (${phases.map(() => "?").join(", ")}) ORDER BY sequence`;
  return statementOf<string[], Stored>(database, sql)
    .all(...phases)
    .map(readExisting);
}

/** Caches rows until they are written. Updates only changed columns, since others are indexed. */
function changingRows(database: Database) {
  const byPosTid = database.prepare<[string], Stored>(`${SELECT_PAYMENT} WHERE pos_tid = ?`);
  // A commit reads its payment several times, and each loop reads all open ones.
  const cachedRows = cacheRows<ReturnType<typeof cacheEntry>>(database, { table: "payment", key: "pos_tid" });
  const read = (posTid: string) => cacheEntry(byPosTid.get(posTid));
  // The write cleared the cache, so the known row can be cached without reading it.
  const cacheRow = (posTid: string, stored: Stored | undefined) => void cachedRows(posTid, () => cacheEntry(stored));
  return {
    insert: (payment: NewPayment) => cacheRow(payment.posTid, insertPayment(database, payment)),
    find: (posTid: string): PaymentRow | null => cachedRows(posTid, read)?.row ?? null,
    change(posTid: string, change: PaymentChange, at: number) {
      const cached = cachedRows(posTid, read);
      if (cached === null) return;
      const columns = changedColumns(cached.stored, change, at);
      const names = Object.keys(columns);
      if (names.length === 0) return;
      const sql = `UPDATE payment SET ${names.map((name) => `${name} = @${name}`).join(", ")} WHERE pos_tid = @posTid`;
      statementOf<[object]>(database, sql).run({ ...columns, posTid });
      cacheRow(posTid, { ...cached.stored, ...columns });
    },
  };
}

function cacheEntry(stored: Stored | undefined): { stored: Stored; row: PaymentRow } | null {
  return stored ? { stored, row: Object.freeze(readExisting(stored)) } : null;
}

function changedColumns(stored: Stored, change: PaymentChange, at: number): Stored {
  const columns: Stored = Object.assign(
    { modified_at: at },
    ...Object.entries(change).map(([name, value]) => COLUMNS[name as keyof PaymentChange](value as never)),
  );
  for (const name of Object.keys(columns)) if (columns[name] === stored[name]) delete columns[name];
  return columns;
}

function insertPayment(
  database: Database,
  { qr, additionalEdit, lines, addresses, takenOffline, ...plain }: NewPayment,
): Stored | undefined {
  return statementOf<[object], Stored>(
    database,
    `INSERT INTO payment (pos_tid, sequence, number, reference, attempt, asked_for, action, currency, amount, additional_amount, additional_edit, text, lines,
         scope, scope_text, addresses, customer, qr_text, qr_kind, code_until, taken_offline, taken_by, register, phase, created_at, modified_at)
       VALUES (@posTid, @sequence, @number, @reference, @attempt, @requestDigest, @action, @currency, @amount, @additionalAmount, @additionalEdit, @text, @lines,
         @scope, @scopeText, @addresses, @customer, @qrText, @qrKind, @codeUntil, @takenOffline, @takenBy, @register, 'draft', @createdAt, @createdAt)
       RETURNING *`,
  ).get({
    ...plain,
    additionalEdit: Number(additionalEdit),
    lines: linesText(lines),
    addresses: Object.keys(addresses).length === 0 ? null : JSON.stringify(addresses),
    takenOffline: Number(takenOffline),
    qrText: qr?.text ?? null,
    qrKind: qr?.kind ?? null,
  });
}

function linesText(lines: readonly PaymentLine[]): string | null {
  return lines.length === 0 ? null : JSON.stringify(lines);
}

function readPayment(row: Stored | undefined): PaymentRow | null {
  return cacheEntry(row)?.row ?? null;
}

function readExisting(row: Stored): PaymentRow {
  return {
    ...readJson(row),
    posTid: String(row.pos_tid),
    sequence: Number(row.sequence),
    number: String(row.number),
    reference: textOrNull(row.reference),
    attempt: textOrNull(row.attempt),
    requestDigest: Buffer.isBuffer(row.asked_for) ? row.asked_for : null,
    action: row.action as PaymentAction,
    currency: String(row.currency),
    amount: Number(row.amount),
    additionalAmount: Number(row.additional_amount),
    additionalEdit: row.additional_edit === 1,
    text: textOrNull(row.text),
    scope: textOrNull(row.scope),
    scopeText: textOrNull(row.scope_text),
    customer: textOrNull(row.customer),
    matchWordsLanguage: row.words_in as PaymentRow["matchWordsLanguage"],
    qr: row.qr_text ? { text: String(row.qr_text), kind: row.qr_kind as QrCode["kind"] } : null,
    tid: textOrNull(row.tid),
    wasAuthorised: row.authorised_seen === 1,
    wasEnded: row.ended_seen === 1,
    leftAt: numberOrNull(row.left_at),
    codeUntil: numberOrNull(row.code_until),
    codeEndedAt: numberOrNull(row.code_ended_at),
    attachedAt: numberOrNull(row.attached_at),
    late: row.late as PaymentRow["late"],
    lateSince: numberOrNull(row.late_since),
    isUnknownAtService: row.disowned === 1,
    isUnreadable: row.unreadable === 1,
    takenOffline: row.taken_offline === 1,
    statusName: textOrNull(row.status_name),
    phase: row.phase as Phase,
    attention: row.attention === null ? null : unpackReason(String(row.attention)),
    capturedTotal: Number(row.captured_total),
    capturedAdditional: Number(row.captured_additional),
    refundedTotal: Number(row.refunded_total),
    reserved: Number(row.reserved),
    isUnconfirmed: row.unlisted === 1,
    takenBy: textOrNull(row.taken_by),
    register: textOrNull(row.register),
    recoveredAt: numberOrNull(row.recovered_at),
    hasLostOperations: numberOrNull(row.recovered_at) !== null || row.restored === 1,
    isUnproven: row.unproven === 1,
    createdAt: Number(row.created_at),
    modifiedAt: Number(row.modified_at),
  };
}

type FromJson = Pick<
  PaymentRow,
  "lines" | "addresses" | "outcome" | "arrivals" | "held" | "isDamaged" | "isIncomplete"
>;

/** Reads the JSON columns. An unreadable one counts as empty, so that one row does not stop the others. */
function readJson(row: Stored): FromJson {
  const unreadable = new Set<string>();
  const read = <T>(column: string, empty: T, isValid: (value: T & object) => boolean): T => {
    const text = row[column];
    if (!text) return empty;
    try {
      const value = JSON.parse(String(text));
      if (typeof value === "object" && value !== null && isValid(value)) return value;
    } catch {
      // Reported as `isDamaged` or `isIncomplete`.
    }
    unreadable.add(column);
    return empty;
  };
  const hasMovements = ({ captures, refunds }: Outcome) => Array.isArray(captures) && Array.isArray(refunds);
  const columns = {
    lines: read<PaymentLine[]>("lines", [], Array.isArray),
    addresses: read<PaymentRow["addresses"]>("addresses", {}, () => true),
    outcome: read<Outcome | null>("outcome", null, hasMovements),
    arrivals: read<Arrivals>("arrivals", NO_ARRIVALS, () => true),
    held: read<HeldOutcome | null>("held", null, ({ outcome }) => hasMovements(outcome)),
  };
  const isDamaged = unreadable.has("outcome") || unreadable.has("held");
  return { ...columns, isDamaged, isIncomplete: !isDamaged && unreadable.size > 0 };
}

const NO_ARRIVALS: Arrivals = { callback: 0, poll: 0, answer: 0, first: null };

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
