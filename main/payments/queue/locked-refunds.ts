import type { KeyObject } from "node:crypto";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { PaymentStore } from "../store.ts";
import type { OperationRow } from "./operation.ts";

/** The key that signs an operation: the till's `own`, the unlocked refund key, or a `locked` one that needs a PIN. */
export type Signer = "own" | "locked" | KeyObject;

export const NEEDS_PIN = reasonFor("queue_needs_pin_unknown");

const NEEDS_PIN_UNSENT = reasonFor("queue_needs_pin_unsent");

/** Parks a refund that was never sent and whose key is locked. */
export function parkLocked(store: PaymentStore, { id, posTid, kind }: OperationRow): void {
  store.commit(posTid, (now) => {
    store.operations.settle(id, { state: "parked", because: NEEDS_PIN_UNSENT }, now);
    store.journal.append(
      { event: "operation.parked", posTid, data: { id, kind, because: packReason(NEEDS_PIN_UNSENT) } },
      now,
    );
  });
}
