/**
 * The write-ahead queue of operations. A row with its id and exact bytes is committed before the first byte is sent,
 * and the same bytes are sent until there is a response. Nothing happens twice, because the service recognises repeats
 * by id (specification 4.1 rule 4; G6, G8).
 */

import { createHash } from "node:crypto";
import type { Statement } from "better-sqlite3";
import { packReason, type Reason } from "../../../contract/reasons/reasons.ts";
import type { Stored } from "../../storage/database/columns.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { cacheRows } from "../../storage/database/row-cache.ts";
import { type BodiesAtRest, UNSEALED } from "./bodies-at-rest.ts";
import { LazyOperation } from "./lazy-operation.ts";
import type { NewOperation, OperationRow, OperatorWait, QueueState, Settlement } from "./operation.ts";

export type Operations = ReturnType<typeof operations>;

/** All columns except the bytes, which only sending needs. */
const COLUMNS = `id, pos_tid, sequence, kind, amount, additional_amount, reason, state, attempts, due_at, last_error,
  unknown_since, created_at, settled_at, sent_at, retried_at, given_up, by_rule, actor`;

/** Shifts due times after a clock change, except those set by the new clock. */
const SHIFT = `
  UPDATE operation SET due_at = due_at + @ms, not_before = not_before + @ms
  WHERE settled_at IS NULL AND (CASE WHEN @ms > 0 THEN created_at <= @now - @ms ELSE due_at > @now END)`;

const MAX_CANDIDATES = 32;

/** When an operation was last requested. Must match the index. */
const REQUESTED_AT = "max(created_at, coalesce(retried_at, 0))";

/**
 * The first unsettled operation of each payment, unless parked. A renewal overtakes a parked operation: it changes no
 * amount, and without it the authorisation may expire.
 */
const SENDABLE = `
  SELECT ${COLUMNS} FROM operation AS first
  WHERE settled_at IS NULL AND state IN ('ready','unknown')
    AND NOT (@skipUnaskedCustomers AND kind IN ('create','permission') AND unknown_since IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM operation AS earlier
      WHERE earlier.pos_tid = first.pos_tid AND earlier.sequence < first.sequence AND earlier.settled_at IS NULL
        AND NOT (first.kind = 'reauth' AND earlier.state = 'parked'))`;

/** One row per payment with an operation to send or in flight. */
const TO_SEND = `
  SELECT count(*) FROM
    (${SENDABLE} UNION ALL SELECT ${COLUMNS} FROM operation WHERE settled_at IS NULL AND state = 'sending')`;

const CREATIONS = `${SENDABLE} AND kind = 'create' AND attempts = 0 AND due_at <= @now ORDER BY due_at, created_at, sequence LIMIT ${MAX_CANDIDATES}`;

const BY_TIME = `${SENDABLE} ORDER BY due_at, created_at, sequence LIMIT ${MAX_CANDIDATES}`;

const BY_REQUEST = `
  ${SENDABLE} AND due_at <= @now
  ORDER BY (attempts = 0 OR coalesce(retried_at >= sent_at, 0)) DESC, kind = 'create' DESC, attempts,
    max(created_at, coalesce(retried_at, 0)) DESC, sequence
  LIMIT ${MAX_CANDIDATES}`;

const FOR_WAITING_OPERATOR = `
  WITH waiting AS (
    SELECT pos_tid, max(${REQUESTED_AT}) AS requested_at FROM operation AS requested
    WHERE settled_at IS NULL AND ${REQUESTED_AT} > @since AND ${REQUESTED_AT} <= @now AND by_rule = 0
      AND (in_bulk = 0 OR retried_at IS NOT NULL)
      AND NOT EXISTS (
        SELECT 1 FROM payment
        WHERE payment.pos_tid = requested.pos_tid
          AND (kind = 'create' AND taken_offline
            OR kind = 'capture' AND actor IS NULL AND action = 'SALE' AND payment.created_at < @startedAt))
    GROUP BY pos_tid)
  SELECT first.*, waiting.requested_at FROM waiting JOIN (${SENDABLE} AND due_at <= @now) AS first USING (pos_tid)
  WHERE NOT (@untried AND coalesce(first.sent_at, 0) >= waiting.requested_at)
  ORDER BY waiting.requested_at DESC, first.sequence
  LIMIT ${MAX_CANDIDATES}`;

const MARK_BULK = `
  UPDATE operation SET in_bulk = 1
  WHERE settled_at IS NULL AND pos_tid = @posTid
    AND sequence = (SELECT max(sequence) FROM operation WHERE pos_tid = @posTid)`;

