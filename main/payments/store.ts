/**
 * The only way to change a payment. Each change is one transaction with its journal entry, phase and automatic step.
 */

import { packReason, reasonFor } from "../../contract/reasons.ts";
import type { Payment } from "../../contract/views.ts";
import type { StorageContext } from "../storage/context.ts";
import { afterCommit, transact } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import type { Journal, JournalData } from "../storage/journal/journal.ts";
import { actionsOf, createQuestions, type PollTicket } from "./answer-order.ts";
import { canonicalBody } from "./bodies.ts";
import { doneAfterRefusal } from "./done-after-refusal.ts";
import { type Exchanges, exchanges } from "./exchanges/exchanges.ts";
import type { RecordedExchange } from "./exchanges/recorder.ts";
import { completeOutcome } from "./incomplete-outcome.ts";
import { type Assessment, assess, type FollowUp } from "./lifecycle.ts";
import { endsWithoutMoney, isEffectShown, unconfirmedOperations } from "./listing.ts";
import { storeMovements } from "./movements.ts";
import { grantOf, type Outcome, type OutcomeMovement } from "./outcome.ts";
import type { HeldOutcome, NewPayment, PaymentRow } from "./payment-row.ts";
import type { Permissions } from "./permissions.ts";
import { assessOutcome, BELIEVED_AFTER_REPEATS, type Doubt, insists } from "./plausibility.ts";
import type { NewOperation, OperationRow } from "./queue/operation.ts";
import type { Operations } from "./queue/operations.ts";
import type { PaymentRows } from "./rows.ts";
import { factsOf } from "./view.ts";
import { existing, manyViews, paymentViews, type ViewPorts } from "./views.ts";

export type Source = "callback" | "poll" | "answer";

export interface PaymentStore {
  rows: PaymentRows;
  operations: Operations;
  /** Creates a payment and its first operations in one transaction. @returns its `posTid` */
  begin(make: (now: number) => NewPayment, change: (row: PaymentRow, now: number) => void): string;
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
  question(posTid: string): PollTicket;
  /**
   * Applies an outcome inside a commit, unless it is outdated. An implausible outcome is quarantined until the service
   * repeats it (`plausibility.ts`).
   * @param source a callback can be of any time (G19); all others answer a poll
   * @param recorded the API exchanges, stored if the outcome was news
   * @param asked the poll that it answers
   */
  takeIn(
    posTid: string,
    outcome: Outcome,
    source: Source,
    now: number,
    recorded?: readonly RecordedExchange[],
    asked?: PollTicket,
  ): AppliedOutcome;
  view(posTid: string): Payment;
  /** Views in the given order, read by as many statements as one */
  views(posTids: readonly string[]): Payment[];
  journal: Journal;
  exchanges: Exchanges;
}

/** How an outcome was applied. `ask`: poll the service again. */
export interface AppliedOutcome {
  is: "news" | "same" | "old" | "held";
  ask: boolean;
}

/** True if the outcome may settle an operation: neither quarantined nor outdated. */
export function isTrusted({ is }: AppliedOutcome): boolean {
  return is === "news" || is === "same";
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
  permissions?: Pick<Permissions, "takeIn" | "follow" | "isWanted" | "view">;
  onChange(payment: Payment): void;
}

