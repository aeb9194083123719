/**
 * Drains the queue: in order within a payment, in parallel across payments. Operations that an operator waits for go
 * first, then new customers, then the rest. The API client limits the rate of all requests. Each turn leases, sends,
 * judges and settles. After a crash in between, the same bytes are sent again.
 */

import { startLoop } from "../../lib/loop.ts";
import { withPriority } from "../../service/api/client.ts";
import { MAX_RETRY_AFTER_MS } from "../../service/api/errors.ts";
import type { Priority } from "../../service/api/token-bucket.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { DataRequests } from "../permissions.ts";
import type { PaymentStore } from "../store.ts";
import { judgeAge } from "./age.ts";
import { perform } from "./attempt.ts";
import { afterFailure, allowProbe, type Breaker, CLOSED, pauseLeft } from "./breaker.ts";
import { giveUp, parkForAge, requestAbort } from "./expiry.ts";
import type { Decision } from "./judge.ts";
import { parkLocked, type Signer } from "./locked-refunds.ts";
import type { Lookup } from "./lookup.ts";
import type { OperationRow } from "./operation.ts";
import { requeue } from "./settling.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

/** Parallel attempts: enough for ten requests a second at 0.4 s per response, more at higher rates. */
const MIN_PARALLEL = 4;
const MAX_PARALLEL = 16;
const EXPECTED_RESPONSE_S = 0.4;
/** Additional attempts for operators, which missing responses must not block. */
const EXTRA_FOR_OPERATORS = 8;
/** Longest sleep of an idle worker, in case the clock was set. */
const MAX_IDLE_MS = 60_000;
/** How long an operator waits. After that the screen shows "outcome not known yet". */
const OPERATOR_WAIT_MS = 30_000;

export interface WorkerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PaymentStore;
  requests: DataRequests;
  lookUp: Lookup;
  perSecond: number;
  offlineMinutes: number;
  /** True while the service is unreachable: no customer is asked, and the connectivity probe detects its return */
  isOffline(): boolean;
  signerOf(operation: OperationRow): Signer;
  onChange(): void;
  onCodeMissing(): void;
  pollSoon(posTid: string): void;
  areCallbacksReliable(): boolean;
}

interface Pauses {
  credentialsUntil: number | null;
  breaker: Breaker;
  /** The breaker's next probe is for an operator's action */
  isOperatorProbe: boolean;
}

const NO_PAUSES: Pauses = { credentialsUntil: null, breaker: CLOSED, isOperatorProbe: false };

/** Attempts in flight, by payment. `bypassing`: those that bypassed the order for an operator. */
interface InFlight {
  attempts: Map<string, Promise<void>>;
  bypassing: Set<string>;
}

interface NextOperation {
  operation: OperationRow;
  priority: Priority;
  /** Bypasses the limit of parallel attempts */
  bypassesLimit: boolean;
}

interface Drain {
  ports: WorkerPorts;
  wake(): void;
  stopwatch: Stopwatch;
  inFlight: InFlight;
  pauses: Pauses;
  publishedPaused: boolean;
  startedAt: number;
}

/** Starts the worker. Operations in flight when the last process ended are unknown and settled first. */
export function startWorker(ports: WorkerPorts) {
  const { clock } = ports;
  const { operations } = ports.store;
  const inFlight: InFlight = { attempts: new Map(), bypassing: new Set() };
  const stopwatch = createStopwatch(clock);
  const state = { pauses: NO_PAUSES, publishedPaused: false, startedAt: clock.now() };
  operations.clampDue(clock.now() + MAX_RETRY_AFTER_MS);
  const { wake, close } = startLoop(ports, () => drainOnce(drain));
  const drain: Drain = { ports, wake, stopwatch, inFlight, ...state };
  return {
    wake,
    /** Lets an operator's action be the probe of an open breaker. New operations are tried once at once anyway. */
    allowOperatorProbe() {
      drain.pauses = { ...drain.pauses, isOperatorProbe: true };
      wake();
    },
    /** Makes unanswered operations due now that the service is online. An open breaker still probes one at a time. */
    resumeOnline() {
      // Only a read succeeded: a service that cannot write, or refuses the credentials for writing, stays paused.
      const breaker = allowProbe(drain.pauses.breaker, clock.monotonic());
      drain.pauses = { ...drain.pauses, breaker, isOperatorProbe: false };
      operations.makeUnknownDue(clock.now());
      wake();
    },
    /** True while the sender pauses: its credentials are refused, or the service is down. */
    isPaused: (): boolean => pauseLeftMs(drain) > 0,
    async close() {
      await close();
      await Promise.allSettled(inFlight.attempts.values());
    },
  };
}