const UNCONFIRMED_BULK = `
  SELECT pos_tid FROM payment CROSS JOIN operation AS last USING (pos_tid)
  WHERE unlisted = 1 AND (in_bulk = 1 OR by_rule = 1) AND retried_at IS NULL
    AND last.sequence = (SELECT max(sequence) FROM operation WHERE operation.pos_tid = payment.pos_tid)`;

const OF_MANY = `SELECT ${COLUMNS} FROM operation WHERE pos_tid IN (SELECT value FROM json_each(?)) ORDER BY pos_tid, sequence`;

/** Access to the `operation` table. Each change is one statement inside the caller's transaction. */
export function operations(database: Database, bodies: BodiesAtRest = UNSEALED) {
  const bytesOf = database.prepare<[string], StoredBytes>("SELECT body, fingerprint FROM operation WHERE id = ?");
  const bytes = (id: string) => openBytes(id, bytesOf.get(id), bodies);
  const readOperation = (row: Stored): OperationRow => new LazyOperation(row, bytes);
  const readOptional = (row: Stored | undefined) => (row ? readOperation(row) : null);
  const queue = queueStatements(database);
  const write = (change: () => unknown): void => void transact(database, change);
  const changes = changeStatements(database);
  return {
    ...nextOperations(queue, readOptional),
    ...operationReads(database, queue, readOperation),
    ...queueFigures(database),
    /** Appends an operation to its payment's queue. Commit before sending. */
    enqueue: (operation: NewOperation, now: number) =>
      write(() => changes.insert.run(storedOperation(operation, bodies, now))),
    lease(id: string, now: number): OperationRow {
      const leased = readOptional(transact(database, () => queue.leaseRow.get({ id, now })));
      if (!leased) throw new Error(`operation ${id} is not in the database`);
      return leased;
    },
    settle: (id: string, settlement: Settlement, now: number) =>
      write(() => changes.settleRow.run(storedSettlement(id, settlement, now))),
    /** Withdraws an operation that was never sent: the till itself refuses it. */
    withdraw: (id: string, because: Reason, now: number) =>
      write(() => changes.settleRow.run(storedSettlement(id, { state: "refused", because }, now))),
    /** Marks the payment's last operation as part of a bulk request: without priority unless retried. */
    markBulk: (posTid: string) => write(() => changes.markLastBulk.run({ posTid })),
    /** Returns unconfirmed payments whose last operation was part of a bulk request or from the reservation rule. */
    unconfirmedBulk: (): Set<string> => new Set(changes.unconfirmedBulkIds.all()),
    giveUp: (id: string, because: Reason, now: number) =>
      write(() => {
        changes.settleRow.run(storedSettlement(id, { state: "refused", because }, now));
        changes.markGivenUp.run(id);
      }),
    /** Parks a settled operation whose result contradicts the outcome: refused but done, or done but missing. */
    reopenParked: (id: string, because: Reason, now: number) =>
      write(() => changes.reopen.run({ id, because: packReason(because), now })),
    /** Makes an operation due now on an operator's request, and returns a parked one to the queue. */
    makeDue: (id: string, now: number) => write(() => queue.makeDueNow.run({ id, now })),
    /** Makes unanswered operations due now, or at the service's retry time. */
    makeUnknownDue: (now: number) => write(() => changes.makeUnknownRowsDue.run({ now })),
    /** Shifts due times after the wall clock was set by `ms` to `now`, so that intervals stay the same. */
    shiftDue(ms: number, now: number) {
      if (ms !== 0) write(() => changes.shift.run({ ms, now }));
    },
    /**
     * Marks operations as unknown that are stored as being sent but are not in flight, as after a start.
     * @returns the payments concerned
     */
    recover(now: number, inFlight: ReadonlySet<string> = new Set()): string[] {
      const interrupted = queue.sendingRows.all().filter(({ posTid }) => !inFlight.has(posTid));
      if (interrupted.length > 0) write(() => interrupted.map(({ id }) => queue.markUnknown.run({ now, id })));
      return interrupted.map(({ posTid }) => posTid);
    },
    /** Limits due times, which a wrong clock may have set too late. */
    clampDue: (latest: number) => write(() => changes.clamp.run({ latest })),
  };
}

function operationReads(
  database: Database,
  { byId, byPayment, unsettledRows }: ReturnType<typeof queueStatements>,
  readOperation: (row: Stored) => OperationRow,
) {
  const byPayments = database.prepare<[string], Stored>(OF_MANY);
  const cached = cacheRows<readonly OperationRow[]>(database, { table: "operation", key: "pos_tid" });
  const read = (posTid: string) => byPayment.all(posTid).map(readOperation);
  return {
    find(id: string): OperationRow | null {
      const row = byId.get(id);
      return row ? readOperation(row) : null;
    },
    ofPayment: (posTid: string): readonly OperationRow[] => cached(posTid, read),
    /** Operations by payment, read by one statement. @param posTids JSON array */
    ofPayments: (posTids: string): Map<string, OperationRow[]> =>
      Map.groupBy(byPayments.all(posTids).map(readOperation), ({ posTid }) => posTid),
    unsettled: (): OperationRow[] => unsettledRows.all().map(readOperation),
  };
}

