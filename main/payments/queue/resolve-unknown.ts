import { failed, type Result } from "../../../contract/calls/errors.ts";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { getOutcome } from "../../service/api/payment-request.ts";
import { findListedMovement } from "../done-after-refusal.ts";
import { readOutcome } from "../outcome.ts";
import { BELIEVED_AFTER_REPEATS } from "../plausibility.ts";
import { isTrusted, type PaymentStore } from "../store.ts";
import { settledBy } from "./judge.ts";
import type { OperationRow } from "./operation.ts";

/** Settles an operation that the known outcome lists by id. @returns true if it was settled */
export function settleIfListed(store: PaymentStore, row: OperationRow, actor: string | null): boolean {
  const outcome = store.rows.find(row.posTid)?.outcome ?? null;
  if (outcome === null || findListedMovement(row, outcome) === null) return false;
  store.commit(row.posTid, (now) => {
    const { id, kind, amount, additionalAmount, attempts } = row;
    store.operations.settle(id, { state: "done" }, now);
    const data = { id, kind, amount, additionalAmount, attempts, because: SERVICE_HAS_IT };
    store.journal.append({ event: "operation.done", posTid: row.posTid, actor, data }, now);
  });
  return true;
}

const SERVICE_HAS_IT = packReason(reasonFor("queue_service_has_it"));

/** Longer than any response timeout. */
const QUIET_MS = 30_000;

/**
 * Checks an unanswered operation against the service's record before it is discarded, so that it is not done a second
 * time.
 * @returns the reason why it cannot be discarded; null when the outcome was read, after which the operation may be
 * settled or in flight again
 */
export async function resolveUnknown(
  { api, store, now }: { api: ApiClient; store: PaymentStore; now(): number },
  row: OperationRow,
): Promise<Result<never> | null> {
  const { operations, journal } = store;
  const operationId = row.id;
  const tid = store.rows.find(row.posTid)?.tid ?? null;
  if (tid === null) {
    // The lookup gave up: the service's record cannot be found.
    if (row.state === "parked" && row.lastError?.code === "queue_asked_unknown") return null;
    return failed("illegal_state", { operationId, because: reasonFor("queue_customer_asked") });
  }
  // The service may still be processing a request that timed out.
  if (row.sentAt !== null && now() - row.sentAt < QUIET_MS) {
    return failed("conflict", { operationId, because: reasonFor("queue_sent_recently") });
  }
  const question = store.openPoll(row.posTid);
  const response = await getOutcome(api, tid);
  const outcome = response.ok ? readOutcome(response.value) : null;
  const notResolved = failed("offline", { operationId, because: reasonFor("queue_cannot_ask") });
  if (outcome === null) return notResolved;
  return store.commit(row.posTid, (at) => {
    const applied = store.applyOutcome(row.posTid, outcome, "answer", at, [], question);
    const repeats = store.rows.find(row.posTid)?.held?.repeats ?? 0;
    // A repeated implausible outcome must not block the operation forever: a manager decides.
    if (applied.result === "quarantined" && repeats >= BELIEVED_AFTER_REPEATS) return null;
    // An implausible or outdated outcome decides nothing.
    if (!isTrusted(applied)) return notResolved;
    if (settledBy(row, outcome) !== "done" || operations.find(row.id)?.settledAt !== null) return null;
    operations.settle(row.id, { state: "done" }, at);
    const { id, kind, amount, additionalAmount, attempts } = row;
    journal.append(
      {
        event: "operation.done",
        posTid: row.posTid,
        data: { id, kind, amount, additionalAmount, attempts, because: SERVICE_HAS_IT },
      },
      at,
    );
    return null;
  });
}
