/** Polls the outcome of every open payment, because callbacks can be lost or missing. */
import { isPresent, PRESENT_PHASES } from "../../../contract/values/phases.ts";
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

export type Poller = ReturnType<typeof startPoller>;

interface Watch {
  dueAt: number;
  lastPolledAt: number;
  polls: number;
  failures: number;
  /** Consecutive polls for which the service did not know the payment */
  notFound: number;
  modifiedAt: number;
  /** Number of changes reported by the service */
  updates: number;
  unchangedSince: number;
  isFirstPoll: boolean;
}

/** Starts the poller. After a start it polls all open payments once, those with a customer at the counter first. */
export function startPoller(ports: PollerPorts) {
  const { clock, store } = ports;
  const watches = new Map<string, Watch>();
  const activePolls = new Set<OutcomePoll>();
  /** Payments to poll once more in any phase */
  const requestedPolls = new Set<string>();
  /** Subset of `requestedPolls` requested again since its current poll started */
  const requestedAgain = new Set<string>();
  const openPayments = watchOpenPayments(store, clock, requestedPolls);
  let hasStarted = false;
  let rows: readonly PaymentRow[] = [];
  let throttled: ReadonlySet<string> = new Set();

  const runPoll = async (poll: OutcomePoll, row: PaymentRow) => {
    const { posTid, watch: watched } = poll;
    requestedAgain.delete(posTid);
    try {
      const sharers = throttled.has(posTid) ? throttled.size : 0;
      const context = { isRequested: () => requestedPolls.has(posTid), sharers };
      const isAnswered = await pollOutcome(ports, row, watched, context);
      if (isAnswered && requestedAgain.has(posTid)) makeDue(watched, clock);
      else if (isAnswered && requestedPolls.delete(posTid)) openPayments.change(posTid);
    } catch (err) {
      ports.log.error({ err, posTid }, "an outcome could not be stored");
      watched.dueAt = clock.monotonic() + RETRY_STORE_MS;
    } finally {
      activePolls.delete(poll);
      wake();
    }
  };

  const { wake, close } = startLoop(ports, () => {
    const changed = openPayments.readChanges();
    if (changed !== null) {
      ({ rows } = changed);
      throttled = throttledPayments(rows, changed.unconfirmedBulk);
      updateWatches(ports, watches, rows, { throttled, isFirstPoll: !hasStarted });
      hasStarted = true;
    }
    const next = nextToPoll(rows, watches, { activePolls, requestedPolls, throttled }, clock.monotonic());
    if (next === null) return null;
    const wait = next.watch.dueAt - clock.monotonic();
    if (wait > 0) return wait;
    const poll: OutcomePoll = { posTid: next.row.posTid, watch: next.watch, done: Promise.resolve() };
    activePolls.add(poll);
    poll.done = runPoll(poll, next.row);
    return 0;
  });
  return {
    ...pollRequests(ports, { watches, requestedPolls, requestedAgain, openPayments, wake }),
    /** Reads changed payments. @param posTid the changed payment; all by default */
    wake(posTid?: string) {
      openPayments.change(posTid);
      wake();
    },
    async close() {
      await close();
      await Promise.allSettled([...activePolls].map(({ done }) => done));
    },
  };
}

/** Poll requests from other parts of the till. Each reschedules polls. */
function pollRequests(
  { store, clock, random }: PollerPorts,
  {
    watches,
    requestedPolls,
    requestedAgain,
    openPayments,
    wake,
  }: {
    watches: ReadonlyMap<string, Watch>;
    requestedPolls: Set<string>;
    requestedAgain: Set<string>;
    openPayments: Pick<OpenPayments, "change">;
    wake(): void;
  },
) {
  return {
    /** Polls this payment as soon as possible. */
    pollNow(posTid: string) {
      requestedPolls.add(posTid);
      requestedAgain.add(posTid);
      openPayments.change(posTid);
      const watched = watches.get(posTid);
      if (watched) makeDue(watched, clock);
      wake();
    },
    /** Polls all open payments within seconds, after the service came back. */
    pollAll() {
      // Payments with operations to send are polled by the queue, which goes first.
      const toSend = new Set(
        store.operations.unsettled().flatMap(({ posTid, state }) => (state === "parked" ? [] : posTid)),
      );
      for (const [posTid, watched] of watches)
        if (!toSend.has(posTid)) watched.dueAt = clock.monotonic() + FIRST_ROUND_MS * random();
      wake();
    },
    /** Polls payments with a customer at the counter as soon as possible, after callbacks may have been lost. */
    pollPresent() {
      for (const { posTid } of store.rows.inPhases(PRESENT_PHASES)) {
        const watched = watches.get(posTid);
        if (watched) makeDue(watched, clock);
      }
      wake();
    },
  };
}

