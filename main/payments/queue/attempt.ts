/** One attempt at one operation: sends its bytes and interprets the response. `settling.ts` stores the result. */
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { CONTRADICTORY_LOCATION } from "../../service/api/decode.ts";
import { isUnknown, type Refused } from "../../service/api/errors.ts";
import { getOutcome, postPaymentRequest, putPaymentRequest } from "../../service/api/payment-request.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import { errorReason } from "../../service/error-reason.ts";
import { recordExchanges } from "../exchanges/recorder.ts";
import { isNewAtService, isOperationConfirmed, MAX_UNKNOWN_RESPONSES } from "../listing.ts";
import { type Outcome, readOutcome } from "../outcome.ts";
import type { PaymentChange } from "../payment-row.ts";
import { type AppliedOutcome, isTrusted } from "../store.ts";
import {
  type Decision,
  judge,
  judgeComparison,
  judgeRefundKey,
  judgeRefusedCreate,
  settledBy,
  withExplanation,
} from "./judge.ts";
import { NEEDS_PIN } from "./locked-refunds.ts";
import type { LookupResult } from "./lookup.ts";
import type { OperationRow } from "./operation.ts";
import { type Attempt, decide, type RecordedAttempt, settle, settlementOf } from "./settling.ts";

/** Sends an operation and settles it. @returns the decision; null when it succeeded */
export async function perform(unrecorded: Attempt): Promise<Decision | null> {
  const attempt: RecordedAttempt = { ...unrecorded, ...recordExchanges(unrecorded.api, unrecorded.clock) };
  // Different bytes would be a different request under the same id.
  if (!attempt.operation.isIntact) {
    return decide(attempt, { is: "parked", because: reasonFor("queue_damaged") });
  }
  return attempt.operation.kind === "create" ? create(attempt) : update(attempt);
}

