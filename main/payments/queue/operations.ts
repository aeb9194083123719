/**
 * The write-ahead queue of operations to send to the service. A row, with its id and its exact bytes, is committed before
 * the first byte is sent, and the same bytes are sent until there is an answer. That is why nothing happens twice:
 * the service knows a repeat by its ids (specification 4.1 rule 4; G6, G8).
 */

import { createHash } from "node:crypto";
import type { Statement } from "better-sqlite3";
import { packed, type Reason } from "../../../contract/reasons.ts";
import type { Stored } from "../../storage/database/columns.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { rememberRows } from "../../storage/database/remembered.ts";
import { type BodiesAtRest, UNSEALED } from "./bodies-at-rest.ts";
import type { NewOperation, OperationRow, QueueState, Settlement, WaitedFor } from "./operation.ts";
import { ReadOperation } from "./read-operation.ts";

export interface Operations {
  /** Adds an operation behind the others of its payment. Commit before anything is sent. */
  enqueue(operation: NewOperation, now: number): void;
  /**
   * The operation that is due first, first of its payment, of a payment that is not in `busy`; it may be due later.
   * @param askNobody leaves out requests that nobody was asked about yet: while offline they only wait
   */
  nextDue(busy: ReadonlySet<string>, askNobody?: boolean): OperationRow | null;
  /**
   * Of what could be sent and is due, what an operator asked for last and what was not sent since: creations first, then
   * what was tried least.
   */
  nextAsked(busy: ReadonlySet<string>, askNobody: boolean, now: number): OperationRow | null;
  /**
   * What an operator waits for and is due, newest first: the first operation of a payment of which something was asked
   * for within {@link WaitedFor.since} and now. A backlog does not come before what was pressed just now; intents that
   * were taken offline are backlog, and go out in their order, and so is what was asked of many at once.
   */
  nextWaitedFor(busy: ReadonlySet<string>, waited: WaitedFor): OperationRow | null;
  /**
   * The creation that is due first, due by now and was never tried: a customer is yet to be asked. One that was tried
   * takes its turn with the rest, so that creations which break down do not hold everything else up.
   */
  nextCreation(busy: ReadonlySet<string>, askNobody: boolean, now: number): OperationRow | null;
  /** Takes an operation to be sent now; counts the attempt. */
  lease(id: string, now: number): OperationRow;
  settle(id: string, settlement: Settlement, now: number): void;
  /** An operation that was never sent is taken back: it is refused, by the till itself. */
  withdraw(id: string, because: Reason, now: number): void;
  /** What was asked for last of this payment was asked of many at once: it has no priority, unless it is retried. */
  markBulk(posTid: string): void;
  /** Payments of which something is still to be heard, and what was done last was in bulk or by the till's rule. */
  unheardInBulk(): Set<string>;
  /** A manager gives it up. */
  giveUp(id: string, because: Reason, now: number): void;
  /**
   * What was settled is not what the service shows - a refused one was done after all, a done one is not there - and
   * waits for an operator, who may have counted on the opposite.
   */
  takeUpAgain(id: string, because: Reason, now: number): void;
  /** Due at once, whatever its schedule; a parked one is taken up again. */
  hurry(id: string, now: number): void;
  find(id: string): OperationRow | null;
  ofPayment(posTid: string): readonly OperationRow[];
  /** Of a JSON array of `posTid`s, by one statement */
  ofPayments(posTids: string): Map<string, OperationRow[]>;
  unsettled(): OperationRow[];
  /** What waits because it was not answered is due now; where the service said when it takes it again, not before that. */
  hurryUnknown(now: number): void;
  /** Nothing is due later than this: what says so was written by a clock that was wrong. */
  clampDue(latest: number): void;
  /**
   * The wall clock was set by `ms`, and it says `now`: what was due by the old one stays due after the same interval.
   */
  shiftDue(ms: number, now: number): void;
  /** Whether any is not settled and not being sent: cheaper than to look for the next one */
  anyNotSending(): boolean;
  /** How many wait for operator action */
  parked(): number;
  /** Of how many payments something is to be sent: what waits for operator action, or behind that, may do so for days */
  toSend(): number;
  /**
   * What is marked as being sent, and is not in flight: its outcome is unknown. After a start that is all of it.
   * @returns the payments concerned
   */
  recover(now: number, inFlight?: ReadonlySet<string>): string[];
  state(): QueueState;
}