/** Makes a payment's poll due as soon as the minimum spacing allows. */
function makeDue(watched: Watch, clock: Clock): void {
  const earliestAt = Math.max(clock.monotonic(), watched.lastPolledAt + HINT_SPACING_MS);
  watched.dueAt = Math.min(watched.dueAt, earliestAt);
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
  activePolls: ReadonlySet<OutcomePoll>;
  requestedPolls: ReadonlySet<string>;
  throttled: ReadonlySet<string>;
}

function maxPolls(
  row: PaymentRow,
  { isFirstPoll, failures }: Watch,
  { requestedPolls, throttled }: PollerState,
): number {
  const isRequested = requestedPolls.has(row.posTid);
  const isUrgent = isRequested || isResultAwaited(row);
  if (isFirstPoll || (isUrgent && failures > 0)) return MAX_OTHER_POLLS;
  if (throttled.has(row.posTid)) return isRequested ? MAX_HINT_POLLS : MAX_OTHER_POLLS;
  if (isResultAwaited(row)) return MAX_POLLS;
  return isRequested ? MAX_HINT_POLLS : MAX_RESERVATION_POLLS;
}

/** Selects the next payment to poll: due customers at the counter first, then hinted payments, then the newest. */
function nextToPoll(
  rows: readonly PaymentRow[],
  watches: ReadonlyMap<string, Watch>,
  state: PollerState,
  now: number,
): { row: PaymentRow; watch: Watch } | null {
  const candidates = rows.flatMap((row) => {
    const watched = watches.get(row.posTid);
    if (!watched || state.activePolls.size >= maxPolls(row, watched, state)) return [];
    // A slow poll from before a change must not block the poll after it.
    const isActive = [...state.activePolls].some((poll) => poll.posTid === row.posTid && poll.watch === watched);
    return isActive ? [] : [{ row, watch: watched }];
  });
  const due = candidates.filter(({ watch: watched }) => watched.dueAt <= now);
  const present = due.filter(({ row }) => isResultAwaited(row));
  const unthrottled = present.filter(({ row }) => !state.throttled.has(row.posTid));
  const requested = due.filter(({ row }) => state.requestedPolls.has(row.posTid));
  const pool = [unthrottled, requested, present, due].find((some) => some.length > 0) ?? candidates;
  return pool.reduce<{ row: PaymentRow; watch: Watch } | null>(
    (best, candidate) => (best === null || isBefore(candidate, best) ? candidate : best),
    null,
  );
}

type Candidate = { row: PaymentRow; watch: Watch };

function isBefore(left: Candidate, right: Candidate): boolean {
  if (left.watch.dueAt !== right.watch.dueAt) return left.watch.dueAt < right.watch.dueAt;
  return left.row.createdAt > right.row.createdAt;
}

function isResultAwaited({ phase, isUnconfirmed }: PaymentRow): boolean {
  return isPresent(phase) || isUnconfirmed;
}

/** Number of present customers who are polled at full rate. */
const FULL_RATE_CUSTOMERS = 5;

/**
 * Returns the payments to poll at a reduced rate, so that they leave rate for sending: all but the latest customers at
 * the counter, customers taken offline, and bulk operations.
 */
function throttledPayments(rows: readonly PaymentRow[], unconfirmedBulk: ReadonlySet<string>): ReadonlySet<string> {
  const present = rows.filter((row) => isPresent(row.phase) && !row.isUnconfirmed);
  const online = present.filter((row) => !row.takenOffline).toSorted((left, right) => right.createdAt - left.createdAt);
  const fullRate = new Set(online.slice(0, FULL_RATE_CUSTOMERS));
  return new Set([...unconfirmedBulk, ...present.filter((row) => !fullRate.has(row)).map(({ posTid }) => posTid)]);
}

