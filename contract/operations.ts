/** What the till owes the service, or owed it, as screens show it; and the code that a customer scans. */
import type { Reason } from "./reasons.ts";

export type OperationKind = "create" | "capture" | "release" | "abort" | "reauth" | "refund" | "permission";
/** Of these, what is about a payment. */
export type PaymentOperationKind = Exclude<OperationKind, "permission">;
export type OperationState = "queued" | "sending" | "done" | "refused" | "attention";

/** Something the till owes the service, or owed it. */
export interface Operation {
  id: string;
  posTid: string;
  kind: OperationKind;
  state: OperationState;
  /** The amounts asked for; null where the operation has none (create, abort, release, reauth) */
  amount: number | null;
  additionalAmount: number | null;
  /** The reason given with a refund */
  reason: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  /** In English */
  lastError: string | null;
  /** The same as a code, for a screen to say in its own language */
  lastErrorReason: Reason | null;
  createdAt: string;
  settledAt: string | null;
  /** Since when the outcome of a sent request has been unknown; null when it is known or was never sent */
  unknownSince: string | null;
}

export interface QrCode {
  text: string;
  kind: "shortlink" | "claim";
}
