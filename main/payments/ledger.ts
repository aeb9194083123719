/**
 * The one way in which a payment changes. Whatever happens to it - a tap, an answer, a callback, a poll - is one
 * transaction here: the change, the journal's row, the phase that follows, and what the till now does by itself.
 */

import type { Payment } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";
import { type Exchanges, exchanges } from "../evidence/exchanges.ts";
import type { Seen } from "../evidence/witness.ts";
import type { Journal } from "../journal/journal.ts";
import type { NewOperation, OperationRow, Operations } from "../queue/operations.ts";
import { type Books, createBooks } from "../reports/books.ts";
import { afterCommit, type Database, transact } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import { doneAfterAll } from "./after-all.ts";
import { canonicalBody } from "./bodies.ts";
import { assess, awaitsListing, type FollowUp } from "./lifecycle.ts";
import { newerOutcome, type Outcome } from "./outcome.ts";
import type { NewPayment, PaymentRow, PaymentRows } from "./rows.ts";
import { factsOf, paymentView } from "./view.ts";

/** How the service's word reached the till. */
export type Source = "callback" | "poll" | "answer";

export interface Ledger {
  rows: PaymentRows;
  operations: Operations;
  /** Makes a payment and what it begins with, as one transaction. @returns its `posTid` */
  begin(make: (now: number) => NewPayment, change: (row: PaymentRow, now: number) => void): string;
  /** Runs a change of one payment as one transaction, with all that follows from it; tells listeners afterwards. */
  commit<T>(posTid: string, change: (now: number) => T): T;
  /** Inside a commit: adds an operation, written to the journal. */
  enqueue(operation: NewOperation, how: { actor?: string | null; automatic?: boolean }, now: number): void;
  /**
   * Inside a commit: takes in what the service says, unless it is older than what is known.
   * @param seen how it was said: kept when it was news
   */
  takeIn(posTid: string, outcome: Outcome, source: Source, now: number, seen?: readonly Seen[]): void;
  view(posTid: string): Payment;
  journal: Journal;
  /** What was said between the till and the service, for whoever asks later what happened */
  exchanges: Exchanges;
}

export interface LedgerPorts {
  database: Database;
  clock: Clock;
  journal: Journal;
  rows: PaymentRows;
  operations: Operations;
  /** After a commit: the payment as it is now */
  onChange(payment: Payment): void;
  /** Inside a commit, at its end: what was booked in it is signed */
  sign?(now: number): void;
}

/** Makes the ledger over one database. */
export function createLedger(ports: LedgerPorts): Ledger {
  const { database, clock, journal, rows, operations } = ports;
  const books = createBooks(database);
  // A change may be part of a larger one that goes back after all: nobody has heard of it then.
  const tell = (posTid: string) => afterCommit(database, () => ports.onChange(ledger.view(posTid)));
  const ledger: Ledger = {
    rows,
    operations,
    journal,
    exchanges: exchanges(database),
    begin(make, change) {
      const posTid = transact(database, () => {
        const now = clock.now();
        const made = make(now);
        rows.insert(made);
        change(existing(rows, made.posTid), now);
        advance(ledger, books, made.posTid, now);
        ports.sign?.(now);
        return made.posTid;
      });
      tell(posTid);
      return posTid;
    },
    commit(posTid, change) {
      const value = transact(database, () => {
        const now = clock.now();
        const result = change(now);
        advance(ledger, books, posTid, now);
        ports.sign?.(now);
        return result;
      });
      tell(posTid);
      return value;
    },
    enqueue(operation, { actor = null, automatic = false }, now) {
      operations.enqueue({ ...operation, actor }, now);
      journal.append(
        {
          event: "operation.requested",
          posTid: operation.posTid,
          actor,
          data: {
            id: operation.id,
            kind: operation.kind,
            amount: operation.amount ?? null,
            additionalAmount: operation.additionalAmount ?? null,
            reason: operation.reason ?? null,
            automatic,
          },
        },
        now,
      );
    },
    takeIn(posTid, outcome, source, now, seen = []) {
      const written = journal.head().entries;
      if (!takeIn(ledger, posTid, outcome, source, now)) return;
      const tells = journal.head().entries > written ? written + 1 : null;
      ledger.exchanges.keep(seen, { posTid, journal: tells }, now);
    },
    view(posTid) {
      return paymentView(existing(rows, posTid), operations.ofPayment(posTid), rows.movements(posTid));
    },
  };
  return ledger;
}