function queueFigures(database: Database) {
  const existsNotSending = database
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM operation WHERE settled_at IS NULL AND state <> 'sending')")
    .pluck();
  const countToSend = database.prepare<[{ skipUnaskedCustomers: number }], number>(TO_SEND).pluck();
  const countParked = database.prepare<[], { parked: number }>(
    "SELECT count(*) AS parked FROM operation WHERE settled_at IS NULL AND state = 'parked'",
  );
  const countUnsettled = database.prepare<[], { depth: number; oldestAt: number | null }>(
    "SELECT count(*) AS depth, min(created_at) AS oldestAt FROM operation WHERE settled_at IS NULL",
  );
  return {
    /** Number of payments with operations to send. Parked operations, and those behind them, do not count */
    toSend: (): number => countToSend.get({ skipUnaskedCustomers: 0 }) ?? 0,
    anyNotSending: (): boolean => existsNotSending.get() === 1,
    parked: (): number => countParked.get()?.parked ?? 0,
    state: (): QueueState => countUnsettled.get() ?? { depth: 0, oldestAt: null },
  };
}

/** Returns the queries for the next operation to send, which skip payments that are busy. */
function nextOperations(
  { sendable, requested, forWaitingOperator, creations }: ReturnType<typeof queueStatements>,
  readOptional: (row: Stored | undefined) => OperationRow | null,
) {
  const readFirstFree = (statement: Statement<unknown[], Stored>, values: object, busy: ReadonlySet<string>) =>
    readOptional(busy.size === 0 ? statement.get(values) : firstFree(statement.iterate(values), busy));
  return {
    /**
     * Returns the earliest due operation that is first of its payment; it may be due later.
     * @param skipUnaskedCustomers skips requests to customers who were not asked yet, which wait while offline
     */
    nextDue: (busy: ReadonlySet<string>, skipUnaskedCustomers: boolean = false) =>
      readFirstFree(sendable, { skipUnaskedCustomers: Number(skipUnaskedCustomers) }, busy),
    /** Returns the due operation that an operator requested last and that was not sent since; creations first. */
    nextRequested: (busy: ReadonlySet<string>, skipUnaskedCustomers: boolean, now: number) =>
      readFirstFree(requested, { skipUnaskedCustomers: Number(skipUnaskedCustomers), now }, busy),
    /**
     * Returns the due operation that an operator waits for, newest first: requested between {@link OperatorWait.since} and
     * now. Payments taken offline and bulk operations are backlog and have no such priority.
     */
    nextForWaitingOperator(busy: ReadonlySet<string>, { untried, skipUnaskedCustomers, ...times }: OperatorWait) {
      const flags = { untried: Number(untried), skipUnaskedCustomers: Number(skipUnaskedCustomers) };
      return readFirstFree(forWaitingOperator, { ...times, ...flags }, busy);
    },
    /** Returns the earliest due creation that was never tried. Failing creations must not block everything else. */
    nextCreation: (busy: ReadonlySet<string>, skipUnaskedCustomers: boolean, now: number) =>
      readFirstFree(creations, { skipUnaskedCustomers: Number(skipUnaskedCustomers), now }, busy),
  };
}

/** Returns the first row of a free payment. Reads no further rows, and opens no other bodies. */
function firstFree(rows: Iterable<Stored>, busy: ReadonlySet<string>): Stored | undefined {
  for (const row of rows) if (!busy.has(String(row.pos_tid))) return row;
  return undefined;
}

function changeStatements(database: Database) {
  return {
    insert: database.prepare(INSERT),
    settleRow: database.prepare(SETTLE),
    makeUnknownRowsDue: database.prepare(
      "UPDATE operation SET due_at = min(due_at, max(@now, coalesce(not_before, 0))) WHERE settled_at IS NULL AND (state = 'unknown' OR state = 'ready' AND last_error IS NULL)",
    ),
    shift: database.prepare(SHIFT),
    reopen: database.prepare(
      "UPDATE operation SET state = 'parked', last_error = @because, settled_at = NULL, given_up = 0, unknown_since = coalesce(unknown_since, @now) WHERE id = @id AND settled_at IS NOT NULL",
    ),
    markLastBulk: database.prepare(MARK_BULK),
    unconfirmedBulkIds: database.prepare<[], string>(UNCONFIRMED_BULK).pluck(),
    markGivenUp: database.prepare("UPDATE operation SET given_up = 1 WHERE id = ?"),
    clamp: database.prepare("UPDATE operation SET due_at = @latest WHERE settled_at IS NULL AND due_at > @latest"),
  };
}

