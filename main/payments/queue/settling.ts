/** Settles an attempt in the database: one transaction of the operation, the recorded exchanges and a journal entry. */
import { packed, reasonFor } from "../../../contract/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { ExchangeRecorder } from "../exchanges/recorder.ts";
import type { PaymentStore } from "../store.ts";
import type { Decision } from "./judge.ts";
import type { Signer } from "./locked-refunds.ts";
import type { LookUp } from "./lookup.ts";
import type { OperationRow, Settlement } from "./operation.ts";

export interface Attempt extends Pick<ServiceContext, "api" | "clock" | "random"> {
  store: PaymentStore;
  /** The service answered a request without a customer, and gave no code for it */
  onCodeMissing(): void;
  /** An outcome is wanted soon, should the attempt itself not get it */
  pollSoon(posTid: string): void;
  /** Whether callbacks are known to come, and say what happened */
  willBeTold(): boolean;
  operation: OperationRow;
  lookUp: LookUp;
  /** What a refund is signed with */
  signerOf(operation: OperationRow): Signer;
  /** Whether the attempt before this one, of whichever operation, was refused for the till's credentials */
  credentialsRefused: boolean;
}

/** An attempt with its recorded API exchanges, which are stored when it is settled. */
export type RecordedAttempt = Attempt & Pick<ExchangeRecorder, "take">;

/** Settles an attempt that did not go through, by what was decided about it. @returns that decision */
export function decide(attempt: RecordedAttempt, decision: Decision): Decision {
  const { store, clock, operation } = attempt;
  store.commit(operation.posTid, (now) => settle(attempt, settlementOf(decision, operation, clock.now()), now));
  return decision;
}

/** How a decision is stored. @param now ms since the epoch */
export function settlementOf(decision: Decision, operation: OperationRow, now: number): Settlement {
  const { because } = decision;
  if (decision.is === "refused" || decision.is === "parked") return { state: decision.is, because };
  // Once unknown, always unknown until it is settled: a later "not now" says nothing about the earlier attempt.
  const state =
    operation.unknownSince !== null || (decision.is === "again" && decision.state === "unknown") ? "unknown" : "ready";
  const askedMs = decision.is === "again" ? (decision.notBeforeMs ?? null) : null;
  return { state, because, dueAt: now + decision.afterMs, notBefore: askedMs === null ? null : now + askedMs };
}

/** Inside a commit: the operation's new state, the recorded exchanges, and a journal entry when there is something new. */
export function settle({ store, operation, take }: RecordedAttempt, settlement: Settlement, now: number): void {
  const { id, posTid, kind, amount, additionalAmount, attempts } = operation;
  store.operations.settle(id, settlement, now);
  const nothingNew =
    settlement.state === "ready" || (settlement.state === "unknown" && operation.unknownSince !== null);
  if (!nothingNew) {
    const because = "because" in settlement ? packed(settlement.because) : null;
    const data = { id, kind, amount, additionalAmount, attempts, because };
    store.journal.append({ event: `operation.${settlement.state}`, posTid, data }, now);
  }
  const tells = nothingNew ? null : store.journal.head().entries;
  store.exchanges.keep(take(), { posTid, operationId: id, journal: tells }, now);
}

/** A surprise in our own code must not strand an operation in `sending`: its outcome is unknown, and it is due again. */
export function putBack(store: PaymentStore, clock: Clock, operation: OperationRow): void {
  const isAgain = operation.lastError?.code === "queue_not_settled";
  const pause = isAgain ? PUT_BACK_MS * 2 ** Math.min(operation.attempts, PUT_BACK_DOUBLINGS) : PUT_BACK_MS;
  const dueAt = clock.now() + pause;
  try {
    store.operations.settle(
      operation.id,
      { state: "unknown", because: reasonFor("queue_not_settled"), dueAt },
      clock.now(),
    );
  } catch {
    // The disk does not take it either: the row stays `sending`, and the next start makes it unknown.
  }
}

/** A disk that has room again: the customer may have approved meanwhile. Doubles to a minute. */
const PUT_BACK_MS = 2000;
const PUT_BACK_DOUBLINGS = 5;
