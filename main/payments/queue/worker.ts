/**
 * Drains the queue: in order within a payment, in parallel across payments; first what an operator waits for, then
 * customers who are to be asked, then the rest. How fast is the API client's to say: all requests have one rate. It reads
 * like what it does: lease, send, judge, settle. If it is stopped in between, the row is there, and the same bytes are
 * sent again.
 */

import { startLoop } from "../../lib/loop.ts";
import { withPriority } from "../../service/api/client.ts";
import { MAX_RETRY_AFTER_MS } from "../../service/api/errors.ts";
import type { Priority } from "../../service/api/token-bucket.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { OtherRequests } from "../permissions.ts";
import type { PaymentStore } from "../store.ts";
import { judgeAge } from "./age.ts";
import { perform } from "./attempt.ts";
import { afterFailure, asked, type Breaker, CLOSED, pauseLeft } from "./breaker.ts";
import { giveUp, parkForAge, requestAbort } from "./expiry.ts";
import type { Decision } from "./judge.ts";
import { parkLocked, type Signer } from "./locked-refunds.ts";
import type { LookUp } from "./lookup.ts";
import type { OperationRow } from "./operation.ts";
import { putBack } from "./settling.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

/** At ten requests a second: as many as keep that rate when an answer takes 0.4 s; more where more is allowed. */
const IN_PARALLEL = 4;
const MOST_IN_PARALLEL = 16;
const ANSWER_S = 0.4;
/** In addition, for what an operator waits for: missing answers must not block it. */
const FOR_PEOPLE = 8;
/** An idle worker looks this often all the same: the clock may have been set. */
const LOOK_MS = 60_000;
/** An operator waits for what was asked for within this time; after it the person reads "outcome not known yet". */
const WAITED_FOR_MS = 30_000;

export interface WorkerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PaymentStore;
  /** Requests that are of no payment */
  requests: OtherRequests;
  /** Whether the service has a payment whose creation was not answered */
  lookUp: LookUp;
  /** Requests a second that are allowed */
  perSecond: number;
  /** How long an intent that was taken offline may wait */
  offlineMinutes: number;
  /** Whether the service cannot be reached: then no customer is asked, and the connectivity probe finds out when it can */
  isOffline(): boolean;
  /** What a refund is signed with, and whether a manager has to unlock that first */
  signerOf(operation: OperationRow): Signer;
  /** The queue's depth or its pause changed */
  onChange(): void;
  /** The service answered a request without a customer, and gave no code for it */
  onCodeMissing(): void;
  /** An outcome is wanted soon: the poller asks, should the worker not get it */
  pollSoon(posTid: string): void;
  /** Whether callbacks are known to come, and say what happened */
  willBeTold(): boolean;
}

export interface Worker {
  /** Look at the queue now: something was added or became due. */
  wake(): void;
  /**
   * An operator asked for something: their action may be the probe of an open breaker. What was asked for just now needs
   * no hurry: it is tried once, at once, one at a time, whatever else the service does not answer.
   */
  hurry(): void;
  /** The service is online again: what waited for it is due now, one at a time until one of it is answered, too. */
  online(): void;
  /** Whether the sender pauses: the service does not accept its credentials, or is down. */
  paused(): boolean;
  close(): Promise<void>;
}

/** What pauses the sender. */
interface Holds {
  credentialsUntil: number | null;
  breaker: Breaker;
  /** The breaker's next probe is for an operator's action */
  hurried: boolean;
}

const NO_HOLDS: Holds = { credentialsUntil: null, breaker: CLOSED, hurried: false };

/** Attempts in flight, by payment; `ahead`: those that bypassed the order, because an operator waits. */
interface InFlight {
  attempts: Map<string, Promise<void>>;
  ahead: Set<string>;
}

/** What is sent next, and who waits for it. */
interface Next {
  operation: OperationRow;
  priority: Priority;
  /** It bypasses what holds the others up */
  ahead: boolean;
}

/** The worker's state between one look at the queue and the next. */
interface Drain {
  ports: WorkerPorts;
  wake(): void;
  stopwatch: Stopwatch;
  inFlight: InFlight;
  holds: Holds;
  /** Whether the pause was the state that was last published */
  publishedPaused: boolean;
  /** By the till's clock */
  startedAt: number;
}