/** All but the bytes to send: most of who looks at an operation asks what became of it. */
const COLUMNS = `id, pos_tid, sequence, kind, amount, additional_amount, reason, state, attempts, due_at, last_error,
  unknown_since, created_at, settled_at, sent_at, retried_at, given_up, by_rule, actor`;

/** Only what was made by the old clock: what was made since is right already. */
const SHIFT = `
  UPDATE operation SET due_at = due_at + @ms, not_before = not_before + @ms
  WHERE settled_at IS NULL AND (CASE WHEN @ms > 0 THEN created_at <= @now - @ms ELSE due_at > @now END)`;

/** More than are ever in flight at once: one of these is free, however long the queue is. */
const ENOUGH = 32;

/** When an operation was last asked for; as the index has it. */
const ASKED_AT = "max(created_at, coalesce(retried_at, 0))";

/**
 * Those that could be sent: the first unsettled operation of each payment, unless it waits for operator action. A renewal alone
 * overtakes that: it changes no amount, and without it there may be nothing left to decide about.
 */
const SENDABLE = `
  SELECT ${COLUMNS} FROM operation AS first
  WHERE settled_at IS NULL AND state IN ('ready','unknown')
    AND NOT (@askNobody AND kind IN ('create','permission') AND unknown_since IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM operation AS earlier
      WHERE earlier.pos_tid = first.pos_tid AND earlier.sequence < first.sequence AND earlier.settled_at IS NULL
        AND NOT (first.kind = 'reauth' AND earlier.state = 'parked'))`;

/** One for each payment of which anything is to be sent, or is being sent. */
const TO_SEND = `
  SELECT count(*) FROM
    (${SENDABLE} UNION ALL SELECT ${COLUMNS} FROM operation WHERE settled_at IS NULL AND state = 'sending')`;

const CREATIONS = `${SENDABLE} AND kind = 'create' AND attempts = 0 AND due_at <= @now ORDER BY due_at, created_at, sequence LIMIT ${ENOUGH}`;

const BY_TIME = `${SENDABLE} ORDER BY due_at, created_at, sequence LIMIT ${ENOUGH}`;

const BY_ASKING = `
  ${SENDABLE} AND due_at <= @now
  ORDER BY (attempts = 0 OR coalesce(retried_at >= sent_at, 0)) DESC, kind = 'create' DESC, attempts,
    max(created_at, coalesce(retried_at, 0)) DESC, sequence
  LIMIT ${ENOUGH}`;

const WAITED_FOR = `
  WITH waited AS (
    SELECT pos_tid, max(${ASKED_AT}) AS asked_at FROM operation AS wanted
    WHERE settled_at IS NULL AND ${ASKED_AT} > @since AND ${ASKED_AT} <= @now AND by_rule = 0
      AND (in_bulk = 0 OR retried_at IS NOT NULL)
      AND NOT EXISTS (
        SELECT 1 FROM payment
        WHERE payment.pos_tid = wanted.pos_tid
          AND (kind = 'create' AND taken_offline
            OR kind = 'capture' AND actor IS NULL AND action = 'SALE' AND payment.created_at < @startedAt))
    GROUP BY pos_tid)
  SELECT first.*, waited.asked_at FROM waited JOIN (${SENDABLE} AND due_at <= @now) AS first USING (pos_tid)
  WHERE NOT (@untried AND coalesce(first.sent_at, 0) >= waited.asked_at)
  ORDER BY waited.asked_at DESC, first.sequence
  LIMIT ${ENOUGH}`;

const MARK_BULK = `
  UPDATE operation SET in_bulk = 1
  WHERE settled_at IS NULL AND pos_tid = @posTid
    AND sequence = (SELECT max(sequence) FROM operation WHERE pos_tid = @posTid)`;

const UNHEARD_IN_BULK = `
  SELECT pos_tid FROM payment CROSS JOIN operation AS last USING (pos_tid)
  WHERE unlisted = 1 AND (in_bulk = 1 OR by_rule = 1) AND retried_at IS NULL
    AND last.sequence = (SELECT max(sequence) FROM operation WHERE operation.pos_tid = payment.pos_tid)`;

const OF_MANY = `SELECT ${COLUMNS} FROM operation WHERE pos_tid IN (SELECT value FROM json_each(?)) ORDER BY pos_tid, sequence`;

