/** Polls the outcome of every open payment, because callbacks can be lost or missing. */
import { isPresent, PRESENT_PHASES } from "../../../contract/phases.ts";
import type { Clock } from "../../lib/clock.ts";
import { startLoop } from "../../lib/loop.ts";
import { withPriority } from "../../service/api/client.ts";
import { type ApiError, describeError, isUnknown } from "../../service/api/errors.ts";
import { getOutcome } from "../../service/api/payment-request.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { Priority } from "../../service/api/token-bucket.ts";
import type { ServiceContext } from "../../service/context.ts";
import { recordExchanges } from "../exchanges/recorder.ts";
import { isNewAtService, MAX_UNKNOWN_RESPONSES } from "../listing.ts";
import { readOutcome } from "../outcome.ts";
import type { PaymentRow } from "../payment-row.ts";
import { parkUnconfirmed } from "../queue/expiry.ts";
import type { PaymentStore } from "../store.ts";
import type { Intake } from "./intake.ts";
import { type OpenPayments, watchOpenPayments } from "./open-payments.ts";
import { firstPollAfter, type PollingSettings, pollAfter } from "./schedule.ts";

const FIRST_ROUND_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/** Delay after an outcome could not be stored, for example on a full disk. */
const RETRY_STORE_MS = 2000;
/** Unverified callbacks cause at most one poll a second per payment (G27). */
const HINT_SPACING_MS = 1000;

export interface PollerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PaymentStore;
  intake: Pick<Intake, "outcome">;
  settings: PollingSettings;
  receiving(): boolean;
}

export interface Poller {
  /** Polls this payment as soon as possible. */
  soon(posTid: string): void;
  /** Polls all open payments within seconds, after the service came back. */
  refresh(): void;
  /** Polls payments with a customer at the counter as soon as possible, after callbacks may have been lost. */
  lost(): void;
  /** Reads changed payments. @param posTid the changed payment; all by default */
  wake(posTid?: string): void;
  close(): Promise<void>;
}

interface Watch {
  dueAt: number;
  lastAskedAt: number;
  asked: number;
  failures: number;
  /** Consecutive polls for which the service did not know the payment */
  notFound: number;
  modifiedAt: number;
  /** How often the service reported news */
  heard: number;
  since: number;
  first: boolean;
}

/** Starts the poller. After a start it polls all open payments once, those with a customer at the counter first. */
export function startPoller(ports: PollerPorts): Poller {
  const { clock, store } = ports;
  const watches = new Map<string, Watch>();
  const asking = new Set<OutcomePoll>();
  /** Payments to poll once more in any phase */
  const owed = new Set<string>();
  /** Of these, the ones requested again since their current poll started */
  const again = new Set<string>();
  const followed = watchOpenPayments(store, clock, owed);
  let started = false;
  let rows: readonly PaymentRow[] = [];
  let crowd: ReadonlySet<string> = new Set();

  const attempt = async (question: OutcomePoll, row: PaymentRow) => {
    const { watch: watched } = question;
    const { posTid } = row;
    again.delete(posTid);
    try {
      const inCrowd = crowd.has(posTid) ? crowd.size : 0;
      const isAnswered = await ask(ports, row, watched, { isOwed: () => owed.has(posTid), inCrowd });
      if (isAnswered && again.has(posTid)) watched.dueAt = Math.min(watched.dueAt, soonest(watched, clock));
      else if (isAnswered && owed.delete(posTid)) followed.change(posTid);
    } catch (err) {
      ports.log.error({ err, posTid: row.posTid }, "an outcome could not be stored");
      watched.dueAt = clock.monotonic() + RETRY_STORE_MS;
    } finally {
      asking.delete(question);
      wake();
    }
  };

  const { wake, close } = startLoop(ports, () => {
    const changed = followed.readChanges();
    if (changed !== null) {
      ({ rows } = changed);
      crowd = throttledPayments(rows, changed.unheardInBulk);
      watch(ports, watches, rows, { crowd, first: !started });
      started = true;
    }
    const next = nextToPoll(rows, watches, { asking, owed, crowd }, clock.monotonic());
    if (next === null) return null;
    const wait = next.watch.dueAt - clock.monotonic();
    if (wait > 0) return wait;
    const question: OutcomePoll = { posTid: next.row.posTid, watch: next.watch, done: Promise.resolve() };
    asking.add(question);
    question.done = attempt(question, next.row);
    return 0;
  });
  return {
    ...requests(ports, { watches, owed, again, followed, wake }),
    wake(posTid) {
      followed.change(posTid);
      wake();
    },
    async close() {
      await close();
      await Promise.allSettled([...asking].map(({ done }) => done));
    },
  };
}

