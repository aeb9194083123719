/**
 * Client-side rate limit: one token bucket over all of the till's requests, with priorities for those that wait. It
 * refuses nothing: what is over the rate waits.
 */
import type { Clock } from "./ports.ts";

/**
 * The priority of a request, by who waits for it, most urgent first.
 * - `person`: an operator pressed a button, or a customer at the counter has just approved
 * - `customer`: a customer was asked and has yet to answer, or a till that starts looks what became of its payments
 * - `hint`: an unproven message said that something happened
 * - `rest`: nobody waits: the backlog, reservations, comparisons, lists
 */
export const PRIORITIES = ["person", "customer", "hint", "rest"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Requests a second, where nobody says otherwise. */
const PER_SECOND = 10;
/** After a pause so much of the rate may go out at once: twice what is allowed in a second. */
const BURST_MS = 2000;
/** A first look after a start counts for half: twice as many of them a second. */
const FIRST_LOOK_SHARE = 0.5;
/** This much of the burst is left for people, however long everything else queues up. */
const KEPT_FOR_PEOPLE_MS = 500;
/** One request a second is of those that no person waits for, whichever waited longest: nothing waits for ever. */
const FAIR_EVERY_MS = 1000;

export interface Wanted {
  /** A function, where it may become more urgent while it waits */
  priority: Priority | (() => Priority);
  /** Whether this is the till's first look at a payment after a start: such may be asked twice as fast */
  firstLook?: boolean;
}

export interface TokenBucket {
  /** Resolves when the request may go out, when the bucket is closed, or when the signal is aborted: then it takes nothing. */
  take(wanted: Wanted, signal?: AbortSignal): Promise<void>;
  /** Ends all waiting. */
  close(): void;
}

interface Waiting {
  rank(): number;
  costMs: number;
  since: number;
  letThrough(): void;
}

/**
 * Makes a full bucket. It is filled by the clock's monotonic time: setting the wall clock gives no requests away.
 * @param perSecond the rate
 */
export function createTokenBucket(
  clock: Pick<Clock, "now" | "monotonic" | "sleep">,
  perSecond: number = PER_SECOND,
): TokenBucket {
  const requestMs = 1000 / perSecond;
  /** What may be spent, in ms of the rate; a single request may always be, however low the rate is */
  const most = Math.max(BURST_MS, requestMs + KEPT_FOR_PEOPLE_MS);
  let credit = most;
  let filledAt = clock.monotonic();
  let fairAt = Number.NEGATIVE_INFINITY;
  const waiting: Waiting[] = [];
  let [granting, closed] = [false, false];
  /** Ends the sleep until the next has its turn */
  let sleeping = new AbortController();

  const leave = (gone: Waiting) => void waiting.splice(waiting.indexOf(gone) >>> 0, 1);

  /** Lets everything through that has its turn. @returns ms until the next has; null when nothing waits */
  const grant = (): number | null => {
    for (;;) {
      const now = clock.monotonic();
      credit = Math.min(most, credit + Math.max(0, now - filledAt));
      filledAt = now;
      const overdue = longestWaiting(waiting, now - FAIR_EVERY_MS);
      const fair = overdue !== null && now - fairAt >= FAIR_EVERY_MS;
      const next = fair ? overdue : mostUrgent(waiting);
      if (next === null) return null;
      const short = next.costMs + (fair || next.rank() === 0 ? 0 : KEPT_FOR_PEOPLE_MS) - credit;
      if (short > 0) return Math.ceil(short);
      if (fair) fairAt = now;
      credit -= next.costMs;
      leave(next);
      next.letThrough();
    }
  };

  const grantInTime = async () => {
    granting = true;
    for (let wait = grant(); wait !== null && !closed; wait = grant()) {
      sleeping = new AbortController();
      await clock.sleep(wait, sleeping.signal);
    }
    granting = false;
  };

  return {
    take(wanted, signal) {
      if (closed || signal?.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = waitingFor(wanted, { requestMs, since: clock.monotonic(), letThrough: resolve });
      waiting.push(one);
      if (signal) whileWaiting(one, signal, leave);
      if (granting) sleeping.abort();
      else void grantInTime();
      return promise;
    },
    close() {
      closed = true;
      sleeping.abort();
      for (const one of waiting.splice(0)) one.letThrough();
    },
  };
}

function waitingFor(
  { priority, firstLook = false }: Wanted,
  { requestMs, ...rest }: Pick<Waiting, "since" | "letThrough"> & { requestMs: number },
): Waiting {
  const rank = () => PRIORITIES.indexOf(typeof priority === "function" ? priority() : priority);
  return { rank, costMs: firstLook ? requestMs * FIRST_LOOK_SHARE : requestMs, ...rest };
}

/** Lets one go that its signal takes away while it waits. */
function whileWaiting(one: Waiting, signal: AbortSignal, leave: (one: Waiting) => void): void {
  const { letThrough } = one;
  const left = () => {
    leave(one);
    letThrough();
  };
  signal.addEventListener("abort", left, { once: true });
  one.letThrough = () => {
    signal.removeEventListener("abort", left);
    letThrough();
  };
}

/** The first of the most urgent kind. */
function mostUrgent(waiting: readonly Waiting[]): Waiting | null {
  return waiting.reduce<Waiting | null>((best, one) => (best === null || one.rank() < best.rank() ? one : best), null);
}

/** Of those that no person waits for, the first, if it has waited since then. */
function longestWaiting(waiting: readonly Waiting[], since: number): Waiting | null {
  const first = waiting.find(({ rank }) => rank() > 0);
  return first !== undefined && first.since <= since ? first : null;
}