function drainOnce(drain: Drain): number {
  const { ports, stopwatch, inFlight } = drain;
  const { store, clock } = ports;
  const { operations } = store;
  operations.shiftDue(stopwatch.takeClockJumpMs(), clock.now());
  // Left by the last process, or by a settlement that could not be written.
  for (const posTid of operations.recover(clock.now(), new Set(inFlight.attempts.keys())))
    (store.rows.find(posTid) === null ? ports.requests : store).commit(posTid, () => undefined);
  // A pause can also end by time, or when the service comes back.
  if (drain.publishedPaused !== pauseLeftMs(drain) > 0) publish(drain);
  const hasUnsent = operations.anyNotSending();
  const urgent = hasUnsent ? nextUrgent(drain) : null;
  const pause = urgent === null ? pauseOf(probePauses(drain.pauses, clock.monotonic()), clock.monotonic()) : 0;
  if (pause > 0) return pause;
  const next = urgent ?? (hasUnsent ? nextInTurn(drain) : null);
  if (next === null || next.operation.dueAt > clock.now())
    return Math.min(next ? next.operation.dueAt - clock.now() : MAX_IDLE_MS, pauseLeftMs(drain) || MAX_IDLE_MS);
  const { operation } = next;
  if (handleExpired(ports, operation, stopwatch.ageOf(operation))) return 0;
  if (operation.unknownSince === null && ports.signerOf(operation) === "locked") {
    parkLocked(store, operation);
    return 0;
  }
  const leased = operations.lease(operation.id, clock.now());
  if (next.bypassesLimit) inFlight.bypassing.add(leased.posTid);
  drain.pauses = { ...drain.pauses, isOperatorProbe: false };
  inFlight.attempts.set(leased.posTid, send(drain, leased, next.priority));
  publish(drain);
  return 0;
}

/** Returns the sender's remaining pause in ms, which an operator's action may bypass. */
function pauseLeftMs({ pauses, ports }: Drain): number {
  return pauseOf(pauses, ports.clock.monotonic());
}

function publish(drain: Drain): void {
  drain.publishedPaused = pauseLeftMs(drain) > 0;
  drain.ports.onChange();
}

/** Sends a leased operation and updates the pauses from the result. */
async function send(drain: Drain, operation: OperationRow, priority: Priority): Promise<void> {
  const { ports, wake, inFlight } = drain;
  const { store, clock, log } = ports;
  try {
    const credentialsRefused = drain.pauses.credentialsUntil !== null;
    const attempt = { ...ports, api: withPriority(ports.api, priority), operation, credentialsRefused };
    const decision = await (operation.kind === "permission" ? ports.requests.perform(attempt) : perform(attempt));
    const closesBreaker = drain.pauses.breaker.openUntil !== null && !isOutage(decision);
    drain.pauses = afterAttempt(drain.pauses, decision, clock.monotonic());
    if (closesBreaker) store.operations.makeUnknownDue(clock.now());
  } catch (error) {
    log.error({ err: error, operationId: operation.id }, "an operation could not be settled");
    requeue(store, clock, operation);
  } finally {
    inFlight.attempts.delete(operation.posTid);
    inFlight.bypassing.delete(operation.posTid);
    publish(drain);
    wake();
  }
}

/**
 * Returns a new operation that an operator waits for. Bypasses the parallel limit and, one at a time, an open breaker.
 */
