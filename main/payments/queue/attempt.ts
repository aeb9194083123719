/** One attempt at one operation: send its bytes and interpret the answer. How it is settled then is in `settling.ts`. */
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import { CONTRADICTORY_LOCATION } from "../../service/api/decode.ts";
import { isUnknown, type Refused } from "../../service/api/errors.ts";
import { getOutcome, postPaymentRequest, putPaymentRequest } from "../../service/api/payment-request.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import { errorReason } from "../../service/error-reason.ts";
import { recordExchanges } from "../exchanges/recorder.ts";
import { isNewAtService, isShown, NOT_KNOWN_TIMES } from "../listing.ts";
import { type Outcome, readOutcome } from "../outcome.ts";
import type { PaymentChange } from "../payment-row.ts";
import { isToGoBy, type TakenIn } from "../store.ts";
import {
  type Decision,
  explained,
  judge,
  judgeComparison,
  judgeRefundKey,
  judgeRefusedCreate,
  settledBy,
} from "./judge.ts";
import { NEEDS_PIN } from "./locked-refunds.ts";
import type { LookedUp } from "./lookup.ts";
import type { OperationRow } from "./operation.ts";
import { type Attempt, decide, type RecordedAttempt, settle, settlementOf } from "./settling.ts";

/** Sends an operation and settles it by its answer. @returns the decision, or null when it went through */
export async function perform(plain: Attempt): Promise<Decision | null> {
  const attempt: RecordedAttempt = { ...plain, ...recordExchanges(plain.api, plain.clock) };
  // Other bytes than those that were stored would be another request under the same id.
  if (!attempt.operation.isIntact) {
    return decide(attempt, { is: "parked", because: reasonFor("queue_damaged") });
  }
  return attempt.operation.kind === "create" ? create(attempt) : update(attempt);
}

async function create(attempt: RecordedAttempt): Promise<Decision | null> {
  const { api, store, operation, random } = attempt;
  const { posTid } = operation;
  const answer = await postPaymentRequest(api, operation.body);
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === "refused") return refusedCreate(attempt, error);
    if (error.kind === "try_again" && error.detail === CONTRADICTORY_LOCATION)
      return createdAsAnother(attempt, errorReason(error));
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  const { tid, claimUri } = answer.value;
  const other = store.rows.findByTid(tid);
  if (other !== null && other.posTid !== posTid) return createdAsAnother(attempt, reasonFor("queue_anothers_id"));
  if (store.rows.find(posTid)?.customer !== null) return created(attempt, { tid });
  if (claimUri !== null) return created(attempt, { tid, qr: { text: claimUri, kind: "claim" } });
  attempt.onCodeMissing();
  return created(attempt, { tid });
}

const CONFLICT = 409;
const LIST_LAG_MS = 120_000;

function created(attempt: RecordedAttempt, change: PaymentChange): null {
  const { store, operation } = attempt;
  store.commit(operation.posTid, (now) => {
    store.rows.change(operation.posTid, change, now);
    settle(attempt, { state: "done" }, now);
  });
  // It is open now, and asked about as such: nothing was heard of it that would be more urgent than what others wait for.
  return null;
}

/**
 * A create that is refused was not done, unless an earlier attempt of it was never answered: then the customer may have
 * been asked, whatever the service says to the repeat (a scan token that has run out since, say). Its list tells. A 409
 * says itself that there is such a payment: it is looked for, and compared, whoever made it.
 */
async function refusedCreate(attempt: RecordedAttempt, error: Refused): Promise<Decision | null> {
  const { clock, operation } = attempt;
  const isTaken = error.status === CONFLICT;
  if (!isTaken && operation.unknownSince === null) return decide(attempt, judgeRefusedCreate(error));
  const looked = await attempt.lookUp(attempt.api, attempt.operation.posTid);
  // A list may lag behind: it is believed when it still says so a while after the request was lost.
  const lostFor = clock.now() - (operation.unknownSince ?? clock.now());
  if (looked === "absent" && lostFor > LIST_LAG_MS) return decide(attempt, judgeRefusedCreate(error));
  if (isTaken && isAnother(attempt, looked)) return decide(attempt, judgeRefusedCreate(error));
  return createdAs(attempt, looked, explained(error));
}

