/**
 * The only way to change a payment. Each change is one transaction with its journal entry, phase and automatic step.
 */

import type { JournalEntry } from "../../contract/journal/events.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { packReason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { StorageContext } from "../storage/context.ts";
import { afterCommit, transact } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import type { Journal } from "../storage/journal/journal.ts";
import { canonicalBody } from "./bodies.ts";
import { doneAfterRefusal } from "./done-after-refusal.ts";
import { type Exchanges, exchanges } from "./exchanges/exchanges.ts";
import type { RecordedExchange } from "./exchanges/recorder.ts";
import { completeOutcome } from "./incomplete-outcome.ts";
import { type Assessment, assess, type FollowUp } from "./lifecycle.ts";
import { endsWithoutMoney, isOperationConfirmed, unconfirmedOperations } from "./listing.ts";
import { storeMovements } from "./movements.ts";
import { grantOf, type Outcome, type Source } from "./outcome.ts";
import type { HeldOutcome, NewPayment, PaymentRow } from "./payment-row.ts";
import type { Permissions } from "./permissions.ts";
import { assessOutcome, BELIEVED_AFTER_REPEATS } from "./plausibility.ts";
import { actionsOf, createPollTickets, type PollTicket } from "./poll-tickets.ts";
import { endQuarantine, quarantine, type ReceivedOutcome } from "./quarantine.ts";
import type { NewOperation, OperationRow } from "./queue/operation.ts";
import type { Operations } from "./queue/operations.ts";
import type { PaymentRows } from "./rows.ts";
import { factsOf } from "./view.ts";
import { manyViews, paymentViews, requirePayment, type ViewPorts } from "./views.ts";

export interface PaymentStore {
  rows: PaymentRows;
  operations: Operations;
  /** Creates a payment and its first operations in one transaction. @returns its `posTid` */
  create(make: (now: number) => NewPayment, change: (row: PaymentRow, now: number) => void): string;
  /** Runs a change and its consequences in one transaction. Notifies listeners afterwards. */
  commit<T>(posTid: string, change: (now: number) => T): T;
  enqueue(
    operation: NewOperation,
    how: { actor?: string | null; approvedBy?: string | null; automatic?: boolean },
    now: number,
  ): void;
  /** Fills the missing parts of an outcome from known data (2.3). */
  complete(posTid: string, outcome: Outcome): Outcome;
  /** True if the outcome has news about the payment's permission. */
  hasPermissionNews(posTid: string, outcome: Outcome): boolean;
  /** Call before polling an outcome: the response is news only if nothing was done since. */
  openPoll(posTid: string): PollTicket;
  /**
   * Applies an outcome inside a commit, unless it is outdated. An implausible outcome is quarantined until the service
   * repeats it (`plausibility.ts`).
   * @param source a callback can be of any time (G19); all others answer a poll
   * @param recorded the API exchanges, stored if the outcome was news
   * @param ticket the poll that it answers
   */
  applyOutcome(
    posTid: string,
    outcome: Outcome,
    source: Source,
    now: number,
    recorded?: readonly RecordedExchange[],
    ticket?: PollTicket,
  ): AppliedOutcome;
  view(posTid: string): Payment;
  /** Views in the given order, read by as many statements as one */
  views(posTids: readonly string[]): Payment[];
  journal: Journal;
  exchanges: Exchanges;
}

/** How an outcome was applied. `shouldPoll`: poll the service again. */
export interface AppliedOutcome {
  result: "applied" | "unchanged" | "outdated" | "quarantined";
  shouldPoll: boolean;
}

/** True if the outcome may settle an operation: neither quarantined nor outdated. */
export function isTrusted({ result }: AppliedOutcome): boolean {
  return result === "applied" || result === "unchanged";
}

export interface Bookings {
  /** Books the difference between a payment's state and its earlier bookings, inside a commit. */
  follow(payment: PaymentRow, assessment: Assessment, operations: readonly OperationRow[], now: number): void;
}

export interface PaymentStorePorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  rows: PaymentRows;
  operations: Operations;
  bookings: Bookings;
  vendOf?: ViewPorts["vendOf"];
  permissions?: Pick<Permissions, "applyPermissionOutcome" | "follow" | "isWanted" | "view">;
  onChange(payment: Payment): void;
}

