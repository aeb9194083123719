/**
 * The one way in which a payment changes. Whatever happens to it - a tap, an answer, a callback, a poll - is one
 * transaction here: the change, the journal's row, the phase that follows, and what the till now does by itself.
 */

import { packed, reasonFor } from "../../contract/reasons.ts";
import type { Payment } from "../../contract/views.ts";
import type { StorageContext } from "../storage/context.ts";
import { afterCommit, transact } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import type { Journal, JournalData } from "../storage/journal/journal.ts";
import { actionsOf, createQuestions, type Question } from "./answer-order.ts";
import { canonicalBody } from "./bodies.ts";
import { doneAfterRefusal } from "./done-after-refusal.ts";
import { type Exchanges, exchanges } from "./exchanges/exchanges.ts";
import type { RecordedExchange } from "./exchanges/recorder.ts";
import { completed } from "./incomplete-outcome.ts";
import { type Assessment, assess, type FollowUp } from "./lifecycle.ts";
import { confirming, endsWithoutMoney, isShown } from "./listing.ts";
import { rememberMovements } from "./movements.ts";
import { grantOf, type Outcome, type OutcomeMovement } from "./outcome.ts";
import type { HeldOutcome, NewPayment, PaymentRow } from "./payment-row.ts";
import type { Permissions } from "./permissions.ts";
import { type Doubt, INSISTS_AFTER, insists, weigh } from "./plausibility.ts";
import type { NewOperation, OperationRow } from "./queue/operation.ts";
import type { Operations } from "./queue/operations.ts";
import type { PaymentRows } from "./rows.ts";
import { factsOf } from "./view.ts";
import { existing, manyViews, paymentViews, type ViewPorts } from "./views.ts";

/** How the service's word reached the till. */
export type Source = "callback" | "poll" | "answer";

export interface PaymentStore {
  rows: PaymentRows;
  operations: Operations;
  /** Makes a payment and what it begins with, as one transaction. @returns its `posTid` */
  begin(make: (now: number) => NewPayment, change: (row: PaymentRow, now: number) => void): string;
  /** Runs a change of one payment as one transaction, with all that follows from it; tells listeners afterwards. */
  commit<T>(posTid: string, change: (now: number) => T): T;
  /** Inside a commit: adds an operation, written to the journal. */
  enqueue(
    operation: NewOperation,
    how: { actor?: string | null; approvedBy?: string | null; automatic?: boolean },
    now: number,
  ): void;
  /** An outcome as it is weighed: with what it leaves out filled in from what is known of the payment (2.3). */
  complete(posTid: string, outcome: Outcome): Outcome;
  /** Whether an outcome tells what is not known yet of the permission that was asked for with its payment. */
  tellsOfPermission(posTid: string, outcome: Outcome): boolean;
  /** To be taken before the service is asked for an outcome: an answer is news only if nothing was done since. */
  question(posTid: string): Question;
  /**
   * Inside a commit: takes in what the service says, unless it is older than what is known, or cannot be right: that is
   * held back until the service has said it again (`plausibility.ts`).
   * @param source a callback may be of any time (G19); everything else answers a question
   * @param recorded the API exchanges that told it: stored when it was news
   * @param asked  the question that it answers
   */
  takeIn(
    posTid: string,
    outcome: Outcome,
    source: Source,
    now: number,
    recorded?: readonly RecordedExchange[],
    asked?: Question,
  ): TakenIn;
  view(posTid: string): Payment;
  /** Many at once, in the order that is given: by as many statements as for one */
  views(posTids: readonly string[]): Payment[];
  journal: Journal;
  /** The recorded API requests, responses and callbacks of each payment */
  exchanges: Exchanges;
}

/** What became of an outcome; `ask`: the service should be asked (again) what it says now. */
export interface TakenIn {
  is: "news" | "same" | "old" | "held";
  ask: boolean;
}

/** Whether an operation may be settled by what was heard: not by what is held back, nor by what was past when it came. */
export function isToGoBy({ is }: TakenIn): boolean {
  return is === "news" || is === "same";
}

/** Where every change of money that this till learns of is written down, once. */
export interface Bookings {
  /** Inside a commit: books what this payment's state now adds to what was booked of it before. */
  follow(payment: PaymentRow, assessment: Assessment, operations: readonly OperationRow[], now: number): void;
}

export interface PaymentStorePorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  rows: PaymentRows;
  operations: Operations;
  bookings: Bookings;
  /** What a machine drops for a payment; missing where none does */
  vendOf?: ViewPorts["vendOf"];
  /** What payments ask their customers for; missing where none does */
  permissions?: Pick<Permissions, "takeIn" | "follow" | "isWanted" | "view">;
  /** After a commit: the payment as it is now */
  onChange(payment: Payment): void;
}