/** Starts draining. Operations that were being sent when the last process ended are unknown, and are settled first. */
export function startWorker(ports: WorkerPorts): Worker {
  const { clock } = ports;
  const { operations } = ports.store;
  const inFlight: InFlight = { attempts: new Map(), ahead: new Set() };
  const stopwatch = createStopwatch(clock);
  const state = { holds: NO_HOLDS, publishedPaused: false, startedAt: clock.now() };
  operations.clampDue(clock.now() + MAX_RETRY_AFTER_MS);
  const { wake, close } = startLoop(ports, () => turn(drain));
  const drain: Drain = { ports, wake, stopwatch, inFlight, ...state };
  return {
    wake,
    hurry() {
      drain.holds = { ...drain.holds, hurried: true };
      wake();
    },
    online() {
      // Something was answered, and not what waits here: a service that reads and cannot write stays paused, and so
      // does one that refuses the till's credentials for writing alone.
      const breaker = asked(drain.holds.breaker, clock.monotonic());
      drain.holds = { ...drain.holds, breaker, hurried: false };
      operations.hurryUnknown(clock.now());
      wake();
    },
    paused: () => heldFor(drain) > 0,
    async close() {
      await close();
      await Promise.allSettled(inFlight.attempts.values());
    },
  };
}

/** One look at the queue: what is due goes out, or the worker sleeps until something is. */
function turn(drain: Drain): number {
  const { ports, stopwatch, inFlight } = drain;
  const { store, clock } = ports;
  const { operations } = store;
  operations.shiftDue(stopwatch.jump(), clock.now());
  // Left by the last process, or by a settlement that could not be written.
  for (const posTid of operations.recover(clock.now(), new Set(inFlight.attempts.keys())))
    (store.rows.find(posTid) === null ? ports.requests : store).commit(posTid, () => undefined);
  // A pause also ends by time alone, or because the service is online again.
  if (drain.publishedPaused !== heldFor(drain) > 0) publish(drain);
  // While all there is is being sent, nothing has to be looked for.
  const isAnyLeft = operations.anyNotSending();
  const urgent = isAnyLeft ? nextAhead(drain) : null;
  const pause = urgent === null ? pauseOf(goingOn(drain.holds, clock.monotonic()), clock.monotonic()) : 0;
  if (pause > 0) return pause;
  const next = urgent ?? (isAnyLeft ? nextInTurn(drain) : null);
  if (next === null || next.operation.dueAt > clock.now())
    return Math.min(next ? next.operation.dueAt - clock.now() : LOOK_MS, heldFor(drain) || LOOK_MS);
  const { operation } = next;
  if (isTooOld(ports, operation, stopwatch.ageOf(operation))) return 0;
  if (operation.unknownSince === null && ports.signerOf(operation) === "locked") {
    parkLocked(store, operation);
    return 0;
  }
  const leased = operations.lease(operation.id, clock.now());
  if (next.ahead) inFlight.ahead.add(leased.posTid);
  drain.holds = { ...drain.holds, hurried: false };
  inFlight.attempts.set(leased.posTid, send(drain, leased, next.priority));
  publish(drain);
  return 0;
}

/** How long the sender still pauses, in ms; also where an operator's action may go past that. */
function heldFor({ holds, ports }: Drain): number {
  return pauseOf(holds, ports.clock.monotonic());
}

/** Publishes that the queue has changed, or its pause. */
function publish(drain: Drain): void {
  drain.publishedPaused = heldFor(drain) > 0;
  drain.ports.onChange();
}

/** Sends what was leased, and learns from the answer what holds the others up. */
async function send(drain: Drain, operation: OperationRow, priority: Priority): Promise<void> {
  const { ports, wake, inFlight } = drain;
  const { store, clock, log } = ports;
  try {
    const credentialsRefused = drain.holds.credentialsUntil !== null;
    const attempt = { ...ports, api: withPriority(ports.api, priority), operation, credentialsRefused };
    const decision = await (operation.kind === "permission" ? ports.requests.perform(attempt) : perform(attempt));
    const closes = drain.holds.breaker.openUntil !== null && !isOutage(decision);
    drain.holds = afterAttempt(drain.holds, decision, clock.monotonic());
    if (closes) store.operations.hurryUnknown(clock.now());
  } catch (error) {
    log.error({ err: error, operationId: operation.id }, "an operation could not be settled");
    putBack(store, clock, operation);
  } finally {
    inFlight.attempts.delete(operation.posTid);
    inFlight.ahead.delete(operation.posTid);
    publish(drain);
    wake();
  }
}