/** The `operation` table as plain functions; each change is one statement inside the caller's transaction. */
export function operations(database: Database, bodies: BodiesAtRest = UNSEALED): Operations {
  const bytesOf = database.prepare<[string], StoredBytes>("SELECT body, fingerprint FROM operation WHERE id = ?");
  const bytes = (id: string) => openBytes(id, bytesOf.get(id), bodies);
  const readOperation = (row: Stored) => new ReadOperation(row, bytes);
  const readOptional = (row: Stored | undefined) => (row ? readOperation(row) : null);
  const { sendable, asked, waitedFor, creations, byId, byPayment, open, begin, sending, forget, urge, count } =
    statements(database);
  const ofMany = database.prepare<[string], Stored>(OF_MANY);
  const find = (id: string) => readOptional(byId.get(id));
  // A commit looks at its payment's operations several times, and a payment is shown with them.
  const remembered = rememberRows<readonly OperationRow[]>(database, { table: "operation", key: "pos_tid" });
  const read = (posTid: string) => byPayment.all(posTid).map(readOperation);
  const free = (statement: Statement<unknown[], Stored>, values: object, busy: ReadonlySet<string>) =>
    readOptional(busy.size === 0 ? statement.get(values) : firstFree(statement.iterate(values), busy));
  const write = (change: () => unknown): void => void transact(database, change);
  const { insert, end, wakeUnknown, shift, reopen, mark, unheard, forgo, clamp, anyLeft, countToSend, countParked } =
    changeStatements(database);
  return {
    enqueue: (operation, now) => write(() => insert.run(storedOperation(operation, bodies, now))),
    nextDue: (busy, askNobody = false) => free(sendable, { askNobody: Number(askNobody) }, busy),
    nextAsked: (busy, askNobody, now) => free(asked, { askNobody: Number(askNobody), now }, busy),
    nextWaitedFor: (busy, { untried, askNobody, ...times }) =>
      free(waitedFor, { ...times, untried: Number(untried), askNobody: Number(askNobody) }, busy),
    nextCreation: (busy, askNobody, now) => free(creations, { askNobody: Number(askNobody), now }, busy),
    lease(id, now) {
      const leased = readOptional(transact(database, () => begin.get({ id, now })));
      if (!leased) throw new Error(`operation ${id} is not in the database`);
      return leased;
    },
    settle: (id, settlement, now) => write(() => end.run(storedSettlement(id, settlement, now))),
    withdraw: (id, because, now) => write(() => end.run(storedSettlement(id, { state: "refused", because }, now))),
    markBulk: (posTid) => write(() => mark.run({ posTid })),
    unheardInBulk: () => new Set(unheard.all()),
    giveUp: (id, because, now) =>
      write(() => {
        end.run(storedSettlement(id, { state: "refused", because }, now));
        forgo.run(id);
      }),
    takeUpAgain: (id, because, now) => write(() => reopen.run({ id, because: packed(because), now })),
    hurry: (id, now) => write(() => urge.run({ id, now })),
    find,
    ofPayment: (posTid) => remembered(posTid, read),
    ofPayments: (posTids) => Map.groupBy(ofMany.all(posTids).map(readOperation), ({ posTid }) => posTid),
    unsettled: () => open.all().map(readOperation),
    hurryUnknown: (now) => write(() => wakeUnknown.run({ now })),
    shiftDue(ms, now) {
      if (ms !== 0) write(() => shift.run({ ms, now }));
    },
    toSend: () => countToSend.get({ askNobody: 0 }) ?? 0,
    anyNotSending: () => anyLeft.get() === 1,
    parked: () => countParked.get()?.parked ?? 0,
    recover(now, inFlight = new Set()) {
      const stranded = sending.all().filter(({ posTid }) => !inFlight.has(posTid));
      if (stranded.length > 0) write(() => stranded.map(({ id }) => forget.run({ now, id })));
      return stranded.map(({ posTid }) => posTid);
    },
    clampDue: (latest) => write(() => clamp.run({ latest })),
    state: () => count.get() ?? { depth: 0, oldestAt: null },
  };
}

/** The first of a payment that is not busy: no more of them are read, and its body is opened only then. */
function firstFree(found: Iterable<Stored>, busy: ReadonlySet<string>): Stored | undefined {
  for (const row of found) if (!busy.has(String(row.pos_tid))) return row;
  return undefined;
}