/** Makes the payment store over one database. */
export function createPaymentStore(ports: PaymentStorePorts): PaymentStore {
  const { database, clock, journal, rows, operations, bookings } = ports;
  const questions = createQuestions();
  // A change may be part of a larger transaction that is rolled back: then it is not published.
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
    complete: (posTid, outcome) => completed(outcome, factsOf(existing(rows, posTid), operations.ofPayment(posTid))),
    tellsOfPermission: (posTid, outcome) => grantOf(outcome) !== null && ports.permissions?.isWanted(posTid) === true,
    question: (posTid) => questions.ask(actionsOf(operations.ofPayment(posTid))),
    takeIn(posTid, outcome, source, now, recorded = [], asked = undefined) {
      if (asked && questions.isPast(posTid, asked, actionsOf(operations.ofPayment(posTid))))
        return { is: "old", ask: true };
      const written = journal.head().entries;
      const whole = store.complete(posTid, outcome);
      const heard = { outcome: whole, source, ordered: asked !== undefined || source !== "callback" };
      const taken = takeIn(store, posTid, heard, now);
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

/** Writes down what follows from the facts as they are now, and does what the till does by itself. */
function advance(store: PaymentStore, bookings: Bookings, posTid: string, now: number): void {
  const before = existing(store.rows, posTid);
  if (before.outcome !== null) settleCreate(store, posTid, now);
  takeUpAgain(store, before, now);
  const followUp = assess(factsOf(before, store.operations.ofPayment(posTid))).followUp;
  if (followUp) enqueueFollowUp(store, before, followUp, now);
  const operations = store.operations.ofPayment(posTid);
  const after = assess(factsOf(before, operations));
  const { phase, attention } = after;
  // Where the outcome cannot be read, the stored sums are the better ones.
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
          unlisted: before.held !== null || confirming(operations, before.outcome).length > 0,
        };
  // A fail that was applied while a capture was in flight is the end once the service does not take that capture.
  const endedSeen = before.endedSeen || (before.outcome !== null && endsWithoutMoney(before.outcome, operations));
  store.rows.change(posTid, { phase, attention, endedSeen, ...sums }, now);
  bookings.follow(before, after, operations, now);
  const [saidBefore, saidNow] = [before.attention, attention].map((reason) => reason && packed(reason));
  if (phase !== before.phase || saidNow !== saidBefore) {
    const data = { from: before.phase, to: phase, attention: saidNow ?? null };
    store.journal.append({ event: "phase.changed", posTid, data }, now);
  }
  if (after.late !== null && before.late === null) {
    store.journal.append({ event: "payment.late", posTid, data: { because: after.late } }, now);
  }
}

/** A payment that the service speaks of was created, whatever became of the answer: nothing waits behind that any more. */
function settleCreate({ operations, journal }: PaymentStore, posTid: string, now: number): void {
  const create = operations.ofPayment(posTid).find((operation) => operation.kind === "create");
  if (create?.state !== "unknown" && create?.state !== "ready" && create?.state !== "parked") return;
  operations.settle(create.id, { state: "done" }, now);
  const { id, kind, attempts } = create;
  journal.append(
    {
      event: "operation.done",
      posTid,
      data: { id, kind, attempts, because: packed(reasonFor("queue_service_has_payment")) },
    },
    now,
  );
}

/** What was given up or refused, and the service did all the same, waits for operator action: it shows in the queue. */
function takeUpAgain({ operations, journal }: PaymentStore, { posTid, outcome }: PaymentRow, now: number): void {
  for (const { id, kind, because } of doneAfterRefusal(operations.ofPayment(posTid), outcome)) {
    operations.takeUpAgain(id, because, now);
    journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packed(because) } }, now);
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

/** An outcome as it was heard. */
interface Heard {
  outcome: Outcome;
  source: Source;
  /** Whether it answers a question that was asked after all that is known */
  ordered: boolean;
}

function takeIn(store: PaymentStore, posTid: string, heard: Heard, now: number): TakenIn {
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
  const verdict = weigh(outcome, known, heard.ordered);
  if (verdict.is === "doubtful") {
    // Doubtful or not, it tells under which id the service has our payment: without it the outcome could not be asked for.
    if (known.tid === null && outcome.posTid === posTid) rows.change(posTid, { tid: outcome.tid }, now);
    const held = holdBack(store, before, heard, verdict.because, now);
    if (held.repeats < INSISTS_AFTER || verdict.because === "another_payment") return { is: "held", ask: true };
    journal.append({ event: "outcome.insisted", posTid, data: { because: verdict.because, source } }, now);
  } else if (before.held !== null && heard.ordered) withdraw(store, before, outcome, now);
  if (before.unreadable || before.disowned) rows.change(posTid, { unreadable: false, disowned: false }, now);
  if (verdict.is === "same") return { is: "same", ask: false };
  // Old news still tells what once was: these only ever become true, in whatever order they are heard.
  const once = {
    authorisedSeen: before.authorisedSeen || outcome.status === "auth",
    endedSeen: before.endedSeen || endsWithoutMoney(outcome, known.operations),
  };
  rows.change(posTid, once, now);
  if (verdict.is === "old") return { is: "old", ask: verdict.ask };
  apply(store, before, heard, verdict.is === "doubtful" || heard.ordered ? null : before.held, now);
  return { is: "news", ask: verdict.is === "news" && verdict.ask };
}