async function create(attempt: RecordedAttempt): Promise<Decision | null> {
  const { api, store, operation, random } = attempt;
  const { posTid } = operation;
  const response = await postPaymentRequest(api, operation.body);
  if (!response.ok) {
    const { error } = response;
    if (error.kind === "refused") return handleRefusedCreate(attempt, error);
    if (error.kind === "try_again" && error.detail === CONTRADICTORY_LOCATION)
      return handleOtherTid(attempt, errorReason(error));
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  const { tid, claimUri } = response.value;
  const existing = store.rows.findByTid(tid);
  if (existing !== null && existing.posTid !== posTid) return handleOtherTid(attempt, reasonFor("queue_anothers_id"));
  if (store.rows.find(posTid)?.customer !== null) return settleCreated(attempt, { tid });
  if (claimUri !== null) return settleCreated(attempt, { tid, qr: { text: claimUri, kind: "claim" } });
  attempt.onCodeMissing();
  return settleCreated(attempt, { tid });
}

const CONFLICT = 409;
const LIST_LAG_MS = 120_000;

function settleCreated(attempt: RecordedAttempt, change: PaymentChange): null {
  const { store, operation } = attempt;
  store.commit(operation.posTid, (now) => {
    store.rows.change(operation.posTid, change, now);
    settle(attempt, { state: "done" }, now);
  });
  return null;
}

/**
 * Handles a refused create. If an earlier attempt was never answered, the customer may have been asked: the service's
 * list decides. A 409 says that the payment exists: it is looked up and compared.
 */
async function handleRefusedCreate(attempt: RecordedAttempt, error: Refused): Promise<Decision | null> {
  const { clock, operation } = attempt;
  const isConflict = error.status === CONFLICT;
  if (!isConflict && operation.unknownSince === null) return decide(attempt, judgeRefusedCreate(error));
  const lookupResult = await attempt.lookUp(attempt.api, attempt.operation.posTid);
  // Lists can lag: `absent` counts only some time after the request was lost.
  const lostFor = clock.now() - (operation.unknownSince ?? clock.now());
  if (lookupResult === "absent" && lostFor > LIST_LAG_MS) return decide(attempt, judgeRefusedCreate(error));
  if (isConflict && isDifferentPayment(attempt, lookupResult)) return decide(attempt, judgeRefusedCreate(error));
  return settleByLookup(attempt, lookupResult, withExplanation(error));
}

/**
 * Handles a response with another payment's id. The customer may have been asked; the service's list has the right id.
 */
async function handleOtherTid(attempt: RecordedAttempt, because: Reason): Promise<Decision | null> {
  return settleByLookup(attempt, await attempt.lookUp(attempt.api, attempt.operation.posTid), because);
}

function settleByLookup(attempt: RecordedAttempt, lookupResult: LookupResult, because: Reason): Decision | null {
  const { operation, random } = attempt;
  if (typeof lookupResult === "object") return settleCreated(attempt, { tid: lookupResult.found });
  if (lookupResult === "given_up") return decide(attempt, { is: "parked", because: reasonFor("queue_asked_unknown") });
  return decide(attempt, {
    is: "retry",
    state: "unknown",
    afterMs: pauseAfter(lookupResult === "partly_read" ? 1 : operation.attempts, random()),
    because,
  });
}

/** True when the service has a different payment under this id, which an operator must see (4.1 rule 4, G6). */
function isDifferentPayment({ store, operation }: RecordedAttempt, lookupResult: LookupResult): boolean {
  const row = store.rows.find(operation.posTid);
  if (row === null || typeof lookupResult === "string") return false;
  const { amount, additional_amount: additional, currency } = lookupResult.outcome;
  const sameAdditional = row.additionalEdit || (additional ?? 0) === row.additionalAmount;
  return amount !== row.amount || currency !== row.currency || !sameAdditional;
}

async function update(attempt: RecordedAttempt): Promise<Decision | null> {
  const { api, store, operation, random } = attempt;
  const { posTid } = operation;
  const tid = store.rows.find(posTid)?.tid ?? null;
  // The create was refused, so the service has no payment to change.
  if (tid === null) return decide(attempt, { is: "refused", because: reasonFor("queue_never_had") });
  const signer = attempt.signerOf(operation);
  if (signer === "locked") return settleWithoutKey(attempt, tid);
  const response = await putPaymentRequest(api, tid, operation.body, signer === "own" ? undefined : signer);
  if (!response.ok) {
    const { error } = response;
    if (error.kind === "credentials" && signer !== "own") return decide(attempt, judgeRefundKey(operation, error));
    if (error.kind === "refused") return compareWithOutcome(attempt, error, await fetchOutcome(attempt, tid));
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  // No user waits for a capture to be listed, and a callback will report it.
  const isReportedByCallback =
    response.status === CHANGE_ACCEPTED && operation.kind === "capture" && attempt.areCallbacksReliable();
  const fetched = isReportedByCallback ? null : await fetchOutcome(attempt, tid);
  const retry = retryUnconfirmed(operation, random());
  if (response.status !== CHANGE_ACCEPTED)
    return settleByOutcome(attempt, fetched, retry, (outcome) => (isShownIn(attempt, outcome) ? null : retry));
  store.commit(posTid, (now) => {
    fetched?.apply(now);
    settle(attempt, { state: "done" }, now);
  });
  // The poller confirms what the outcome does not show yet (`outcomes/schedule.ts`).
  if (!fetched && !isReportedByCallback) attempt.pollSoon(posTid);
  return null;
}

/** Checks an unanswered refund while its key is locked: reading the outcome needs no PIN. */
async function settleWithoutKey(attempt: RecordedAttempt, tid: string): Promise<Decision | null> {
  const { operation } = attempt;
  const fetched = await fetchOutcome(attempt, tid);
  const unproven: Decision =
    attempt.signerOf(operation) === "locked"
      ? { is: "parked", because: NEEDS_PIN }
      : { is: "retry", state: "unknown", afterMs: 0, because: NEEDS_PIN };
  return settleByOutcome(attempt, fetched, unproven, (outcome) =>
    settledBy(operation, outcome) === "done" ? null : unproven,
  );
}

/** Confirms a change (specification 4.1, G8). */
const CHANGE_ACCEPTED = 204;

/** Checks the outcome after another 2xx, which can come from a proxy and proves nothing. */
function isShownIn({ store, operation }: RecordedAttempt, outcome: Outcome): boolean {
  if (operation.kind === "reauth") return true;
  return isOperationConfirmed(operation, store.operations.ofPayment(operation.posTid), outcome);
}

function retryUnconfirmed({ attempts }: OperationRow, random: number): Decision {
  const because = reasonFor("queue_doubtful");
  return { is: "retry", state: "unknown", afterMs: pauseAfter(attempts, random), because };
}

/** Compares a refused request with the outcome: an earlier attempt may have succeeded. */
function compareWithOutcome(attempt: RecordedAttempt, error: Refused, fetched: FetchedOutcome | null): Decision | null {
  const { operation, random } = attempt;
  const because = withExplanation(error);
  const afterMs = Math.max(MIN_COMPARISON_DELAY_MS, pauseAfter(operation.attempts, random()));
  const retry: Decision = { is: "retry", state: "unknown", afterMs, because, hasResponse: true };
  if (fetched === null) return decide(attempt, isDisowned(attempt, error) ? PARK_AS_UNKNOWN : retry);
  return settleByOutcome(attempt, fetched, retry, (outcome) => {
    const verdict = settledBy(operation, outcome);
    if (verdict === "done") return null;
    return verdict === "refused" && couldStillAppear(attempt)
      ? retry
      : judgeComparison(operation, verdict, outcome, because);
  });
}

function couldStillAppear({ clock, operation: { unknownSince } }: RecordedAttempt): boolean {
  return unknownSince !== null && clock.now() - unknownSince < APPEARS_WITHIN_MS;
}

const APPEARS_WITHIN_MS = 10_000;

/** True when the service has denied the payment often enough. A single denial can come from a starting gateway. */
function isDisowned(attempt: RecordedAttempt, error: Refused): boolean {
  if (!isUnknown(error) || isNewPayment(attempt)) return false;
  return attempt.store.exchanges.timesAnswered(attempt.operation, error.status) + 1 >= MAX_UNKNOWN_RESPONSES;
}

/**
 * Settles an attempt by the fetched outcome. Ignores a quarantined or outdated outcome: one implausible response must
 * not settle what was sent.
 * @param unproven the decision when the outcome proves nothing
 * @param decideBy returns null when the operation was done
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
    const decision = markResponded(
      isTrusted(fetched.apply(now)) ? decideBy(fetched.outcome) : parkIfRepeated(attempt, unproven),
    );
    settle(attempt, decision === null ? { state: "done" } : settlementOf(decision, operation, now), now);
    return decision;
  });
  // A failure ends polling, so it is polled once more for confirmation.
  attempt.pollSoon(operation.posTid);
  return decided;
}

function markResponded(decision: Decision | null): Decision | null {
  return decision?.is === "retry" ? { ...decision, hasResponse: true } : decision;
}

/** Captures and renewals never expire (`age.ts`), so an implausible response that keeps coming back is parked. */
function parkIfRepeated({ store, operation }: RecordedAttempt, unproven: Decision): Decision {
  const { kind, attempts, posTid } = operation;
  const neverExpires = kind === "capture" || kind === "reauth";
  const implausibleResponses = store.rows.find(posTid)?.held?.answers ?? 0;
  return neverExpires && Math.min(attempts, implausibleResponses) >= MAX_COMPARISONS ? PARK_AS_UNKNOWN : unproven;
}

const PARK_AS_UNKNOWN: Decision = { is: "parked", because: reasonFor("queue_not_known") };
const MAX_COMPARISONS = 9;

/** Shortest delay after a refusal without a usable outcome. It grows with each attempt. */
const MIN_COMPARISON_DELAY_MS = 5000;

interface FetchedOutcome {
  outcome: Outcome;
  apply(now: number): AppliedOutcome;
}

async function fetchOutcome({ api, store, operation }: RecordedAttempt, tid: string): Promise<FetchedOutcome | null> {
  const { posTid } = operation;
  const question = store.openPoll(posTid);
  const response = await getOutcome(api, tid);
  const parsed = response.ok ? readOutcome(response.value) : null;
  if (parsed === null) return null;
  const outcome = store.complete(posTid, parsed);
  return { outcome, apply: (now) => store.applyOutcome(posTid, outcome, "answer", now, [], question) };
}

function isNewPayment({ store, clock, operation }: RecordedAttempt): boolean {
  return isNewAtService(store.operations.ofPayment(operation.posTid), clock.now());
}