/** Writes down what follows from the facts as they are now, and does what the till does by itself. */
function advance(ledger: Ledger, books: Books, posTid: string, now: number): void {
  const before = existing(ledger.rows, posTid);
  if (before.outcome !== null) settleCreate(ledger, posTid, now);
  takeUpAgain(ledger, before, now);
  const followUp = assess(factsOf(before, ledger.operations.ofPayment(posTid))).followUp;
  if (followUp) enqueueFollowUp(ledger, before, followUp, now);
  const operations = ledger.operations.ofPayment(posTid);
  const after = assess(factsOf(before, operations));
  ledger.rows.change(
    posTid,
    {
      phase: after.phase,
      attention: after.attention,
      capturedTotal: after.captured.amount + after.captured.additionalAmount,
      refundedTotal: after.refunded.amount + after.refunded.additionalAmount,
      late: after.late,
      lateSince: after.late === null ? null : (before.lateSince ?? now),
      reserved: after.authorisedLeft + after.authorisedAdditionalLeft,
      unlisted: awaitsListing({ outcome: before.outcome, operations }),
    },
    now,
  );
  books.follow(before, after, operations, now);
  if (after.phase !== before.phase || after.attention !== before.attention) {
    const data = { from: before.phase, to: after.phase, attention: after.attention };
    ledger.journal.append({ event: "phase.changed", posTid, data }, now);
  }
  if (after.late !== null && before.late === null) {
    ledger.journal.append({ event: "payment.late", posTid, data: { because: after.late } }, now);
  }
}

/** A payment that the service speaks of was created, whatever became of the answer: nothing waits behind that any more. */
function settleCreate({ operations, journal }: Ledger, posTid: string, now: number): void {
  const create = operations.ofPayment(posTid).find((operation) => operation.kind === "create");
  if (create?.state !== "unknown" && create?.state !== "ready" && create?.state !== "parked") return;
  operations.settle(create.id, { state: "done" }, now);
  const { id, kind, attempts } = create;
  journal.append(
    { event: "operation.done", posTid, data: { id, kind, attempts, because: "The service has this payment." } },
    now,
  );
}

/** What was given up or refused, and the service did all the same, waits for a person: it shows in the queue. */
function takeUpAgain({ operations, journal }: Ledger, { posTid, outcome }: PaymentRow, now: number): void {
  for (const { id, kind, because } of doneAfterAll(operations.ofPayment(posTid), outcome)) {
    operations.takeUpAgain(id, because, now);
    journal.append({ event: "operation.parked", posTid, data: { id, kind, because } }, now);
  }
}

function enqueueFollowUp(ledger: Ledger, row: PaymentRow, followUp: FollowUp, now: number): void {
  const id = randomIdentifier(20);
  const amounts =
    followUp.kind === "capture" ? { amount: followUp.amount, additionalAmount: followUp.additionalAmount } : {};
  const body = canonicalBody({ kind: followUp.kind, id, currency: row.currency, ...amounts });
  ledger.enqueue({ id, posTid: row.posTid, kind: followUp.kind, body, ...amounts }, { automatic: true }, now);
}

/** @returns whether it was news */
function takeIn(ledger: Ledger, posTid: string, outcome: Outcome, source: Source, now: number): boolean {
  const { rows, journal } = ledger;
  const before = existing(rows, posTid);
  const newest = before.outcome ? newerOutcome(outcome, before.outcome) : outcome;
  const isNews = newest === outcome && JSON.stringify(before.outcome) !== JSON.stringify(outcome);
  rows.change(
    posTid,
    {
      // A callback can overtake the answer to the create: then it is the first to name the tid.
      tid: before.tid ?? outcome.tid,
      outcome: newest,
      customer: before.customer ?? newest.customer,
      // Old news still tells what once was: these only ever become true, in whatever order they are heard.
      authorisedSeen: before.authorisedSeen || outcome.status === "auth",
      endedSeen: before.endedSeen || outcome.status === "fail",
      disowned: false,
      arrivals: isNews ? { ...before.arrivals, [source]: before.arrivals[source] + 1, first: source } : before.arrivals,
    },
    now,
  );
  if (!isNews) return false;
  if (outcome.status !== before.outcome?.status || outcome.statusCode !== before.outcome?.statusCode) {
    const data = { statusCode: outcome.statusCode, source, customer: outcome.customer };
    journal.append({ event: `outcome.${outcome.status}`, posTid, data }, now);
  }
  rememberMovements(ledger, posTid, outcome, now);
  return true;
}

function rememberMovements(ledger: Ledger, posTid: string, outcome: Outcome, now: number): void {
  const known = ledger.rows.movements(posTid);
  for (const kind of ["capture", "refund"] as const) {
    const listed = kind === "capture" ? outcome.captures : outcome.refunds;
    for (const [position, movement] of listed.entries()) {
      const seen = known.some((other) => other.kind === kind && other.position === position);
      ledger.rows.addMovement(posTid, { kind, position, ...movement, seenAt: now });
      if (seen) continue;
      const { id, amount, additionalAmount } = movement;
      ledger.journal.append(
        {
          event: `money.${kind === "capture" ? "captured" : "refunded"}`,
          posTid,
          data: { id, amount, additionalAmount },
        },
        now,
      );
    }
  }
}

function existing(rows: PaymentRows, posTid: string): PaymentRow {
  const row = rows.find(posTid);
  if (!row) throw new Error(`payment ${posTid} is not in the database`);
  return row;
}

/** The payment's operations, for those who look for one of a kind. */
export function operationOf(ledger: Ledger, posTid: string, kind: OperationRow["kind"]): OperationRow | undefined {
  return ledger.operations.ofPayment(posTid).findLast((operation) => operation.kind === kind);
}
