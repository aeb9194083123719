/** One attempt at one operation: send its bytes, and read the answer. What becomes of it then is in `settling.ts`. */
import type { ApiClient } from "../api/client.ts";
import type { Refused } from "../api/errors.ts";
import { getOutcome, postPaymentRequest, putPaymentRequest } from "../api/payment-request.ts";
import { pauseAfter } from "../api/retry.ts";
import { witness } from "../evidence/witness.ts";
import { type Outcome, readOutcome } from "../payments/outcome.ts";
import type { PaymentChange } from "../payments/rows.ts";
import {
  type Decision,
  explained,
  judge,
  judgeComparison,
  judgeRefundKey,
  judgeRefusedCreate,
  settledBy,
} from "./judge.ts";
import { NEEDS_PIN } from "./locked.ts";
import { lookUpPayment } from "./lookup.ts";
import { fingerprintOf, type OperationRow } from "./operations.ts";
import { type Attempt, decide, type SeenAttempt, settle } from "./settling.ts";

/** Sends an operation and settles it by its answer. @returns the decision, or null when it went through */
export async function perform(unseen: Attempt): Promise<Decision | null> {
  const attempt: SeenAttempt = { ...unseen, ...witness(unseen.api, unseen.clock) };
  const { body, fingerprint } = attempt.operation;
  // Other bytes than those that were stored would be another request under the same id.
  if (!fingerprintOf(body).equals(fingerprint)) {
    return decide(attempt, { is: "parked", because: "The stored request is damaged. It was not sent." });
  }
  return attempt.operation.kind === "create" ? create(attempt) : update(attempt);
}

async function create(attempt: SeenAttempt): Promise<Decision | null> {
  const { api, ledger, operation, random } = attempt;
  const { posTid } = operation;
  const answer = await postPaymentRequest(api, operation.body);
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === "refused") return refusedCreate(attempt, error);
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  const { tid, claimUri } = answer.value;
  const claimable = claimUri !== null && ledger.rows.find(posTid)?.customer === null;
  return created(attempt, claimable ? { tid, qr: { text: claimUri, kind: "claim" } } : { tid });
}

const LIST_LAG_MS = 120_000;
const LOOK_UP_TRIES = 9;

function created(attempt: SeenAttempt, change: PaymentChange): null {
  const { ledger, operation } = attempt;
  ledger.commit(operation.posTid, (now) => {
    ledger.rows.change(operation.posTid, change, now);
    settle(attempt, { state: "done" }, now);
  });
  attempt.pollSoon(operation.posTid);
  return null;
}

/**
 * A create that is refused was not done, unless an earlier attempt of it was never answered: then the customer may have
 * been asked, whatever the service says to the repeat (a scan token that has run out since, say). Its list tells.
 */
async function refusedCreate(attempt: SeenAttempt, error: Refused): Promise<Decision | null> {
  const { api, ledger, operation, posId, random } = attempt;
  if (operation.unknownSince === null) return decide(attempt, judgeRefusedCreate(error));
  const { posTid } = operation;
  const looked = await lookUpPayment(api, { posId, posTid }, (tid) => ledger.rows.findByTid(tid) !== null);
  // A list may lag behind: it is believed when it still says so a while after the request was lost.
  const lostFor = attempt.clock.now() - operation.unknownSince;
  if (looked === "absent" && lostFor > LIST_LAG_MS) return decide(attempt, judgeRefusedCreate(error));
  if (looked === "unknown" && operation.attempts >= LOOK_UP_TRIES) {
    return decide(attempt, {
      is: "parked",
      because: "Whether the customer was asked cannot be found out. Look at the phone.",
    });
  }
  if (looked !== "unknown" && looked !== "absent") return created(attempt, { tid: looked.found });
  const afterMs = pauseAfter(operation.attempts, random());
  return decide(attempt, { is: "again", state: "unknown", afterMs, because: explained(error) });
}