function nextUrgent(drain: Drain): NextOperation | null {
  const { ports, inFlight, pauses } = drain;
  const areCredentialsRefused = (pauses.credentialsUntil ?? 0) > ports.clock.monotonic();
  const limit = pauses.breaker.openUntil === null ? EXTRA_FOR_OPERATORS : 1;
  if (inFlight.bypassing.size >= limit || areCredentialsRefused || ports.isOffline()) return null;
  const operation = nextForOperator(drain, true);
  return operation && { operation, priority: "person", bypassesLimit: true };
}

function nextInTurn(drain: Drain): NextOperation | null {
  const { inFlight, pauses, ports } = drain;
  const { store, clock, isOffline } = ports;
  const { operations } = store;
  const { breaker, isOperatorProbe } = pauses;
  // An open breaker lets one probe through at a time.
  const limit = breaker.openUntil === null ? parallelAt(ports.perSecond) : 1;
  if (inFlight.attempts.size - inFlight.bypassing.size >= limit) return null;
  const busy = new Set(inFlight.attempts.keys());
  const probe =
    breaker.openUntil !== null && isOperatorProbe ? operations.nextRequested(busy, isOffline(), clock.now()) : null;
  const forPerson = probe ?? nextForOperator(drain, false);
  if (forPerson) return { operation: forPerson, priority: "person", bypassesLimit: false };
  const creation = operations.nextCreation(busy, isOffline(), clock.now());
  if (creation) return { operation: creation, priority: "customer", bypassesLimit: false };
  const operation = operations.nextDue(busy, isOffline());
  return operation && { operation, priority: "rest", bypassesLimit: false };
}

/** Returns the number of parallel attempts, so that slow responses do not limit the rate. */
function parallelAt(perSecond: number): number {
  return Math.min(Math.max(Math.ceil(perSecond * EXPECTED_RESPONSE_S), MIN_PARALLEL), MAX_PARALLEL);
}

function nextForOperator({ ports, inFlight, startedAt }: Drain, untried: boolean): OperationRow | null {
  const { store, clock, isOffline } = ports;
  const now = clock.now();
  const times = { since: now - OPERATOR_WAIT_MS, startedAt, now };
  const busy = new Set(inFlight.attempts.keys());
  return store.operations.nextForWaitingOperator(busy, { ...times, untried, skipUnaskedCustomers: isOffline() });
}

function handleExpired(
  { store, requests, offlineMinutes }: WorkerPorts,
  operation: OperationRow,
  ageMs: number,
): boolean {
  const takenOffline = store.rows.find(operation.posTid)?.takenOffline ?? false;
  switch (judgeAge(operation, takenOffline, offlineMinutes, ageMs)) {
    case "in_time":
      return false;
    case "give_up":
      if (operation.kind === "permission") requests.giveUp(operation);
      else giveUp(store, operation);
      return true;
    case "abort":
      if (operation.kind === "permission") requests.giveUp(operation);
      else requestAbort(store, operation);
      return false;
    case "park":
      parkForAge(store, operation);
      return true;
  }
}

function afterAttempt(pauses: Pauses, decision: Decision | null, now: number): Pauses {
  if (decision?.is === "credentials") return { ...NO_PAUSES, credentialsUntil: now + decision.afterMs };
  if (isOutage(decision)) return { ...pauses, credentialsUntil: null, breaker: afterFailure(pauses.breaker, now) };
  return NO_PAUSES;
}

/** True when the service did not respond or failed. "Not now" and implausible responses do not count. */
function isOutage(decision: Decision | null): boolean {
  return decision?.is === "retry" && decision.state === "unknown" && decision.hasResponse !== true;
}

/** Returns the pauses for the next attempt. An operator's action bypasses the breaker. */
function probePauses(pauses: Pauses, now: number): Pauses {
  return pauses.isOperatorProbe ? { ...pauses, breaker: allowProbe(pauses.breaker, now) } : pauses;
}

function pauseOf({ credentialsUntil, breaker }: Pauses, now: number): number {
  return Math.max(credentialsUntil === null ? 0 : credentialsUntil - now, pauseLeft(breaker, now));
}