/** What the service says is what the till knows from now on. */
function apply(store: PaymentStore, before: PaymentRow, heard: Heard, held: HeldOutcome | null, now: number): void {
  const { posTid } = before;
  const { outcome, source } = heard;
  const arrivals = { ...before.arrivals, [source]: before.arrivals[source] + 1, first: source };
  const customer = before.customer ?? outcome.customer;
  // A callback can overtake the answer to the create: then it is the first to name the tid.
  const tid = before.tid ?? outcome.tid;
  store.rows.change(posTid, { tid, outcome, customer, held, arrivals }, now);
  if (outcome.status !== before.outcome?.status || outcome.statusCode !== before.outcome?.statusCode) {
    const data = { statusCode: outcome.statusCode, source, customer: outcome.customer };
    store.journal.append({ event: `outcome.${outcome.status}`, posTid, data }, now);
  }
  rememberMovements(store, posTid, outcome, now);
  settleShown(store, posTid, before.outcome, now);
  sendAgain(store, posTid, before.outcome, now);
}

/** The service's id of this payment. One that another payment has cannot be it: nothing is then. */
function tidFor(rows: PaymentRows, { posTid, tid }: PaymentRow, outcome: Outcome): string | null {
  if (tid !== null) return tid;
  const other = rows.findByTid(outcome.tid);
  return other === null || other.posTid === posTid ? null : "";
}

/** What cannot be right waits; said again when the service was asked again, it counts. @returns what is held now */
function holdBack(
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
  const repeats = Math.min(next.repeats + Number(again !== null && ordered), INSISTS_AFTER);
  rows.change(posTid, { held: { ...next, repeats, answers } }, now);
  if (again === null)
    journal.append({ event: "outcome.held", posTid, data: { because, source, ...versionOf(outcome) } }, now);
  return { ...next, repeats, answers };
}

/** The service takes back what was held: both versions are in the journal then. */
function withdraw({ rows, journal }: PaymentStore, { posTid, held }: PaymentRow, outcome: Outcome, now: number): void {
  rows.change(posTid, { held: null }, now);
  const data = { because: held?.because ?? null, ...versionOf(outcome) };
  journal.append({ event: "outcome.withdrawn", posTid, data }, now);
}

/** An outcome in a line: what it says of the money. */
function versionOf({ status, captures, refunds, posTid, currency, amount }: Outcome) {
  const line = (movements: readonly OutcomeMovement[]) =>
    movements.map(({ id, amount: part, additionalAmount }) => `${id ?? "-"} ${part}+${additionalAmount}`).join(", ");
  return { status, said: posTid, currency, amount, captures: line(captures), refunds: line(refunds) };
}

/** What waited for an operator because nothing showed it, and is shown now, is done. */
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
    if (outcome === null || operation.state !== "parked" || !SHOWS.has(kind)) continue;
    if (!isShown(operation, all, outcome) || (before !== null && isShown(operation, all, before))) continue;
    operations.settle(id, { state: "done" }, now);
    const because = packed(reasonFor("queue_listed_now"));
    journal.append({ event: "operation.done", posTid, data: { id, kind, attempts, because } }, now);
  }
}

/** A release or an abort that was shown, and is not any more, was not done: it is asked for again (G8 lets it be). */
function sendAgain(
  { rows, operations, journal }: PaymentStore,
  posTid: string,
  before: Outcome | null,
  now: number,
): void {
  const all = operations.ofPayment(posTid);
  const shownBefore = new Set(confirming(all, before));
  const { outcome, isUnproven } = existing(rows, posTid);
  for (const operation of confirming(all, outcome)) {
    const { id, kind, attempts } = operation;
    if (before === null || shownBefore.has(operation) || (kind !== "release" && kind !== "abort")) continue;
    const because = reasonFor(isUnproven ? "queue_unauthenticated" : "queue_taken_back");
    if (isUnproven) operations.takeUpAgain(id, because, now);
    else operations.settle(id, { state: "unknown", because, dueAt: now }, now);
    const event = isUnproven ? "operation.parked" : "operation.unknown";
    journal.append({ event, posTid, data: { id, kind, attempts, because: packed(because) } }, now);
  }
}

/** Operations whose effect an outcome shows. */
const SHOWS: ReadonlySet<OperationRow["kind"]> = new Set(["capture", "refund", "release"]);

/** The payment's operations, for those who look for one of a kind. */
export function operationOf(store: PaymentStore, posTid: string, kind: OperationRow["kind"]): OperationRow | undefined {
  return store.operations.ofPayment(posTid).findLast((operation) => operation.kind === kind);
}