async function update(attempt: SeenAttempt): Promise<Decision | null> {
  const { api, ledger, operation, random } = attempt;
  const { posTid } = operation;
  const tid = ledger.rows.find(posTid)?.tid ?? null;
  // Its create was refused: there is nothing at the service that this could change.
  if (tid === null) return decide(attempt, { is: "refused", because: "The service never had this payment." });
  const signer = attempt.signerOf(operation);
  if (signer === "locked") return withoutKey(attempt, tid);
  const answer = await putPaymentRequest(api, tid, operation.body, signer === "own" ? undefined : signer);
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === "credentials" && signer !== "own") return decide(attempt, judgeRefundKey(operation, error));
    if (error.kind === "refused") return compare(attempt, error, await fetchOutcome(api, tid));
    return decide(attempt, judge(operation, error, random(), attempt.credentialsRefused));
  }
  const outcome = await fetchOutcome(api, tid);
  if (answer.status !== DONE && !shows(outcome, operation)) return decide(attempt, doubtful(operation, random()));
  ledger.commit(posTid, (now) => {
    if (outcome) ledger.takeIn(posTid, outcome, "answer", now);
    settle(attempt, { state: "done" }, now);
  });
  if (!outcome) attempt.pollSoon(posTid);
  return null;
}

/** What was sent and not answered may have been done, and to ask for that nobody's PIN is needed. */
async function withoutKey(attempt: SeenAttempt, tid: string): Promise<Decision | null> {
  const { api, ledger, operation } = attempt;
  const outcome = await fetchOutcome(api, tid);
  if (outcome === null || settledBy(operation, outcome) !== "done") {
    // Unlocked meanwhile: then it goes on at once.
    if (attempt.signerOf(operation) !== "locked")
      return decide(attempt, { is: "again", state: "unknown", afterMs: 0, because: NEEDS_PIN });
    return decide(attempt, { is: "parked", because: NEEDS_PIN });
  }
  ledger.commit(operation.posTid, (now) => {
    ledger.takeIn(operation.posTid, outcome, "answer", now);
    settle(attempt, { state: "done" }, now);
  });
  return null;
}

/** The one answer that says that a change was made (specification 4.1, G8). */
const DONE = 204;

/** Another 2xx may come from something between us and the service: only the service's own record proves the change. */
function shows(outcome: Outcome | null, operation: OperationRow): boolean {
  return outcome !== null && (operation.kind === "reauth" || settledBy(operation, outcome) === "done");
}

function doubtful({ attempts }: OperationRow, random: number): Decision {
  const because = "The answer was not one that the service gives, and its record does not show the change.";
  return { is: "again", state: "unknown", afterMs: pauseAfter(attempts, random), because };
}

/** A refused request is compared with the service's own record: an earlier attempt of it may have gone through. */
function compare(attempt: SeenAttempt, error: Refused, outcome: Outcome | null): Decision | null {
  const { ledger, operation } = attempt;
  if (outcome === null) {
    return decide(
      attempt,
      error.status === 404
        ? { is: "parked", because: "The service says that it does not know this payment." }
        : { is: "again", state: "unknown", afterMs: COMPARE_AGAIN_MS, because: explained(error) },
    );
  }
  const verdict = settledBy(operation, outcome);
  const decision = verdict === "done" ? null : judgeComparison(operation, verdict, outcome, explained(error));
  ledger.commit(operation.posTid, (now) => {
    ledger.takeIn(operation.posTid, outcome, "answer", now);
    settle(attempt, decision === null ? { state: "done" } : { state: decision.is, because: decision.because }, now);
  });
  return decision;
}

/** The outcome could not be read after a refusal: ask again, both. */
const COMPARE_AGAIN_MS = 5000;

async function fetchOutcome(api: ApiClient, tid: string): Promise<Outcome | null> {
  const answer = await getOutcome(api, tid);
  return answer.ok ? readOutcome(answer.value) : null;
}
