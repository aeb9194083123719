/** Refunds that wait for a manager's PIN, on a till whose refund key is locked until somebody unlocks it. */
import type { KeyObject } from "node:crypto";
import type { Ledger } from "../payments/ledger.ts";
import type { OperationRow } from "./operations.ts";

/**
 * What an operation is signed with: `own`, what the till signs in with; the refund key, unlocked for this operation; or
 * nothing while that is `locked`.
 */
export type Signer = "own" | "locked" | KeyObject;

/** What is said of a refund whose key is locked, and that may have been done. */
export const NEEDS_PIN =
  "This refund needs a manager's PIN to go on. Whether it was done is not known yet; trying again never makes it a second time.";

const NEEDS_PIN_UNSENT = "This refund needs a manager's PIN to go on. Nothing was sent, and no money moved.";

/** A refund that was never sent, and whose key nobody has unlocked, is a person's task: there is nothing to ask the service. */
export function parkLocked(ledger: Ledger, { id, posTid, kind }: OperationRow): void {
  ledger.commit(posTid, (now) => {
    ledger.operations.settle(id, { state: "parked", because: NEEDS_PIN_UNSENT }, now);
    ledger.journal.append({ event: "operation.parked", posTid, data: { id, kind, because: NEEDS_PIN_UNSENT } }, now);
  });
}
