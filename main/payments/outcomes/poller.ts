/** Polls the outcome of every open payment: what callbacks lose, and everything where there are none. */
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
import { isNewAtService, NOT_KNOWN_TIMES } from "../listing.ts";
import { readOutcome } from "../outcome.ts";
import type { PaymentRow } from "../payment-row.ts";
import { parkUnlisted } from "../queue/expiry.ts";
import type { PaymentStore } from "../store.ts";
import type { Intake } from "./intake.ts";
import { followOpen, type OpenPayments } from "./open-payments.ts";
import { firstLookAfter, type PollingSettings, pollAfter } from "./schedule.ts";

const FIRST_ROUND_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/** An answer that could not be stored (a full disk, say) is asked for again so soon: the customer has approved. */
const NOT_STORED_MS = 2000;
/** A hint from an unproven callback may cause one question a second and payment, no more (G27). */
const HINT_SPACING_MS = 1000;

export interface PollerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PaymentStore;
  intake: Pick<Intake, "outcome">;
  settings: PollingSettings;
  /** Whether a callback path is known to work */
  receiving(): boolean;
}

export interface Poller {
  /** Ask about this payment as soon as may be. */
  soon(posTid: string): void;
  /** The service answers again: ask about everything that is open, within seconds. */
  refresh(): void;
  /** Callbacks may have been lost: ask about the payments with a customer at the counter as soon as may be. */
  lost(): void;
  /** The set of open payments may have changed. @param posTid the one that did; none: any of them */
  wake(posTid?: string): void;
  close(): Promise<void>;
}

interface Watch {
  /** By the monotonic clock */
  dueAt: number;
  lastAskedAt: number;
  asked: number;
  /** Questions without an answer, in a row */
  failures: number;
  /** Of these, how often the service said that it does not know the payment, in a row */
  notFound: number;
  modifiedAt: number;
  /** How often the service has told something new of it */
  heard: number;
  since: number;
  /** Not asked about since the start */
  first: boolean;
}

/**
 * Starts asking. All open payments are asked about after a start, at the rate of first looks, those that a customer is
 * at the counter for before the others.
 */