/**
 * What an operator waits for and was not tried since: it bypasses the limit of parallel attempts, and an open breaker's
 * pause, there one at a time. @returns null when there is none
 */
function nextAhead(drain: Drain): Next | null {
  const { ports, inFlight, holds } = drain;
  const refused = (holds.credentialsUntil ?? 0) > ports.clock.monotonic();
  const atOnce = holds.breaker.openUntil === null ? FOR_PEOPLE : 1;
  if (inFlight.ahead.size >= atOnce || refused || ports.isOffline()) return null;
  const operation = waitedFor(drain, true);
  return operation && { operation, priority: "person", ahead: true };
}

/** What is sent next, when its turn comes; it may be due later. */
function nextInTurn(drain: Drain): Next | null {
  const { inFlight, holds, ports } = drain;
  const { store, clock, isOffline } = ports;
  const { operations } = store;
  const { breaker, hurried } = holds;
  // While the breaker is open, one attempt at a time is the probe.
  const atOnce = breaker.openUntil === null ? parallelAt(ports.perSecond) : 1;
  if (inFlight.attempts.size - inFlight.ahead.size >= atOnce) return null;
  const busy = new Set(inFlight.attempts.keys());
  const probe = breaker.openUntil !== null && hurried ? operations.nextAsked(busy, isOffline(), clock.now()) : null;
  const forPerson = probe ?? waitedFor(drain, false);
  if (forPerson) return { operation: forPerson, priority: "person", ahead: false };
  const creation = operations.nextCreation(busy, isOffline(), clock.now());
  if (creation) return { operation: creation, priority: "customer", ahead: false };
  const operation = operations.nextDue(busy, isOffline());
  return operation && { operation, priority: "rest", ahead: false };
}

/** How many payments are settled at once. @param perSecond the rate: missing answers must not be what bounds it */
function parallelAt(perSecond: number): number {
  return Math.min(Math.max(Math.ceil(perSecond * ANSWER_S), IN_PARALLEL), MOST_IN_PARALLEL);
}

function waitedFor({ ports, inFlight, startedAt }: Drain, untried: boolean): OperationRow | null {
  const { store, clock, isOffline } = ports;
  const now = clock.now();
  const times = { since: now - WAITED_FOR_MS, startedAt, now };
  const busy = new Set(inFlight.attempts.keys());
  return store.operations.nextWaitedFor(busy, { ...times, untried, askNobody: isOffline() });
}

/** Ends what has waited too long, before it is sent once more. @returns whether it is not to be sent now */
function isTooOld({ store, requests, offlineMinutes }: WorkerPorts, operation: OperationRow, ageMs: number): boolean {
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

function afterAttempt(holds: Holds, decision: Decision | null, now: number): Holds {
  if (decision?.is === "credentials") return { ...NO_HOLDS, credentialsUntil: now + decision.afterMs };
  if (isOutage(decision)) return { ...holds, credentialsUntil: null, breaker: afterFailure(holds.breaker, now) };
  return NO_HOLDS;
}

/** Only silence and breakdown count: a service that says "not now", or what cannot be right, is there. */
function isOutage(decision: Decision | null): boolean {
  return decision?.is === "again" && decision.state === "unknown" && decision.answered !== true;
}

/** What holds the next attempt up: an operator's action does not wait for the breaker. */
function goingOn(holds: Holds, now: number): Holds {
  return holds.hurried ? { ...holds, breaker: asked(holds.breaker, now) } : holds;
}

function pauseOf({ credentialsUntil, breaker }: Holds, now: number): number {
  return Math.max(credentialsUntil === null ? 0 : credentialsUntil - now, pauseLeft(breaker, now));
}