/** Creates the payment store: each change is one transaction with its operations, bookings and journal entries. */
export function createPaymentStore(ports: PaymentStorePorts): PaymentStore {
  const { database, clock, journal, rows, operations, bookings } = ports;
  const tickets = createPollTickets();
  // Published only after the outermost transaction commits.
  const publishChange = (posTid: string) => afterCommit(database, () => ports.onChange(store.view(posTid)));
  const runChange = <T>(change: (now: number) => { posTid: string; value: T }): T => {
    const { posTid, value } = transact(database, () => {
      const now = clock.now();
      const changed = change(now);
      advance(store, bookings, changed.posTid, now);
      const { phase, scope } = requirePayment(rows, changed.posTid);
      if (scope !== null) ports.permissions?.follow(changed.posTid, phase, now);
      return changed;
    });
    publishChange(posTid);
    return value;
  };
  const store: PaymentStore = {
    rows,
    operations,
    journal,
    exchanges: exchanges(database),
    create: (make, change) =>
      runChange((now) => {
        const payment = make(now);
        const { posTid } = payment;
        rows.insert(payment);
        change(requirePayment(rows, posTid), now);
        return { posTid, value: posTid };
      }),
    commit: (posTid, change) => runChange((now) => ({ posTid, value: change(now) })),
    enqueue: (operation, by, now) => enqueueOperation(store, operation, by, now),
    complete: (posTid, outcome) =>
      completeOutcome(outcome, factsOf(requirePayment(rows, posTid), operations.ofPayment(posTid))),
    hasPermissionNews: (posTid, outcome) => grantOf(outcome) !== null && ports.permissions?.isWanted(posTid) === true,
    openPoll: (posTid) => tickets.issue(actionsOf(operations.ofPayment(posTid))),
    applyOutcome(posTid, outcome, source, now, recorded = [], ticket = undefined) {
      if (ticket && tickets.isOutdated(posTid, ticket, actionsOf(operations.ofPayment(posTid))))
        return { result: "outdated", shouldPoll: true };
      const entriesBefore = journal.head().entries;
      const completed = store.complete(posTid, outcome);
      const received = { outcome: completed, source, ordered: ticket !== undefined || source !== "callback" };
      const applied = assessAndStore(store, posTid, received, now);
      if (isTrusted(applied)) ports.permissions?.applyPermissionOutcome(posTid, grantOf(outcome), now);
      if (ticket) tickets.markAnswered(posTid, ticket);
      else if (applied.result === "applied") tickets.invalidate(posTid);
      const journalRow = journal.head().entries > entriesBefore ? entriesBefore + 1 : null;
      if (applied.result === "applied" || applied.result === "quarantined")
        store.exchanges.store(recorded, { posTid, journal: journalRow }, now);
      return applied;
    },
    views: manyViews(ports),
    view: paymentViews(ports),
  };
  return store;
}

function enqueueOperation(
  { operations, journal }: PaymentStore,
  operation: Parameters<PaymentStore["enqueue"]>[0],
  { actor = null, approvedBy = null, automatic = false }: Parameters<PaymentStore["enqueue"]>[1],
  now: number,
): void {
  operations.enqueue({ ...operation, actor }, now);
  const { id, kind, posTid, amount = null, additionalAmount = null, reason = null } = operation;
  const data: JournalEntry<"operation.requested">["data"] = { id, kind, amount, additionalAmount, reason, automatic };
  if (approvedBy !== null && approvedBy !== actor) data.approvedBy = approvedBy;
  journal.append({ event: "operation.requested", posTid, actor, data }, now);
}