export function startPoller(ports: PollerPorts): Poller {
  const { clock, store } = ports;
  const watches = new Map<string, Watch>();
  const asking = new Set<Question>();
  /** Payments that are over, and that were to be asked about once more */
  const owed = new Set<string>();
  /** Of these, what was to be asked about since the question that is under way, or because of its answer */
  const again = new Set<string>();
  const followed = followOpen(store, clock, owed);
  let started = false;
  let rows: readonly PaymentRow[] = [];
  let crowd: ReadonlySet<string> = new Set();

  const attempt = async (question: Question, row: PaymentRow) => {
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
      watched.dueAt = clock.monotonic() + NOT_STORED_MS;
    } finally {
      asking.delete(question);
      wake();
    }
  };

  const { wake, close } = startLoop(ports, () => {
    const changed = followed.readChanges();
    if (changed !== null) {
      ({ rows } = changed);
      crowd = crowdOf(rows, changed.unheardInBulk);
      watch(ports, watches, rows, { crowd, first: !started });
      started = true;
    }
    const next = nextToAsk(rows, watches, { asking, owed, crowd }, clock.monotonic());
    if (next === null) return null;
    const wait = next.watch.dueAt - clock.monotonic();
    if (wait > 0) return wait;
    const question: Question = { posTid: next.row.posTid, watch: next.watch, done: Promise.resolve() };
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

/** What other parts of the till ask the poller for: each moves the time of a next question. */
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
      // What is to be sent asks by itself, and goes first.
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

/** A customer who waits is asked about beside as many answers that do not come. */
const AT_ONCE = 16;
/** What a message hinted at goes before what nobody told of, and leaves room for the customer who is alone. */
const FOR_HINTS = 12;
/** First looks, and payments of which the last question had no answer, leave room for the others. */
const FOR_THE_REST = 8;
const FOR_RESERVATIONS = 2;

/** A question under way. */
interface Question {
  posTid: string;
  /** The payment as it was when it was asked about */
  watch: Watch;
  done: Promise<void>;
}

interface Turn {
  asking: ReadonlySet<Question>;
  owed: ReadonlySet<string>;
  crowd: ReadonlySet<string>;
}

function placesFor(row: PaymentRow, { first, failures }: Watch, { owed, crowd }: Turn): number {
  const isOwed = owed.has(row.posTid);
  const waitedFor = isOwed || isAwaited(row);
  if (first || (waitedFor && failures > 0)) return FOR_THE_REST;
  if (crowd.has(row.posTid)) return isOwed ? FOR_HINTS : FOR_THE_REST;
  if (isAwaited(row)) return AT_ONCE;
  return isOwed ? FOR_HINTS : FOR_RESERVATIONS;
}

/**
 * Whose turn it is: among those that are due, the ones with a customer at the counter, then those that something was
 * heard of, and the newest of equals.
 */
function nextToAsk(
  rows: readonly PaymentRow[],
  watches: ReadonlyMap<string, Watch>,
  turn: Turn,
  now: number,
): { row: PaymentRow; watch: Watch } | null {
  const candidates = rows.flatMap((row) => {
    const watched = watches.get(row.posTid);
    if (!watched || turn.asking.size >= placesFor(row, watched, turn)) return [];
    // One that was asked before the payment changed may take its time: it does not hold up the one about the change.
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

/** A customer stands there, or something was done and has yet to be shown. */
function isAwaited({ phase, unlisted }: PaymentRow): boolean {
  return isPresent(phase) || unlisted;
}

/** So many customers are asked about as if they were the only ones. */
const AT_THE_COUNTER = 5;

/**
 * Payments whose customers are not the last that came to the counter, or were to be asked during an outage, and those of
 * which something was done in bulk. All of them together may not take the rate from what is to be sent.
 */
function crowdOf(rows: readonly PaymentRow[], unheardInBulk: ReadonlySet<string>): ReadonlySet<string> {
  const present = rows.filter((row) => isPresent(row.phase) && !row.unlisted);
  const online = present.filter((row) => !row.takenOffline).toSorted((one, other) => other.createdAt - one.createdAt);
  const counter = new Set(online.slice(0, AT_THE_COUNTER));
  return new Set([...unheardInBulk, ...present.filter((row) => !counter.has(row)).map(({ posTid }) => posTid)]);
}

/** Keeps one watch for each open payment; a payment that changed starts its schedule again. */
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
    // Nobody stands there for one that was taken during an outage.
    const inCrowd = (watched || row.takenOffline) && crowd.has(posTid) ? crowd.size : 0;
    // What the service has just told is not asked for at once.
    const isTold = watched !== undefined && heard > watched.heard && row.held === null && !row.unlisted;
    const pause = isTold
      ? pollAfter({ phase, asked: 0, unchangedMs: 0, inCrowd }, receiving(), settings, random())
      : firstLookAfter(row, inCrowd);
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

/** A service that has said several times in a row that it never had a payment contradicts itself: an operator looks. */
function disown({ store, clock }: PollerPorts, row: PaymentRow, times: number): void {
  if (times < NOT_KNOWN_TIMES || row.disowned) return;
  if (isNewAtService(store.operations.ofPayment(row.posTid), clock.now())) return;
  store.commit(row.posTid, (now) => {
    store.rows.change(row.posTid, { disowned: true }, now);
    store.journal.append({ event: "outcome.notFound", posTid: row.posTid, data: { times } }, now);
  });
}

/** A question that failed is asked again soon, then less and less, and not before the service wants it. */
function pauseAfterFailure(error: ApiError, failures: number, random: number): number {
  const asked = error.kind === "try_again" ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(pauseAfter(failures, random), LONGEST_PAUSE_MS), asked);
}

/**
 * Who waits for an answer: the customer at the counter, also after a start; else the message that hinted at news, also
 * when it came while the question was waiting for its turn.
 */
function priorityOf(row: PaymentRow, first: boolean, { isOwed, inCrowd }: Asking): Priority {
  if (first || (inCrowd === 0 && isAwaited(row))) return "customer";
  return isOwed() ? "hint" : "rest";
}

interface Asking {
  isOwed(): boolean;
  /** With how many others it waits behind the counter; 0: it is at the counter */
  inCrowd: number;
}

/** Asks, and plans the next question. @returns whether there was an answer */
async function ask(ports: PollerPorts, row: PaymentRow, watched: Watch, how: Asking): Promise<boolean> {
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
    disown(ports, row, watched.notFound);
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
  if (answer.ok && row.unlisted) parkUnlisted(ports.store, row.posTid, clock.now());
  return answer.ok;
}
