/** What becomes of operations that have waited too long: nothing is dropped silently. */

import { canonicalBody } from "../payments/bodies.ts";
import type { Ledger } from "../payments/ledger.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import type { OperationRow } from "./operations.ts";

/** A request that never left the till ends here, and the payment with it. */
export function giveUp(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  const because = "It waited too long and was never sent. Nobody was asked to pay.";
  ledger.commit(posTid, (now) => {
    ledger.operations.withdraw(id, because, now);
    ledger.journal.append({ event: "operation.expired", posTid, data: { id, kind, because } }, now);
    const abort = enqueueAbort(ledger, posTid, now);
    if (abort !== null) ledger.operations.settle(abort, { state: "done" }, now);
  });
}

/** A request that may have arrived is still settled; behind it the payment is aborted, by the same id. */
export function requestAbort(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  if (ledger.operations.ofPayment(posTid).some((operation) => operation.kind === "abort")) return;
  const because = "No answer for too long: once there is one, the payment is cancelled.";
  ledger.commit(posTid, (now) => {
    ledger.journal.append({ event: "operation.expired", posTid, data: { id, kind, because } }, now);
    enqueueAbort(ledger, posTid, now);
  });
}

/** A release, abort or refund that has waited for a day is a person's task. */
export function parkForAge(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  const because = `The ${kind} has had no answer for 24 hours. Whether it was done is not known.`;
  ledger.commit(posTid, (now) => {
    ledger.operations.settle(id, { state: "parked", because }, now);
    ledger.journal.append({ event: "operation.parked", posTid, data: { id, kind, because } }, now);
  });
}

function enqueueAbort(ledger: Ledger, posTid: string, now: number): string | null {
  const row = ledger.rows.find(posTid);
  if (!row) return null;
  const id = randomIdentifier(20);
  const body = canonicalBody({ kind: "abort", id, currency: row.currency });
  ledger.enqueue({ id, posTid, kind: "abort", body }, { automatic: true }, now);
  return id;
}