/** Stores the state that follows from the facts, and takes the till's automatic step. */
function advance(store: PaymentStore, bookings: Bookings, posTid: string, now: number): void {
  const row = requirePayment(store.rows, posTid);
  if (row.outcome !== null) settleCreate(store, posTid, now);
  parkDoneAfterRefusal(store, row, now);
  const followUp = assess(factsOf(row, store.operations.ofPayment(posTid))).followUp;
  if (followUp) enqueueFollowUp(store, row, followUp, now);
  const operations = store.operations.ofPayment(posTid);
  const after = assess(factsOf(row, operations));
  const { phase, attention } = after;
  // For an unreadable outcome the stored sums are more reliable.
  const sums =
    row.isDamaged && row.outcome === null
      ? {}
      : {
          capturedTotal: after.captured.amount + after.captured.additionalAmount,
          capturedAdditional: after.captured.additionalAmount,
          refundedTotal: after.refunded.amount + after.refunded.additionalAmount,
          late: after.late,
          lateSince: after.late === null ? null : (row.lateSince ?? now),
          reserved: after.authorisedLeft + after.authorisedAdditionalLeft,
          isUnconfirmed: row.held !== null || unconfirmedOperations(operations, row.outcome).length > 0,
        };
  // A `fail` during a capture ends the payment once the service refuses the capture.
  const wasEnded = row.wasEnded || (row.outcome !== null && endsWithoutMoney(row.outcome, operations));
  store.rows.change(posTid, { phase, attention, wasEnded, ...sums }, now);
  bookings.follow(row, after, operations, now);
  const [attentionBefore, attentionAfter] = [row.attention, attention].map((reason) => reason && packReason(reason));
  if (phase !== row.phase || attentionAfter !== attentionBefore) {
    const data = { from: row.phase, to: phase, attention: attentionAfter ?? null };
    store.journal.append({ event: "phase.changed", posTid, data }, now);
  }
  if (after.late !== null && row.late === null) {
    store.journal.append({ event: "payment.late", posTid, data: { because: after.late } }, now);
  }
}

/** Settles the create of a payment that the service has, so that later operations can be sent. */
function settleCreate({ operations, journal }: PaymentStore, posTid: string, now: number): void {
  const create = operations.ofPayment(posTid).find((operation) => operation.kind === "create");
  if (create?.state !== "unknown" && create?.state !== "ready" && create?.state !== "parked") return;
  operations.settle(create.id, { state: "done" }, now);
  const { id, kind, attempts } = create;
  journal.append(
    {
      event: "operation.done",
      posTid,
      data: { id, kind, attempts, because: packReason(reasonFor("queue_service_has_payment")) },
    },
    now,
  );
}

/** Parks operations that were discarded or refused, but done by the service. */
function parkDoneAfterRefusal(
  { operations, journal }: PaymentStore,
  { posTid, outcome }: PaymentRow,
  now: number,
): void {
  for (const { id, kind, because } of doneAfterRefusal(operations.ofPayment(posTid), outcome)) {
    operations.reopenParked(id, because, now);
    journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packReason(because) } }, now);
  }
}

function enqueueFollowUp(store: PaymentStore, row: PaymentRow, followUp: FollowUp, now: number): void {
  const id = randomIdentifier(20);
  const amounts =
    followUp.kind === "capture" ? { amount: followUp.amount, additionalAmount: followUp.additionalAmount } : {};
  const body = canonicalBody({ kind: followUp.kind, id, currency: row.currency, ...amounts });
  if (followUp.kind === "abort") store.journal.append({ event: "payment.codeMissing", posTid: row.posTid }, now);
  store.enqueue({ id, posTid: row.posTid, kind: followUp.kind, body, ...amounts }, { automatic: true }, now);
}

/** Applies an outcome that is plausible or often enough repeated; otherwise quarantines or ignores it. */
function assessAndStore(store: PaymentStore, posTid: string, received: ReceivedOutcome, now: number): AppliedOutcome {
  const { rows, journal, operations } = store;
  const row = requirePayment(rows, posTid);
  const { outcome, source } = received;
  const { intent } = factsOf(row, []);
  const facts = {
    intent,
    outcome: row.outcome,
    operations: operations.ofPayment(posTid),
    tid: tidFor(rows, row, outcome),
    hasLostOperations: row.hasLostOperations,
  };
  const verdict = assessOutcome(outcome, facts, received.ordered);
  if (verdict.is === "doubtful") {
    // Even an implausible outcome contains the service's id, without which the payment could not be polled.
    if (facts.tid === null && outcome.posTid === posTid) rows.change(posTid, { tid: outcome.tid }, now);
    const quarantined = quarantine(store, row, received, verdict.because, now);
    if (quarantined.repeats < BELIEVED_AFTER_REPEATS || verdict.because === "another_payment")
      return { result: "quarantined", shouldPoll: true };
    journal.append({ event: "outcome.insisted", posTid, data: { because: verdict.because, source } }, now);
  } else if (row.held !== null && received.ordered) endQuarantine(store, row, outcome, now);
  if (row.isUnreadable || row.isUnknownAtService)
    rows.change(posTid, { isUnreadable: false, isUnknownAtService: false }, now);
  if (verdict.is === "same") return { result: "unchanged", shouldPoll: false };
  // An outdated outcome still proves an earlier state. These flags are never reset.
  const wasAuthorised = row.wasAuthorised || outcome.status === "auth";
  const wasEnded = row.wasEnded || endsWithoutMoney(outcome, facts.operations);
  rows.change(posTid, { wasAuthorised, wasEnded }, now);
  if (verdict.is === "old") return { result: "outdated", shouldPoll: verdict.shouldPoll };
  storeOutcome(store, row, received, verdict.is === "doubtful" || received.ordered ? null : row.held, now);
  return { result: "applied", shouldPoll: verdict.is === "news" && verdict.shouldPoll };
}