/** Poll requests from other parts of the till. Each reschedules polls. */
function requests(
  { store, clock, random }: PollerPorts,
  {
    watches,
    owed,
    again,
    followed,
    wake,
  }: {
    watches: ReadonlyMap<string, Watch>;
    owed: Set<string>;
    again: Set<string>;
    followed: Pick<OpenPayments, "change">;
    wake(): void;
  },
): Pick<Poller, "soon" | "refresh" | "lost"> {
  return {
    soon(posTid) {
      owed.add(posTid);
      again.add(posTid);
      followed.change(posTid);
      const watched = watches.get(posTid);
      if (watched) watched.dueAt = Math.min(watched.dueAt, soonest(watched, clock));
      wake();
    },
    refresh() {
      // Payments with operations to send are polled by the queue, which goes first.
      const toSend = new Set(
        store.operations.unsettled().flatMap(({ posTid, state }) => (state === "parked" ? [] : posTid)),
      );
      for (const [posTid, watched] of watches)
        if (!toSend.has(posTid)) watched.dueAt = clock.monotonic() + FIRST_ROUND_MS * random();
      wake();
    },
    lost() {
      for (const { posTid } of store.rows.inPhases(PRESENT_PHASES)) {
        const watched = watches.get(posTid);
        if (watched) watched.dueAt = Math.min(watched.dueAt, soonest(watched, clock));
      }
      wake();
    },
  };
}

function soonest({ lastAskedAt }: Watch, clock: Clock): number {
  return Math.max(clock.monotonic(), lastAskedAt + HINT_SPACING_MS);
}

/** Concurrent polls. A waiting customer is still polled while this many others get no response. */
const MAX_POLLS = 16;
/** Places for hinted payments. Leaves room for a single waiting customer. */
const MAX_HINT_POLLS = 12;
/** Places for first polls and for payments whose last poll failed. */
const MAX_OTHER_POLLS = 8;
const MAX_RESERVATION_POLLS = 2;

interface OutcomePoll {
  posTid: string;
  watch: Watch;
  done: Promise<void>;
}

interface PollerState {
  asking: ReadonlySet<OutcomePoll>;
  owed: ReadonlySet<string>;
  crowd: ReadonlySet<string>;
}

function maxPolls(row: PaymentRow, { first, failures }: Watch, { owed, crowd }: PollerState): number {
  const isOwed = owed.has(row.posTid);
  const isUrgent = isOwed || isAwaited(row);
  if (first || (isUrgent && failures > 0)) return MAX_OTHER_POLLS;
  if (crowd.has(row.posTid)) return isOwed ? MAX_HINT_POLLS : MAX_OTHER_POLLS;
  if (isAwaited(row)) return MAX_POLLS;
  return isOwed ? MAX_HINT_POLLS : MAX_RESERVATION_POLLS;
}

/** Selects the next payment to poll: due customers at the counter first, then hinted payments, then the newest. */
function nextToPoll(
  rows: readonly PaymentRow[],
  watches: ReadonlyMap<string, Watch>,
  turn: PollerState,
  now: number,
): { row: PaymentRow; watch: Watch } | null {
  const candidates = rows.flatMap((row) => {
    const watched = watches.get(row.posTid);
    if (!watched || turn.asking.size >= maxPolls(row, watched, turn)) return [];
    // A slow poll from before a change must not block the poll after it.
    const isAsked = [...turn.asking].some((one) => one.posTid === row.posTid && one.watch === watched);
    return isAsked ? [] : [{ row, watch: watched }];
  });
  const due = candidates.filter(({ watch: watched }) => watched.dueAt <= now);
  const present = due.filter(({ row }) => isAwaited(row));
  const ahead = present.filter(({ row }) => !turn.crowd.has(row.posTid));
  const hinted = due.filter(({ row }) => turn.owed.has(row.posTid));
  const pool = [ahead, hinted, present, due].find((some) => some.length > 0) ?? candidates;
  return pool.reduce<{ row: PaymentRow; watch: Watch } | null>(
    (best, candidate) => (best === null || isBefore(candidate, best) ? candidate : best),
    null,
  );
}

type Candidate = { row: PaymentRow; watch: Watch };

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.watch.dueAt !== other.watch.dueAt) return one.watch.dueAt < other.watch.dueAt;
  return one.row.createdAt > other.row.createdAt;
}

function isAwaited({ phase, unlisted }: PaymentRow): boolean {
  return isPresent(phase) || unlisted;
}

/** Number of present customers who are polled at full rate. */
const FULL_RATE_CUSTOMERS = 5;

/**
 * Returns the payments to poll at a reduced rate, so that they leave rate for sending: all but the latest customers at
 * the counter, customers taken offline, and bulk operations.
 */
function throttledPayments(rows: readonly PaymentRow[], unheardInBulk: ReadonlySet<string>): ReadonlySet<string> {
  const present = rows.filter((row) => isPresent(row.phase) && !row.unlisted);
  const online = present.filter((row) => !row.takenOffline).toSorted((one, other) => other.createdAt - one.createdAt);
  const counter = new Set(online.slice(0, FULL_RATE_CUSTOMERS));
  return new Set([...unheardInBulk, ...present.filter((row) => !counter.has(row)).map(({ posTid }) => posTid)]);
}