/** Maintains the polling schedule of each open payment. A change restarts it. */
function updateWatches(
  { clock, receiving, settings, random }: PollerPorts,
  watches: Map<string, Watch>,
  rows: readonly PaymentRow[],
  { throttled, isFirstPoll }: { throttled: ReadonlySet<string>; isFirstPoll: boolean },
): void {
  const now = clock.monotonic();
  const open = new Set(rows.map((row) => row.posTid));
  for (const posTid of watches.keys()) if (!open.has(posTid)) watches.delete(posTid);
  for (const row of rows) {
    const watched = watches.get(row.posTid);
    if (watched?.modifiedAt === row.modifiedAt) continue;
    const { posTid, phase, arrivals } = row;
    const lastPolledAt = watched?.lastPolledAt ?? Number.NEGATIVE_INFINITY;
    const updates = arrivals.callback + arrivals.poll + arrivals.answer;
    // The customer of an offline payment no longer waits at the counter.
    const sharers = (watched || row.takenOffline) && throttled.has(posTid) ? throttled.size : 0;
    // After news from the service, an immediate poll is unnecessary.
    const hasNews = watched !== undefined && updates > watched.updates && row.held === null && !row.isUnconfirmed;
    const pause = hasNews
      ? pollAfter({ phase, polls: 0, unchangedMs: 0, sharers }, receiving(), settings, random())
      : firstPollAfter(row, sharers);
    watches.set(posTid, {
      dueAt: now + pause,
      updates,
      lastPolledAt,
      polls: 0,
      failures: 0,
      notFound: 0,
      modifiedAt: row.modifiedAt,
      unchangedSince: now,
      isFirstPoll: isFirstPoll || (watched?.isFirstPoll ?? false),
    });
  }
}

/** Marks a payment for an operator when the service has repeatedly denied having it. */
function markUnknownAtService({ store, clock }: PollerPorts, row: PaymentRow, times: number): void {
  if (times < MAX_UNKNOWN_RESPONSES || row.isUnknownAtService) return;
  if (isNewAtService(store.operations.ofPayment(row.posTid), clock.now())) return;
  store.commit(row.posTid, (now) => {
    store.rows.change(row.posTid, { isUnknownAtService: true }, now);
    store.journal.append({ event: "outcome.notFound", posTid: row.posTid, data: { times } }, now);
  });
}

/** Backs off after failed polls. Respects the service's retry delay. */
function pauseAfterFailure(error: ApiError, failures: number, random: number): number {
  const retryAfterMs = error.kind === "try_again" ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(pauseAfter(failures, random), LONGEST_PAUSE_MS), retryAfterMs);
}

/** Returns a poll's priority. It is read late, because a hint can arrive while the poll waits for its turn. */
function priorityOf(row: PaymentRow, isFirstPoll: boolean, { isRequested, sharers }: PollContext): Priority {
  if (isFirstPoll || (sharers === 0 && isResultAwaited(row))) return "customer";
  return isRequested() ? "hint" : "rest";
}

interface PollContext {
  isRequested(): boolean;
  /** Number of payments sharing the reduced rate; 0: full rate */
  sharers: number;
}

async function pollOutcome(
  ports: PollerPorts,
  row: PaymentRow,
  watched: Watch,
  context: PollContext,
): Promise<boolean> {
  const { clock, intake, log } = ports;
  watched.lastPolledAt = clock.monotonic();
  const { isFirstPoll: firstLook } = watched;
  const priority = () => priorityOf(row, firstLook, context);
  const recorder = recordExchanges(withPriority(ports.api, priority, { firstLook }), clock);
  const ticket = ports.store.openPoll(row.posTid);
  const answer = await getOutcome(recorder.api, row.tid ?? "");
  watched.notFound = !answer.ok && isUnknown(answer.error) ? watched.notFound + 1 : 0;
  if (answer.ok) {
    const outcome = readOutcome(answer.value);
    if (outcome) intake.outcome(row.posTid, outcome, "poll", recorder.drain(), ticket);
    else log.warn({ posTid: row.posTid }, "the outcome has an unknown status");
  } else {
    log.info({ posTid: row.posTid, because: describeError(answer.error) }, "the outcome could not be read");
    markUnknownAtService(ports, row, watched.notFound);
  }
  watched.polls += 1;
  watched.isFirstPoll = false;
  const unchangedMs = clock.monotonic() - watched.unchangedSince;
  const pause = pollAfter(
    {
      phase: row.phase,
      polls: watched.polls,
      unchangedMs,
      sharers: context.sharers,
      isConfirming: row.isUnconfirmed && row.held === null,
    },
    ports.receiving(),
    ports.settings,
    ports.random(),
  );
  watched.failures = answer.ok ? 0 : watched.failures + 1;
  watched.dueAt =
    clock.monotonic() + (answer.ok ? pause : pauseAfterFailure(answer.error, watched.failures, ports.random()));
  if (answer.ok && row.isUnconfirmed) parkUnconfirmed(ports.store, row.posTid, clock.now());
  return answer.ok;
}