function storeOutcome(
  store: PaymentStore,
  row: PaymentRow,
  received: ReceivedOutcome,
  held: HeldOutcome | null,
  now: number,
): void {
  const { posTid } = row;
  const { outcome, source } = received;
  const arrivals = { ...row.arrivals, [source]: row.arrivals[source] + 1, first: source };
  // A callback can overtake the response to the create.
  const tid = row.tid ?? outcome.tid;
  store.rows.change(posTid, { tid, outcome, customer: row.customer ?? outcome.customer, held, arrivals }, now);
  if (outcome.status !== row.outcome?.status || outcome.statusCode !== row.outcome?.statusCode) {
    const data = { statusCode: outcome.statusCode, source, customer: outcome.customer };
    store.journal.append({ event: `outcome.${outcome.status}`, posTid, data }, now);
  }
  storeMovements(store, posTid, outcome, now);
  settleConfirmed(store, posTid, row.outcome, now);
  resendUnconfirmed(store, posTid, row.outcome, now);
}

/** Returns the service's id of this payment; empty when another payment has it. */
function tidFor(rows: PaymentRows, { posTid, tid }: PaymentRow, outcome: Outcome): string | null {
  if (tid !== null) return tid;
  const other = rows.findByTid(outcome.tid);
  return other === null || other.posTid === posTid ? null : "";
}

/** Settles parked operations whose effect the outcome now shows. */
function settleConfirmed(
  { rows, operations, journal }: PaymentStore,
  posTid: string,
  previous: Outcome | null,
  now: number,
): void {
  const { outcome } = requirePayment(rows, posTid);
  const all = operations.ofPayment(posTid);
  for (const operation of all) {
    const { id, kind, attempts } = operation;
    if (outcome === null || operation.state !== "parked" || !CONFIRMABLE_KINDS.has(kind)) continue;
    if (
      !isOperationConfirmed(operation, all, outcome) ||
      (previous !== null && isOperationConfirmed(operation, all, previous))
    )
      continue;
    operations.settle(id, { state: "done" }, now);
    const because = packReason(reasonFor("queue_listed_now"));
    journal.append({ event: "operation.done", posTid, data: { id, kind, attempts, because } }, now);
  }
}

/**
 * Repeats a release or an abort that an earlier outcome showed and this one does not: it was not done (allowed by G8).
 */
function resendUnconfirmed(
  { rows, operations, journal }: PaymentStore,
  posTid: string,
  previous: Outcome | null,
  now: number,
): void {
  const all = operations.ofPayment(posTid);
  const unconfirmedBefore = new Set(unconfirmedOperations(all, previous));
  const { outcome, isUnproven } = requirePayment(rows, posTid);
  for (const operation of unconfirmedOperations(all, outcome)) {
    const { id, kind, attempts } = operation;
    if (previous === null || unconfirmedBefore.has(operation) || (kind !== "release" && kind !== "abort")) continue;
    const because = reasonFor(isUnproven ? "queue_unauthenticated" : "queue_taken_back");
    if (isUnproven) operations.reopenParked(id, because, now);
    else operations.settle(id, { state: "unknown", because, dueAt: now }, now);
    const event = isUnproven ? "operation.parked" : "operation.unknown";
    journal.append({ event, posTid, data: { id, kind, attempts, because: packReason(because) } }, now);
  }
}

const CONFIRMABLE_KINDS: ReadonlySet<OperationRow["kind"]> = new Set(["capture", "refund", "release"]);

/** Returns the latest operation of a kind. */
export function operationOf(store: PaymentStore, posTid: string, kind: OperationRow["kind"]): OperationRow | undefined {
  return store.operations.ofPayment(posTid).findLast((operation) => operation.kind === kind);
}
