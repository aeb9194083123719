/** Refunds that wait for a manager's PIN, on a till whose refund key is locked. */
import type { KeyObject } from "node:crypto";
import { packed, reasonFor } from "../../../contract/reasons.ts";
import type { PaymentStore } from "../store.ts";
import type { OperationRow } from "./operation.ts";

/**
 * What an operation is signed with: `own`, what the till signs in with; the refund key, unlocked for this operation; or
 * nothing while that is `locked`.
 */
export type Signer = "own" | "locked" | KeyObject;

/** The reason for a refund whose key is locked, and that may have been done. */
export const NEEDS_PIN = reasonFor("queue_needs_pin_unknown");

const NEEDS_PIN_UNSENT = reasonFor("queue_needs_pin_unsent");

/** A refund that was never sent, and whose key was not unlocked, needs operator action: there is nothing to ask the service. */
export function parkLocked(store: PaymentStore, { id, posTid, kind }: OperationRow): void {
  store.commit(posTid, (now) => {
    store.operations.settle(id, { state: "parked", because: NEEDS_PIN_UNSENT }, now);
    store.journal.append(
      { event: "operation.parked", posTid, data: { id, kind, because: packed(NEEDS_PIN_UNSENT) } },
      now,
    );
  });
}
