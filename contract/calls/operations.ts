import type { Reason } from "../reasons/reasons.ts";

export type OperationKind = "create" | "capture" | "release" | "abort" | "reauth" | "refund" | "permission";
export type PaymentOperationKind = Exclude<OperationKind, "permission">;
export type OperationState = "queued" | "sending" | "done" | "refused" | "attention";

export interface Operation {
  id: string;
  posTid: string;
  kind: OperationKind;
  state: OperationState;
  /** Requested amounts; null for operations without one (create, abort, release, reauth) */
  amount: number | null;
  additionalAmount: number | null;
  reason: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  /** Code of the error, for translation */
  lastErrorReason: Reason | null;
  createdAt: string;
  settledAt: string | null;
  /** When the outcome of a sent request became unknown; null when the outcome is known or nothing was sent */
  unknownSince: string | null;
}

export interface QrCode {
  text: string;
  kind: "shortlink" | "claim";
}