function changeStatements(database: Database) {
  const insert = database.prepare(INSERT);
  const end = database.prepare(SETTLE);
  const wakeUnknown = database.prepare(
    "UPDATE operation SET due_at = min(due_at, max(@now, coalesce(not_before, 0))) WHERE settled_at IS NULL AND (state = 'unknown' OR state = 'ready' AND last_error IS NULL)",
  );
  const shift = database.prepare(SHIFT);
  const reopen = database.prepare(
    "UPDATE operation SET state = 'parked', last_error = @because, settled_at = NULL, given_up = 0, unknown_since = coalesce(unknown_since, @now) WHERE id = @id AND settled_at IS NOT NULL",
  );
  const mark = database.prepare(MARK_BULK);
  const unheard = database.prepare<[], string>(UNHEARD_IN_BULK).pluck();
  const forgo = database.prepare("UPDATE operation SET given_up = 1 WHERE id = ?");
  const clamp = database.prepare("UPDATE operation SET due_at = @latest WHERE settled_at IS NULL AND due_at > @latest");
  const anyLeft = database
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM operation WHERE settled_at IS NULL AND state <> 'sending')")
    .pluck();
  const countToSend = database.prepare<[{ askNobody: number }], number>(TO_SEND).pluck();
  const countParked = database.prepare<[], { parked: number }>(
    "SELECT count(*) AS parked FROM operation WHERE settled_at IS NULL AND state = 'parked'",
  );
  return { insert, end, wakeUnknown, shift, reopen, mark, unheard, forgo, clamp, anyLeft, countToSend, countParked };
}

function statements(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  const sendable = rowsOf(BY_TIME);
  const asked = rowsOf(BY_ASKING);
  const waitedFor = rowsOf(WAITED_FOR);
  const creations = rowsOf(CREATIONS);
  const byId = rowsOf(`SELECT ${COLUMNS} FROM operation WHERE id = ?`);
  const byPayment = rowsOf(`SELECT ${COLUMNS} FROM operation WHERE pos_tid = ? ORDER BY sequence`);
  const open = rowsOf(`SELECT ${COLUMNS} FROM operation WHERE settled_at IS NULL ORDER BY created_at, sequence`);
  const begin = rowsOf(
    `UPDATE operation SET state = 'sending', attempts = attempts + 1, sent_at = @now WHERE id = @id RETURNING ${COLUMNS}`,
  );
  const sending = database.prepare<[], { id: string; posTid: string }>(
    "SELECT id, pos_tid AS posTid FROM operation WHERE settled_at IS NULL AND state = 'sending'",
  );
  const forget = database.prepare(
    "UPDATE operation SET state = 'unknown', due_at = @now, unknown_since = coalesce(unknown_since, @now) WHERE id = @id AND state = 'sending'",
  );
  const urge = database.prepare(
    "UPDATE operation SET due_at = @now, retried_at = @now, state = CASE state WHEN 'parked' THEN CASE WHEN unknown_since IS NULL THEN 'ready' ELSE 'unknown' END ELSE state END WHERE id = @id AND state IN ('ready','unknown','parked')",
  );
  const count = database.prepare<[], { depth: number; oldestAt: number | null }>(
    "SELECT count(*) AS depth, min(created_at) AS oldestAt FROM operation WHERE settled_at IS NULL",
  );
  return { sendable, asked, waitedFor, creations, byId, byPayment, open, begin, sending, forget, urge, count };
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

/**
 * SHA-256 of an operation's bytes as they are stored: what is sent is what was stored. Of sealed ones it says nothing of
 * who is in them.
 */
function fingerprintOf(stored: Uint8Array): Buffer {
  return createHash("sha256").update(stored).digest();
}

/**
 * That an operation was ever unknown is kept for good. A settled request's bytes are not: they name the customer, and
 * nobody sends them again; nor is their fingerprint, which earlier versions took of the bytes that name them.
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
    because: "because" in settlement ? packed(settlement.because) : null,
    dueAt: "dueAt" in settlement ? settlement.dueAt : null,
    notBefore: "notBefore" in settlement ? (settlement.notBefore ?? null) : null,
    settledAt: settled ? now : null,
  };
}

interface StoredBytes {
  body: Buffer;
  fingerprint: Buffer;
}

/** The bytes as they go out, and whether they are those that were stored. */
function openBytes(id: string, stored: StoredBytes | undefined, bodies: BodiesAtRest) {
  if (stored === undefined) throw new Error(`operation ${id} is not in the database`);
  const body = bodies.open(id, stored.body);
  // Earlier versions took the fingerprint of the bytes that were sealed.
  const isTheirs = (bytes: Uint8Array) => fingerprintOf(bytes).equals(stored.fingerprint);
  return { body, isIntact: body.length > 0 && (isTheirs(stored.body) || isTheirs(body)) };
}
