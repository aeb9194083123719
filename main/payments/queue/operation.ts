/** An operation that the till owes the service, as its row has it: see `operations.ts`. */
import type { Reason } from "../../../contract/reasons.ts";
import type { OperationKind } from "../../../contract/views.ts";

export type StoredState = "ready" | "sending" | "unknown" | "done" | "refused" | "parked";

export interface OperationRow {
  id: string;
  posTid: string;
  sequence: number;
  kind: OperationKind;
  body: Uint8Array;
  /** Whether its bytes are those that were stored */
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
  /** When it was last handed to the network */
  sentAt: number | null;
  /** When a manager last asked for it again */
  retriedAt: number | null;
  /** Whether a manager gave it up: then nothing follows from it any more */
  givenUp: boolean;
  /** Whether the till's rule for reservations asked for it */
  byRule: boolean;
  /** Who asked for it; null: the till itself, or nobody signed in */
  actor: string | null;
}

export interface NewOperation {
  id: string;
  posTid: string;
  kind: OperationKind;
  body: Uint8Array;
  /** Whether the bytes say who a customer is, by number or token: they are sealed in the database then */
  namesCustomer?: boolean;
  amount?: number | null;
  additionalAmount?: number | null;
  reason?: string | null;
  actor?: string | null;
  byRule?: boolean;
}

/** How an attempt ended, as the queue stores it. */
export type Settlement =
  | { state: "done" }
  | { state: "refused" | "parked"; because: Reason }
  /** `notBefore`: when the service takes it again, if it said so */
  | { state: "ready" | "unknown"; because: Reason; dueAt: number; notBefore?: number | null };

/** What counts as waited for. Times in ms since the epoch. */
export interface WaitedFor {
  /** Asked for after this */
  since: number;
  /** When the till started: the capture of a SALE from before it is backlog, its customer may be long gone */
  startedAt: number;
  /** Only what was not sent since it was asked for */
  untried: boolean;
  askNobody: boolean;
  now: number;
}

export interface QueueState {
  depth: number;
  oldestAt: number | null;
}