/** An answer with another payment's id says only that the customer may have been asked: the list tells as what. */
async function createdAsAnother(attempt: RecordedAttempt, because: Reason): Promise<Decision | null> {
  return createdAs(attempt, await attempt.lookUp(attempt.api, attempt.operation.posTid), because);
}

function createdAs(attempt: RecordedAttempt, looked: LookedUp, because: Reason): Decision | null {
  const { operation, random } = attempt;
  if (typeof looked === "object") return created(attempt, { tid: looked.found });
  if (looked === "given_up") return decide(attempt, { is: "parked", because: reasonFor("queue_asked_unknown") });
  return decide(attempt, {
    is: "again",
    state: "unknown",
    afterMs: pauseAfter(looked === "partly_read" ? 1 : operation.attempts, random()),
    because,
  });
}

/** Whether what the service has under this id is not what was asked for: an operator must see it (4.1 rule 4, G6). */
function isAnother({ store, operation }: RecordedAttempt, looked: LookedUp): boolean {
  const row = store.rows.find(operation.posTid);
  if (row === null || typeof looked === "string") return false;
  const { amount, additional_amount: additional, currency } = looked.outcome;
  const sameAdditional = row.additionalEdit || (additional ?? 0) === row.additionalAmount;
  return amount !== row.amount || currency !== row.currency || !sameAdditional;
}

async function update(attempt: RecordedAttempt): Promise<Decision | null> {
  const { api, store, operation, random } = attempt;
  const { posTid } = operation;
  const tid = store.rows.find(posTid)?.tid ?? null;
  // Its create was refused: there is nothing at the service that this could change.
  if (tid === null) return decide(attempt, { is: "refused", because: reasonFor("queue_never_had") });
  const signer = attempt.signerOf(operation);
  if (signer === "locked") return withoutKey(attempt, tid);
  const answer = await putPaymentRequest(api, tid, operation.body, signer === "own" ? undefined : signer);
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === "credentials" && signer !== "own") return decide(attempt, judgeRefundKey(operation, error));
    if (error.kind === "refused") return compare(attempt, error, await fetchOutcome(attempt, tid));
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  // No person waits for a capture to be listed, and a callback tells of it.
  const isTold = answer.status === DONE && operation.kind === "capture" && attempt.willBeTold();
  const fetched = isTold ? null : await fetchOutcome(attempt, tid);
  const again = doubtful(operation, random());
  if (answer.status !== DONE)
    return settleByOutcome(attempt, fetched, again, (outcome) => (shows(attempt, outcome) ? null : again));
  store.commit(posTid, (now) => {
    fetched?.takeIn(now);
    settle(attempt, { state: "done" }, now);
  });
  // What the outcome does not show yet is being confirmed: the poller asks for it (`outcomes/schedule.ts`).
  if (!fetched && !isTold) attempt.pollSoon(posTid);
  return null;
}

/** What was sent and not answered may have been done, and to ask for that no PIN is needed. */
async function withoutKey(attempt: RecordedAttempt, tid: string): Promise<Decision | null> {
  const { operation } = attempt;
  const fetched = await fetchOutcome(attempt, tid);
  // Unlocked meanwhile: then it goes on at once.
  const unproven: Decision =
    attempt.signerOf(operation) === "locked"
      ? { is: "parked", because: NEEDS_PIN }
      : { is: "again", state: "unknown", afterMs: 0, because: NEEDS_PIN };
  return settleByOutcome(attempt, fetched, unproven, (outcome) =>
    settledBy(operation, outcome) === "done" ? null : unproven,
  );
}

/** The one answer that says that a change was made (specification 4.1, G8). */
const DONE = 204;

/** Another 2xx may come from something between us and the service: only the service's own record proves the change. */
function shows({ store, operation }: RecordedAttempt, outcome: Outcome): boolean {
  if (operation.kind === "reauth") return true;
  return isShown(operation, store.operations.ofPayment(operation.posTid), outcome);
}

function doubtful({ attempts }: OperationRow, random: number): Decision {
  const because = reasonFor("queue_doubtful");
  return { is: "again", state: "unknown", afterMs: pauseAfter(attempts, random), because };
}

