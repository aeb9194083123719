import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { canonicalBody } from "../bodies.ts";
import { unconfirmedOperations } from "../listing.ts";
import type { PaymentStore } from "../store.ts";
import type { OperationRow } from "./operation.ts";

/** Discards an operation that was never sent, and cancels its payment. */
export function giveUp(store: PaymentStore, { id, posTid, kind }: OperationRow): void {
  const because = reasonFor("queue_never_sent");
  store.commit(posTid, (now) => {
    store.operations.withdraw(id, because, now);
    store.journal.append({ event: "operation.expired", posTid, data: { id, kind, because: packReason(because) } }, now);
    const abort = enqueueAbort(store, posTid, now);
    if (abort !== null) store.operations.settle(abort, { state: "done" }, now);
  });
}

/** Queues an abort behind a request that may have arrived, which is still settled first. */
export function requestAbort(store: PaymentStore, { id, posTid, kind }: OperationRow): void {
  if (store.operations.ofPayment(posTid).some((operation) => operation.kind === "abort")) return;
  const because = packReason(reasonFor("queue_cancel_later"));
  store.commit(posTid, (now) => {
    store.journal.append({ event: "operation.expired", posTid, data: { id, kind, because } }, now);
    enqueueAbort(store, posTid, now);
  });
}

/** Parks an operation without a response for 24 hours. */
export function parkForAge(store: PaymentStore, { id, posTid, kind }: OperationRow): void {
  const because = reasonFor("queue_no_answer_for_a_day", { kind: reasonFor(`kind_${kind}`) });
  store.commit(posTid, (now) => {
    store.operations.settle(id, { state: "parked", because }, now);
    store.journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packReason(because) } }, now);
  });
}

/** Parks accepted operations that the outcome has not shown for a day. A retry repeats the same request. */
export function parkUnconfirmed(store: PaymentStore, posTid: string, now: number): void {
  const { operations, journal, rows } = store;
  const unconfirmed = unconfirmedOperations(operations.ofPayment(posTid), rows.find(posTid)?.outcome ?? null);
  const overdue = unconfirmed.filter(({ settledAt }) => settledAt !== null && now - settledAt > CONFIRMED_WITHIN_MS);
  if (overdue.length === 0) return;
  store.commit(posTid, (at) => {
    for (const { id, kind } of overdue) {
      const because = reasonFor("queue_not_shown", { kind: reasonFor(`kind_${kind}`) });
      operations.reopenParked(id, because, at);
      journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packReason(because) } }, at);
    }
  });
}

const CONFIRMED_WITHIN_MS = 24 * 3_600_000;

function enqueueAbort(store: PaymentStore, posTid: string, now: number): string | null {
  const row = store.rows.find(posTid);
  if (!row) return null;
  const id = randomIdentifier(20);
  const body = canonicalBody({ kind: "abort", id, currency: row.currency });
  store.enqueue({ id, posTid, kind: "abort", body }, { automatic: true }, now);
  return id;
}