/** Creates the payment store: each change is one transaction with its operations, bookings and journal entries. */
export function createPaymentStore(ports: PaymentStorePorts): PaymentStore {
  const { database, clock, journal, rows, operations, bookings } = ports;
  const questions = createQuestions();
  // Published only after the outermost transaction commits.
  const tell = (posTid: string) => afterCommit(database, () => ports.onChange(store.view(posTid)));
  const changed = <T>(change: (now: number) => { posTid: string; value: T }): T => {
    const { posTid, value } = transact(database, () => {
      const now = clock.now();
      const made = change(now);
      advance(store, bookings, made.posTid, now);
      const { phase, scope } = existing(rows, made.posTid);
      if (scope !== null) ports.permissions?.follow(made.posTid, phase, now);
      return made;
    });
    tell(posTid);
    return value;
  };
  const store: PaymentStore = {
    rows,
    operations,
    journal,
    exchanges: exchanges(database),
    begin: (make, first) =>
      changed((now) => {
        const made = make(now);
        const { posTid } = made;
        rows.insert(made);
        first(existing(rows, posTid), now);
        return { posTid, value: posTid };
      }),
    commit: (posTid, change) => changed((now) => ({ posTid, value: change(now) })),
    enqueue: (operation, by, now) => enqueueOperation(store, operation, by, now),
    complete: (posTid, outcome) =>
      completeOutcome(outcome, factsOf(existing(rows, posTid), operations.ofPayment(posTid))),
    hasPermissionNews: (posTid, outcome) => grantOf(outcome) !== null && ports.permissions?.isWanted(posTid) === true,
    question: (posTid) => questions.ask(actionsOf(operations.ofPayment(posTid))),
    takeIn(posTid, outcome, source, now, recorded = [], asked = undefined) {
      if (asked && questions.isPast(posTid, asked, actionsOf(operations.ofPayment(posTid))))
        return { is: "old", ask: true };
      const written = journal.head().entries;
      const whole = store.complete(posTid, outcome);
      const heard = { outcome: whole, source, ordered: asked !== undefined || source !== "callback" };
      const taken = applyOutcome(store, posTid, heard, now);
      if (taken.is === "news" || taken.is === "same") ports.permissions?.takeIn(posTid, grantOf(outcome), now);
      if (asked) questions.answered(posTid, asked);
      else if (taken.is === "news") questions.overtake(posTid);
      const tells = journal.head().entries > written ? written + 1 : null;
      if (taken.is === "news" || taken.is === "held") store.exchanges.keep(recorded, { posTid, journal: tells }, now);
      return taken;
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
  const data: JournalData = { id, kind, amount, additionalAmount, reason, automatic };
  if (approvedBy !== null && approvedBy !== actor) data.approvedBy = approvedBy;
  journal.append({ event: "operation.requested", posTid, actor, data }, now);
}

/** Stores the state that follows from the facts, and takes the till's automatic step. */
function advance(store: PaymentStore, bookings: Bookings, posTid: string, now: number): void {
  const before = existing(store.rows, posTid);
  if (before.outcome !== null) settleCreate(store, posTid, now);
  takeUpAgain(store, before, now);
  const followUp = assess(factsOf(before, store.operations.ofPayment(posTid))).followUp;
  if (followUp) enqueueFollowUp(store, before, followUp, now);
  const operations = store.operations.ofPayment(posTid);
  const after = assess(factsOf(before, operations));
  const { phase, attention } = after;
  // For an unreadable outcome the stored sums are more reliable.
  const sums =
    before.isDamaged && before.outcome === null
      ? {}
      : {
          capturedTotal: after.captured.amount + after.captured.additionalAmount,
          capturedAdditional: after.captured.additionalAmount,
          refundedTotal: after.refunded.amount + after.refunded.additionalAmount,
          late: after.late,
          lateSince: after.late === null ? null : (before.lateSince ?? now),
          reserved: after.authorisedLeft + after.authorisedAdditionalLeft,
          unlisted: before.held !== null || unconfirmedOperations(operations, before.outcome).length > 0,
        };
  // A `fail` during a capture ends the payment once the service refuses the capture.
  const endedSeen = before.endedSeen || (before.outcome !== null && endsWithoutMoney(before.outcome, operations));
  store.rows.change(posTid, { phase, attention, endedSeen, ...sums }, now);
  bookings.follow(before, after, operations, now);
  const [saidBefore, saidNow] = [before.attention, attention].map((reason) => reason && packReason(reason));
  if (phase !== before.phase || saidNow !== saidBefore) {
    const data = { from: before.phase, to: phase, attention: saidNow ?? null };
    store.journal.append({ event: "phase.changed", posTid, data }, now);
  }
  if (after.late !== null && before.late === null) {
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
function takeUpAgain({ operations, journal }: PaymentStore, { posTid, outcome }: PaymentRow, now: number): void {
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

interface Heard {
  outcome: Outcome;
  source: Source;
  /** True if it answers a poll sent after everything known */
  ordered: boolean;
}

function applyOutcome(store: PaymentStore, posTid: string, heard: Heard, now: number): AppliedOutcome {
  const { rows, journal, operations } = store;
  const before = existing(rows, posTid);
  const { outcome, source } = heard;
  const { intent } = factsOf(before, []);
  const known = {
    intent,
    outcome: before.outcome,
    operations: operations.ofPayment(posTid),
    tid: tidFor(rows, before, outcome),
    hasLostOperations: before.hasLostOperations,
  };
  const verdict = assessOutcome(outcome, known, heard.ordered);
  if (verdict.is === "doubtful") {
    // Even an implausible outcome tells the service's id, without which the payment could not be polled.
    if (known.tid === null && outcome.posTid === posTid) rows.change(posTid, { tid: outcome.tid }, now);
    const held = quarantine(store, before, heard, verdict.because, now);
    if (held.repeats < BELIEVED_AFTER_REPEATS || verdict.because === "another_payment")
      return { is: "held", ask: true };
    journal.append({ event: "outcome.insisted", posTid, data: { because: verdict.because, source } }, now);
  } else if (before.held !== null && heard.ordered) endQuarantine(store, before, outcome, now);
  if (before.unreadable || before.disowned) rows.change(posTid, { unreadable: false, disowned: false }, now);
  if (verdict.is === "same") return { is: "same", ask: false };
  // An outdated outcome still tells what happened once. These flags are never reset.
  const once = {
    authorisedSeen: before.authorisedSeen || outcome.status === "auth",
    endedSeen: before.endedSeen || endsWithoutMoney(outcome, known.operations),
  };
  rows.change(posTid, once, now);
  if (verdict.is === "old") return { is: "old", ask: verdict.ask };
  apply(store, before, heard, verdict.is === "doubtful" || heard.ordered ? null : before.held, now);
  return { is: "news", ask: verdict.is === "news" && verdict.ask };
}

function apply(store: PaymentStore, before: PaymentRow, heard: Heard, held: HeldOutcome | null, now: number): void {
  const { posTid } = before;
  const { outcome, source } = heard;
  const arrivals = { ...before.arrivals, [source]: before.arrivals[source] + 1, first: source };
  const customer = before.customer ?? outcome.customer;
  // A callback can overtake the response to the create.
  const tid = before.tid ?? outcome.tid;
  store.rows.change(posTid, { tid, outcome, customer, held, arrivals }, now);
  if (outcome.status !== before.outcome?.status || outcome.statusCode !== before.outcome?.statusCode) {
    const data = { statusCode: outcome.statusCode, source, customer: outcome.customer };
    store.journal.append({ event: `outcome.${outcome.status}`, posTid, data }, now);
  }
  storeMovements(store, posTid, outcome, now);
  settleShown(store, posTid, before.outcome, now);
  repeatUnshown(store, posTid, before.outcome, now);
}

/** Returns the service's id of this payment; empty when another payment has it. */
function tidFor(rows: PaymentRows, { posTid, tid }: PaymentRow, outcome: Outcome): string | null {
  if (tid !== null) return tid;
  const other = rows.findByTid(outcome.tid);
  return other === null || other.posTid === posTid ? null : "";
}

/** Quarantines an implausible outcome, and counts its repeats in polls. @returns the quarantined outcome */
function quarantine(
  { rows, journal }: PaymentStore,
  before: PaymentRow,
  heard: Heard,
  because: Doubt,
  now: number,
): HeldOutcome {
  const { posTid, held } = before;
  const { outcome, source, ordered } = heard;
  const again = held !== null && insists(held.outcome, outcome) ? held : null;
  const since = held?.since ?? now;
  const answers = (held?.answers ?? 0) + Number(held !== null && ordered);
  const next = again ?? { outcome, because, since, repeats: 0, answers };
  const repeats = Math.min(next.repeats + Number(again !== null && ordered), BELIEVED_AFTER_REPEATS);
  rows.change(posTid, { held: { ...next, repeats, answers } }, now);
  if (again === null)
    journal.append({ event: "outcome.held", posTid, data: { because, source, ...summaryOf(outcome) } }, now);
  return { ...next, repeats, answers };
}

/** Ends the quarantine after a plausible outcome. The journal then has both versions. */
function endQuarantine(
  { rows, journal }: PaymentStore,
  { posTid, held }: PaymentRow,
  outcome: Outcome,
  now: number,
): void {
  rows.change(posTid, { held: null }, now);
  const data = { because: held?.because ?? null, ...summaryOf(outcome) };
  journal.append({ event: "outcome.withdrawn", posTid, data }, now);
}

function summaryOf({ status, captures, refunds, posTid, currency, amount }: Outcome) {
  const line = (movements: readonly OutcomeMovement[]) =>
    movements.map(({ id, amount: part, additionalAmount }) => `${id ?? "-"} ${part}+${additionalAmount}`).join(", ");
  return { status, said: posTid, currency, amount, captures: line(captures), refunds: line(refunds) };
}

/** Settles parked operations whose effect the outcome now shows. */
function settleShown(
  { rows, operations, journal }: PaymentStore,
  posTid: string,
  before: Outcome | null,
  now: number,
): void {
  const { outcome } = existing(rows, posTid);
  const all = operations.ofPayment(posTid);
  for (const operation of all) {
    const { id, kind, attempts } = operation;
    if (outcome === null || operation.state !== "parked" || !SHOWN_KINDS.has(kind)) continue;
    if (!isEffectShown(operation, all, outcome) || (before !== null && isEffectShown(operation, all, before))) continue;
    operations.settle(id, { state: "done" }, now);
    const because = packReason(reasonFor("queue_listed_now"));
    journal.append({ event: "operation.done", posTid, data: { id, kind, attempts, because } }, now);
  }
}

/**
 * Repeats a release or an abort that an earlier outcome showed and this one does not: it was not done (allowed by G8).
 */
function repeatUnshown(
  { rows, operations, journal }: PaymentStore,
  posTid: string,
  before: Outcome | null,
  now: number,
): void {
  const all = operations.ofPayment(posTid);
  const shownBefore = new Set(unconfirmedOperations(all, before));
  const { outcome, isUnproven } = existing(rows, posTid);
  for (const operation of unconfirmedOperations(all, outcome)) {
    const { id, kind, attempts } = operation;
    if (before === null || shownBefore.has(operation) || (kind !== "release" && kind !== "abort")) continue;
    const because = reasonFor(isUnproven ? "queue_unauthenticated" : "queue_taken_back");
    if (isUnproven) operations.reopenParked(id, because, now);
    else operations.settle(id, { state: "unknown", because, dueAt: now }, now);
    const event = isUnproven ? "operation.parked" : "operation.unknown";
    journal.append({ event, posTid, data: { id, kind, attempts, because: packReason(because) } }, now);
  }
}

const SHOWN_KINDS: ReadonlySet<OperationRow["kind"]> = new Set(["capture", "refund", "release"]);

/** Returns the latest operation of a kind. */
export function operationOf(store: PaymentStore, posTid: string, kind: OperationRow["kind"]): OperationRow | undefined {
  return store.operations.ofPayment(posTid).findLast((operation) => operation.kind === kind);
}
