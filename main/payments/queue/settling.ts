/** Settles an attempt as one transaction: the operation, its exchanges and a journal entry. */
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { ExchangeRecorder } from "../exchanges/recorder.ts";
import type { PaymentStore } from "../store.ts";
import type { Decision } from "./judge.ts";
import type { Signer } from "./locked-refunds.ts";
import type { Lookup } from "./lookup.ts";
import type { OperationRow, Settlement } from "./operation.ts";

export interface Attempt extends Pick<ServiceContext, "api" | "clock" | "random"> {
  store: PaymentStore;
  onCodeMissing(): void;
  pollSoon(posTid: string): void;
  /** True when callbacks are known to arrive and carry their object */
  areCallbacksReliable(): boolean;
  operation: OperationRow;
  lookUp: Lookup;
  signerOf(operation: OperationRow): Signer;
  /** True when the previous attempt of any operation was refused because of the till's credentials */
  credentialsRefused: boolean;
}

export type RecordedAttempt = Attempt & Pick<ExchangeRecorder, "drain">;

/** Stores the settlement of a decision and returns the decision. */
export function decide(attempt: RecordedAttempt, decision: Decision): Decision {
  const { store, clock, operation } = attempt;
  store.commit(operation.posTid, (now) => settle(attempt, settlementOf(decision, operation, clock.now()), now));
  return decision;
}

/** Returns the settlement of a decision, with due times in ms since the epoch. */
export function settlementOf(decision: Decision, operation: OperationRow, now: number): Settlement {
  const { because } = decision;
  if (decision.is === "refused" || decision.is === "parked") return { state: decision.is, because };
  // Unknown until settled: a later "not now" says nothing about the earlier attempt.
  const state =
    operation.unknownSince !== null || (decision.is === "retry" && decision.state === "unknown") ? "unknown" : "ready";
  const serviceDelayMs = decision.is === "retry" ? (decision.notBeforeMs ?? null) : null;
  return {
    state,
    because,
    dueAt: now + decision.afterMs,
    notBefore: serviceDelayMs === null ? null : now + serviceDelayMs,
  };
}

/** Stores the settlement inside a commit, with a journal entry if it changed anything. */
export function settle({ store, operation, drain }: RecordedAttempt, settlement: Settlement, now: number): void {
  const { id, posTid, kind, amount, additionalAmount, attempts } = operation;
  store.operations.settle(id, settlement, now);
  const { state } = settlement;
  const isUnchanged = state === "ready" || (state === "unknown" && operation.unknownSince !== null);
  if (!isUnchanged) {
    const because = "because" in settlement ? packReason(settlement.because) : null;
    const data = { id, kind, amount, additionalAmount, attempts, because };
    store.journal.append({ event: `operation.${state}`, posTid, data }, now);
  }
  const journalEntry = isUnchanged ? null : store.journal.head().entries;
  store.exchanges.store(drain(), { posTid, operationId: id, journal: journalEntry }, now);
}

/** Returns an operation to the queue as unknown after an unexpected error, so that it is not stuck in `sending`. */
export function requeue(store: PaymentStore, clock: Clock, operation: OperationRow): void {
  const isRepeated = operation.lastError?.code === "queue_not_settled";
  const pause = isRepeated ? REQUEUE_MS * 2 ** Math.min(operation.attempts, REQUEUE_DOUBLINGS) : REQUEUE_MS;
  const dueAt = clock.now() + pause;
  try {
    store.operations.settle(
      operation.id,
      { state: "unknown", because: reasonFor("queue_not_settled"), dueAt },
      clock.now(),
    );
  } catch {
    // The disk failed again: the row stays `sending` until the next start.
  }
}

/** First delay after an unexpected error, such as a full disk. Doubles to a minute. */
const REQUEUE_MS = 2000;
const REQUEUE_DOUBLINGS = 5;
