import type { OperationKind } from "../../../contract/payments/views.ts";
import type { Reason } from "../../../contract/reasons/reasons.ts";

export type StoredState = "ready" | "sending" | "unknown" | "done" | "refused" | "parked";

export interface OperationRow {
  id: string;
  posTid: string;
  sequence: number;
  kind: OperationKind;
  body: Uint8Array;
  /** True when the bytes match their fingerprint */
  isIntact: boolean;
  amount: number | null;
  additionalAmount: number | null;
  reason: string | null;
  state: StoredState;
  attempts: number;
  dueAt: number;
  lastError: Reason | null;
  unknownSince: number | null;
  createdAt: number;
  settledAt: number | null;
  sentAt: number | null;
  retriedAt: number | null;
  givenUp: boolean;
  /** True when the reservation rule requested it */
  byRule: boolean;
  /** Who requested it; null: the till, or no signed-in user */
  actor: string | null;
}

export interface NewOperation {
  id: string;
  posTid: string;
  kind: OperationKind;
  body: Uint8Array;
  /** True when the bytes name a customer by number or token: they are stored sealed */
  namesCustomer?: boolean;
  amount?: number | null;
  additionalAmount?: number | null;
  reason?: string | null;
  actor?: string | null;
  byRule?: boolean;
}

export type Settlement =
  | { state: "done" }
  | { state: "refused" | "parked"; because: Reason }
  /** `notBefore`: the service's retry time, if any */
  | { state: "ready" | "unknown"; because: Reason; dueAt: number; notBefore?: number | null };

/** Selects operations that an operator waits for. Times in ms since the epoch. */
export interface OperatorWait {
  /** Requested after this time */
  since: number;
  /** When the till started: a SALE's capture from before is backlog, since its customer may have left */
  startedAt: number;
  untried: boolean;
  skipUnaskedCustomers: boolean;
  now: number;
}

export interface QueueState {
  depth: number;
  oldestAt: number | null;
}
