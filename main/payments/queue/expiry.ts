/** Expiry of operations that have waited too long: nothing is dropped silently. */

import { packed, reasonFor } from "../../../contract/reasons.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { canonicalBody } from "../bodies.ts";
import { confirming } from "../listing.ts";
import type { Ledger } from "../store.ts";
import type { OperationRow } from "./operations.ts";

/** A request that never left the till ends here, and the payment with it. */
export function giveUp(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  const because = reasonFor("queue_never_sent");
  ledger.commit(posTid, (now) => {
    ledger.operations.withdraw(id, because, now);
    ledger.journal.append({ event: "operation.expired", posTid, data: { id, kind, because: packed(because) } }, now);
    const abort = enqueueAbort(ledger, posTid, now);
    if (abort !== null) ledger.operations.settle(abort, { state: "done" }, now);
  });
}

/** A request that may have arrived is still settled; behind it the payment is aborted, by the same id. */
export function requestAbort(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  if (ledger.operations.ofPayment(posTid).some((operation) => operation.kind === "abort")) return;
  const because = packed(reasonFor("queue_cancel_later"));
  ledger.commit(posTid, (now) => {
    ledger.journal.append({ event: "operation.expired", posTid, data: { id, kind, because } }, now);
    enqueueAbort(ledger, posTid, now);
  });
}

/** A release, abort or refund that has waited for a day needs operator action. */
export function parkForAge(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  const because = reasonFor("queue_no_answer_for_a_day", { kind: reasonFor(`kind_${kind}`) });
  ledger.commit(posTid, (now) => {
    ledger.operations.settle(id, { state: "parked", because }, now);
    ledger.journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packed(because) } }, now);
  });
}

/** What the service accepted and has not shown for a day needs operator action: trying again sends the same once more. */
export function parkUnlisted(ledger: Ledger, posTid: string, now: number): void {
  const { operations, journal, rows } = ledger;
  const open = confirming(operations.ofPayment(posTid), rows.find(posTid)?.outcome ?? null);
  const late = open.filter(({ settledAt }) => settledAt !== null && now - settledAt > LISTED_WITHIN_MS);
  if (late.length === 0) return;
  ledger.commit(posTid, (at) => {
    for (const { id, kind } of late) {
      const because = reasonFor("queue_not_shown", { kind: reasonFor(`kind_${kind}`) });
      operations.takeUpAgain(id, because, at);
      journal.append({ event: "operation.parked", posTid, data: { id, kind, because: packed(because) } }, at);
    }
  });
}

const LISTED_WITHIN_MS = 24 * 3_600_000;

function enqueueAbort(ledger: Ledger, posTid: string, now: number): string | null {
  const row = ledger.rows.find(posTid);
  if (!row) return null;
  const id = randomIdentifier(20);
  const body = canonicalBody({ kind: "abort", id, currency: row.currency });
  ledger.enqueue({ id, posTid, kind: "abort", body }, { automatic: true }, now);
  return id;
}