/** A refused request is compared with the service's own record: an earlier attempt of it may have gone through. */
function compare(attempt: RecordedAttempt, error: Refused, fetched: FetchedOutcome | null): Decision | null {
  const { operation, random } = attempt;
  const because = explained(error);
  const afterMs = Math.max(COMPARE_AGAIN_MS, pauseAfter(operation.attempts, random()));
  const again: Decision = { is: "again", state: "unknown", afterMs, because, answered: true };
  if (fetched === null) return decide(attempt, isDisowned(attempt, error) ? NOT_KNOWN : again);
  return settleByOutcome(attempt, fetched, again, (outcome) => {
    const verdict = settledBy(operation, outcome);
    if (verdict === "done") return null;
    return verdict === "refused" && mayShowYet(attempt) ? again : judgeComparison(operation, verdict, outcome, because);
  });
}

/** Whether an earlier attempt got no answer so lately that what it did need not be in the service's record yet. */
function mayShowYet({ clock, operation: { unknownSince } }: RecordedAttempt): boolean {
  return unknownSince !== null && clock.now() - unknownSince < SHOWN_WITHIN_MS;
}

const SHOWN_WITHIN_MS = 10_000;

/**
 * Whether the service has said often enough that it does not know the payment: once may be a gateway that is being
 * started.
 */
function isDisowned(attempt: RecordedAttempt, error: Refused): boolean {
  if (!isUnknown(error) || isYoung(attempt)) return false;
  return attempt.store.exchanges.timesAnswered(attempt.operation, error.status) + 1 >= NOT_KNOWN_TIMES;
}

/**
 * Settles an attempt by what the service's record says of it. What is held back, or was past when it came, says nothing:
 * one answer that cannot be right must not settle what was sent.
 * @param unproven what becomes of it where there is nothing to go by
 * @param decideBy  null: it is done
 */
function settleByOutcome(
  attempt: RecordedAttempt,
  fetched: FetchedOutcome | null,
  unproven: Decision,
  decideBy: (outcome: Outcome) => Decision | null,
): Decision | null {
  const { store, operation } = attempt;
  if (fetched === null) return decide(attempt, unproven);
  const decided = store.commit(operation.posTid, (now) => {
    const decision = asAnswered(
      isToGoBy(fetched.takeIn(now)) ? decideBy(fetched.outcome) : withoutEnd(attempt, unproven),
    );
    settle(attempt, decision === null ? { state: "done" } : settlementOf(decision, operation, now), now);
    return decision;
  });
  // A failure can be right by itself, and ends the questions: whether the service stands by it is asked once more.
  attempt.pollSoon(operation.posTid);
  return decided;
}

function asAnswered(decision: Decision | null): Decision | null {
  return decision?.is === "again" ? { ...decision, answered: true } : decision;
}

/** Nothing else ends these (`age.ts`): an implausible answer that is repeated needs an operator. */
function withoutEnd({ store, operation }: RecordedAttempt, unproven: Decision): Decision {
  const { kind, attempts, posTid } = operation;
  const isAgeless = kind === "capture" || kind === "reauth";
  const heardHeld = store.rows.find(posTid)?.held?.answers ?? 0;
  return isAgeless && Math.min(attempts, heardHeld) >= MOST_COMPARISONS ? NOT_KNOWN : unproven;
}

const NOT_KNOWN: Decision = { is: "parked", because: reasonFor("queue_not_known") };
const MOST_COMPARISONS = 9;

/** The outcome could not be read after a refusal, or cannot be right: ask again, both. Later, more and more seldom. */
const COMPARE_AGAIN_MS = 5000;

/** The current outcome at the service, and how to store it inside a commit. */
interface FetchedOutcome {
  outcome: Outcome;
  takeIn(now: number): TakenIn;
}

async function fetchOutcome({ api, store, operation }: RecordedAttempt, tid: string): Promise<FetchedOutcome | null> {
  const { posTid } = operation;
  const asked = store.question(posTid);
  const answer = await getOutcome(api, tid);
  const read = answer.ok ? readOutcome(answer.value) : null;
  if (read === null) return null;
  const outcome = store.complete(posTid, read);
  return { outcome, takeIn: (now) => store.takeIn(posTid, outcome, "answer", now, [], asked) };
}

/** Whether the service took the payment only just now: it may yet have to hear of that itself. */
function isYoung({ store, clock, operation }: RecordedAttempt): boolean {
  return isNewAtService(store.operations.ofPayment(operation.posTid), clock.now());
}
