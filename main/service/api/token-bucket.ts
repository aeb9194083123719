/** Client-side rate limit: one token bucket for all requests, with priorities. Requests over the rate wait. */
import type { Clock } from "./ports.ts";

/**
 * Priority of a request by who waits for it, most urgent first.
 * - `person`: an operator pressed a button, or a customer has just approved
 * - `customer`: a customer has yet to answer, or a starting till polls its payments
 * - `hint`: an unproven message reported a change
 * - `rest`: background work: the backlog, reservations, comparisons, lists
 */
export const PRIORITIES = ["person", "customer", "hint", "rest"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Default rate, in requests per second. */
const PER_SECOND = 10;
/** Burst after a pause: two seconds of the rate. */
const BURST_MS = 2000;
/** Cost of a first poll after startup, as a share of a normal request. */
const FIRST_LOOK_SHARE = 0.5;
/** Part of the burst reserved for the priority `person`. */
const PERSON_RESERVE_MS = 500;
/** Once a second the longest-waiting background request is granted, so that none starves. */
const FAIR_EVERY_MS = 1000;

export interface RateRequest {
  /** A function, when the priority may change while the request waits */
  priority: Priority | (() => Priority);
  firstLook?: boolean;
}

export interface TokenBucket {
  /** Resolves when the request may be sent, the bucket closes or the signal aborts. */
  acquire(wanted: RateRequest, signal?: AbortSignal): Promise<void>;
  close(): void;
}

interface QueuedRequest {
  rank(): number;
  costMs: number;
  queuedAt: number;
  proceed(): void;
}

/** Creates a full bucket. It refills by monotonic time, so that setting the wall clock grants no requests. */
export function createTokenBucket(
  clock: Pick<Clock, "now" | "monotonic" | "sleep">,
  perSecond: number = PER_SECOND,
): TokenBucket {
  const requestMs = 1000 / perSecond;
  /** Capacity in ms of the rate; always enough for one request, however low the rate */
  const capacityMs = Math.max(BURST_MS, requestMs + PERSON_RESERVE_MS);
  let credit = capacityMs;
  let filledAt = clock.monotonic();
  let fairAt = Number.NEGATIVE_INFINITY;
  const waiting: QueuedRequest[] = [];
  let [isGranting, isClosed] = [false, false];
  /** Interrupts the sleep until the next grant */
  let sleeping = new AbortController();

  const removeEntry = (entry: QueuedRequest) => void waiting.splice(waiting.indexOf(entry) >>> 0, 1);

  /** Grants every request that is due. Returns the ms until the next one; null when none waits. */
  const grant = (): number | null => {
    for (;;) {
      const now = clock.monotonic();
      credit = Math.min(capacityMs, credit + Math.max(0, now - filledAt));
      filledAt = now;
      const overdue = longestWaiting(waiting, now - FAIR_EVERY_MS);
      const isFair = overdue !== null && now - fairAt >= FAIR_EVERY_MS;
      const next = isFair ? overdue : mostUrgent(waiting);
      if (next === null) return null;
      const missingMs = next.costMs + (isFair || next.rank() === 0 ? 0 : PERSON_RESERVE_MS) - credit;
      if (missingMs > 0) return Math.ceil(missingMs);
      if (isFair) fairAt = now;
      credit -= next.costMs;
      removeEntry(next);
      next.proceed();
    }
  };

  const runGrants = async () => {
    isGranting = true;
    for (let wait = grant(); wait !== null && !isClosed; wait = grant()) {
      sleeping = new AbortController();
      await clock.sleep(wait, sleeping.signal);
    }
    isGranting = false;
  };

  return {
    acquire(wanted, signal) {
      if (isClosed || signal?.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const queued = queueEntry(wanted, { requestMs, queuedAt: clock.monotonic(), proceed: resolve });
      waiting.push(queued);
      if (signal) removeOnAbort(queued, signal, removeEntry);
      if (isGranting) sleeping.abort();
      else void runGrants();
      return promise;
    },
    close() {
      isClosed = true;
      sleeping.abort();
      for (const queued of waiting.splice(0)) queued.proceed();
    },
  };
}

function queueEntry(
  { priority, firstLook = false }: RateRequest,
  { requestMs, ...rest }: Pick<QueuedRequest, "queuedAt" | "proceed"> & { requestMs: number },
): QueuedRequest {
  const rank = () => PRIORITIES.indexOf(typeof priority === "function" ? priority() : priority);
  return { rank, costMs: firstLook ? requestMs * FIRST_LOOK_SHARE : requestMs, ...rest };
}

function removeOnAbort(queued: QueuedRequest, signal: AbortSignal, removeEntry: (entry: QueuedRequest) => void): void {
  const { proceed } = queued;
  const onAbort = () => {
    removeEntry(queued);
    proceed();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  queued.proceed = () => {
    signal.removeEventListener("abort", onAbort);
    proceed();
  };
}

function mostUrgent(waiting: readonly QueuedRequest[]): QueuedRequest | null {
  return waiting.reduce<QueuedRequest | null>(
    (best, queued) => (best === null || queued.rank() < best.rank() ? queued : best),
    null,
  );
}

/** Returns the first background request, if it has waited since then. */
function longestWaiting(waiting: readonly QueuedRequest[], since: number): QueuedRequest | null {
  const first = waiting.find(({ rank }) => rank() > 0);
  return first !== undefined && first.queuedAt <= since ? first : null;
}