/** Keeps one watch per open payment. A changed payment restarts its schedule. */
function watch(
  { clock, receiving, settings, random }: PollerPorts,
  watches: Map<string, Watch>,
  rows: readonly PaymentRow[],
  { crowd, first }: { crowd: ReadonlySet<string>; first: boolean },
): void {
  const now = clock.monotonic();
  const open = new Set(rows.map((row) => row.posTid));
  for (const posTid of watches.keys()) if (!open.has(posTid)) watches.delete(posTid);
  for (const row of rows) {
    const watched = watches.get(row.posTid);
    if (watched?.modifiedAt === row.modifiedAt) continue;
    const { posTid, phase, arrivals } = row;
    const lastAskedAt = watched?.lastAskedAt ?? Number.NEGATIVE_INFINITY;
    const heard = arrivals.callback + arrivals.poll + arrivals.answer;
    // The customer of an offline payment no longer waits at the counter.
    const inCrowd = (watched || row.takenOffline) && crowd.has(posTid) ? crowd.size : 0;
    // After news from the service, an immediate poll is unnecessary.
    const isTold = watched !== undefined && heard > watched.heard && row.held === null && !row.unlisted;
    const pause = isTold
      ? pollAfter({ phase, asked: 0, unchangedMs: 0, inCrowd }, receiving(), settings, random())
      : firstPollAfter(row, inCrowd);
    watches.set(posTid, {
      dueAt: now + pause,
      heard,
      lastAskedAt,
      asked: 0,
      failures: 0,
      notFound: 0,
      modifiedAt: row.modifiedAt,
      since: now,
      first: first || (watched?.first ?? false),
    });
  }
}

/** Marks a payment for an operator when the service has repeatedly denied having it. */
function markDisowned({ store, clock }: PollerPorts, row: PaymentRow, times: number): void {
  if (times < MAX_UNKNOWN_RESPONSES || row.disowned) return;
  if (isNewAtService(store.operations.ofPayment(row.posTid), clock.now())) return;
  store.commit(row.posTid, (now) => {
    store.rows.change(row.posTid, { disowned: true }, now);
    store.journal.append({ event: "outcome.notFound", posTid: row.posTid, data: { times } }, now);
  });
}

/** Backs off after failed polls. Respects the service's retry delay. */
function pauseAfterFailure(error: ApiError, failures: number, random: number): number {
  const asked = error.kind === "try_again" ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(pauseAfter(failures, random), LONGEST_PAUSE_MS), asked);
}

/** Returns a poll's priority. It is read late, because a hint can arrive while the poll waits for its turn. */
function priorityOf(row: PaymentRow, first: boolean, { isOwed, inCrowd }: PollContext): Priority {
  if (first || (inCrowd === 0 && isAwaited(row))) return "customer";
  return isOwed() ? "hint" : "rest";
}

interface PollContext {
  isOwed(): boolean;
  /** Number of payments sharing the reduced rate; 0: full rate */
  inCrowd: number;
}

async function ask(ports: PollerPorts, row: PaymentRow, watched: Watch, how: PollContext): Promise<boolean> {
  const { clock, intake, log } = ports;
  watched.lastAskedAt = clock.monotonic();
  const { first: firstLook } = watched;
  const priority = () => priorityOf(row, firstLook, how);
  const recorder = recordExchanges(withPriority(ports.api, priority, { firstLook }), clock);
  const asked = ports.store.question(row.posTid);
  const answer = await getOutcome(recorder.api, row.tid ?? "");
  watched.notFound = !answer.ok && isUnknown(answer.error) ? watched.notFound + 1 : 0;
  if (answer.ok) {
    const outcome = readOutcome(answer.value);
    if (outcome) intake.outcome(row.posTid, outcome, "poll", recorder.take(), asked);
    else log.warn({ posTid: row.posTid }, "the outcome has an unknown status");
  } else {
    log.info({ posTid: row.posTid, because: describeError(answer.error) }, "the outcome could not be read");
    markDisowned(ports, row, watched.notFound);
  }
  watched.asked += 1;
  watched.first = false;
  const unchangedMs = clock.monotonic() - watched.since;
  const pause = pollAfter(
    {
      phase: row.phase,
      asked: watched.asked,
      unchangedMs,
      inCrowd: how.inCrowd,
      isConfirming: row.unlisted && row.held === null,
    },
    ports.receiving(),
    ports.settings,
    ports.random(),
  );
  watched.failures = answer.ok ? 0 : watched.failures + 1;
  watched.dueAt =
    clock.monotonic() + (answer.ok ? pause : pauseAfterFailure(answer.error, watched.failures, ports.random()));
  if (answer.ok && row.unlisted) parkUnconfirmed(ports.store, row.posTid, clock.now());
  return answer.ok;
}