function queueStatements(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  return {
    sendable: rowsOf(BY_TIME),
    requested: rowsOf(BY_REQUEST),
    forWaitingOperator: rowsOf(FOR_WAITING_OPERATOR),
    creations: rowsOf(CREATIONS),
    byId: rowsOf(`SELECT ${COLUMNS} FROM operation WHERE id = ?`),
    byPayment: rowsOf(`SELECT ${COLUMNS} FROM operation WHERE pos_tid = ? ORDER BY sequence`),
    unsettledRows: rowsOf(`SELECT ${COLUMNS} FROM operation WHERE settled_at IS NULL ORDER BY created_at, sequence`),
    leaseRow: rowsOf(
      `UPDATE operation SET state = 'sending', attempts = attempts + 1, sent_at = @now WHERE id = @id RETURNING ${COLUMNS}`,
    ),
    sendingRows: database.prepare<[], { id: string; posTid: string }>(
      "SELECT id, pos_tid AS posTid FROM operation WHERE settled_at IS NULL AND state = 'sending'",
    ),
    markUnknown: database.prepare(
      "UPDATE operation SET state = 'unknown', due_at = @now, unknown_since = coalesce(unknown_since, @now) WHERE id = @id AND state = 'sending'",
    ),
    makeDueNow: database.prepare(
      "UPDATE operation SET due_at = @now, retried_at = @now, state = CASE state WHEN 'parked' THEN CASE WHEN unknown_since IS NULL THEN 'ready' ELSE 'unknown' END ELSE state END WHERE id = @id AND state IN ('ready','unknown','parked')",
    ),
  };
}

const INSERT = `
  INSERT INTO operation (id, pos_tid, sequence, kind, body, fingerprint, amount, additional_amount, reason, actor, by_rule, state, due_at, created_at)
  SELECT @id, @posTid, coalesce(max(sequence), 0) + 1, @kind, @body, @fingerprint, @amount, @additionalAmount, @reason, @actor, @byRule, 'ready', @now, @now
  FROM operation WHERE pos_tid = @posTid`;

function storedOperation(operation: NewOperation, bodies: BodiesAtRest, now: number) {
  const body = operation.namesCustomer ? bodies.seal(operation.id, operation.body) : operation.body;
  return {
    id: operation.id,
    posTid: operation.posTid,
    kind: operation.kind,
    body,
    fingerprint: fingerprintOf(body),
    amount: operation.amount ?? null,
    additionalAmount: operation.additionalAmount ?? null,
    reason: operation.reason ?? null,
    actor: operation.actor ?? null,
    byRule: Number(operation.byRule ?? false),
    now,
  };
}

/** SHA-256 of the stored bytes. The fingerprint of sealed bytes reveals nothing about the customer. */
function fingerprintOf(stored: Uint8Array): Buffer {
  return createHash("sha256").update(stored).digest();
}

/**
 * `unknown_since` is kept. The bytes of a settled request, which name the customer, are erased with their fingerprint.
 */
const SETTLE = `
  UPDATE operation SET state = @state, last_error = @because, due_at = coalesce(@dueAt, due_at), not_before = @notBefore, settled_at = @settledAt,
    unknown_since = CASE WHEN @state = 'unknown' THEN coalesce(unknown_since, @now) ELSE unknown_since END,
    body = CASE WHEN @settledAt IS NOT NULL AND kind IN ('create','permission') THEN x'' ELSE body END,
    fingerprint = CASE WHEN @settledAt IS NOT NULL AND kind IN ('create','permission') THEN x'' ELSE fingerprint END
  WHERE id = @id`;

function storedSettlement(id: string, settlement: Settlement, now: number) {
  const settled = settlement.state === "done" || settlement.state === "refused";
  return {
    id,
    now,
    state: settlement.state,
    because: "because" in settlement ? packReason(settlement.because) : null,
    dueAt: "dueAt" in settlement ? settlement.dueAt : null,
    notBefore: "notBefore" in settlement ? (settlement.notBefore ?? null) : null,
    settledAt: settled ? now : null,
  };
}

interface StoredBytes {
  body: Buffer;
  fingerprint: Buffer;
}

/** Opens the bytes and checks their fingerprint. */
function openBytes(id: string, stored: StoredBytes | undefined, bodies: BodiesAtRest) {
  if (stored === undefined) throw new Error(`operation ${id} is not in the database`);
  const body = bodies.open(id, stored.body);
  // Earlier versions fingerprinted the bytes before sealing.
  const matches = (bytes: Uint8Array) => fingerprintOf(bytes).equals(stored.fingerprint);
  return { body, isIntact: body.length > 0 && (matches(stored.body) || matches(body)) };
}
