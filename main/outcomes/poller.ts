/** Asks for the outcome of every open payment: all that callbacks lose, and everything where there are none. */
import { isPresent, OPEN_PHASES } from "../../contract/phases.ts";
import type { ApiClient } from "../api/client.ts";
import { type ApiError, describeError } from "../api/errors.ts";
import { getOutcome } from "../api/payment-request.ts";
import { pauseAfter } from "../api/retry.ts";
import type { Clock } from "../clock.ts";
import { witness } from "../evidence/witness.ts";
import type { Log } from "../log.ts";
import type { Ledger } from "../payments/ledger.ts";
import { readOutcome } from "../payments/outcome.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { createWaker, runLoop } from "../waker.ts";
import type { Intake } from "./intake.ts";
import { type PollingSettings, pollAfter } from "./schedule.ts";

/** At most five questions a second. */
const SPACING_MS = 200;
const FIRST_ROUND_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/** A hint from an unproven callback may cause one question a second and payment, no more (G27). */
const HINT_SPACING_MS = 1000;

export interface PollerPorts {
  api: ApiClient;
  ledger: Ledger;
  intake: Pick<Intake, "outcome">;
  clock: Clock;
  log: Log;
  settings: PollingSettings;
  random(): number;
  /** Whether a callback path is known to work */
  receiving(): boolean;
}

export interface Poller {
  /** Ask about this payment as soon as may be. */
  soon(posTid: string): void;
  /** The service answers again: ask about everything that is open, within seconds. */
  refresh(): void;
  /** The set of open payments may have changed. */
  wake(): void;
  close(): Promise<void>;
}

interface Watch {
  /** By the monotonic clock */
  dueAt: number;
  lastAskedAt: number;
  asked: number;
  /** Questions without an answer, in a row */
  failures: number;
  modifiedAt: number;
  since: number;
}

/** Starts asking. All open payments are asked about within ten seconds after a start. */
export function startPoller(ports: PollerPorts): Poller {
  const { clock, ledger } = ports;
  const waker = createWaker();
  const watches = new Map<string, Watch>();
  const asking = new Map<string, Promise<void>>();
  /** Payments that are over, of which something is still to be heard: a refund that was done and not yet listed, say. */
  const owed = new Set(ledger.rows.unconfirmed());
  let started = false;

  const attempt = async (row: PaymentRow, watched: Watch) => {
    try {
      if (await ask(ports, row, watched)) owed.delete(row.posTid);
    } catch (err) {
      ports.log.error({ err, posTid: row.posTid }, "an outcome could not be taken in");
      watched.dueAt = clock.monotonic() + LONGEST_PAUSE_MS;
    } finally {
      asking.delete(row.posTid);
      waker.wake();
    }
  };

  const turn = async () => {
    const rows = watchedRows(ledger, owed);
    watch(watches, rows, clock, started ? 0 : FIRST_ROUND_MS * ports.random());
    started = true;
    const next = nextToAsk(rows, watches, asking, clock.monotonic());
    if (next === null) return waker.sleep(clock, null);
    const wait = next.watch.dueAt - clock.monotonic();
    if (wait > 0) return waker.sleep(clock, wait);
    asking.set(next.row.posTid, attempt(next.row, next.watch));
    return clock.sleep(SPACING_MS, waker.closed);
  };

  const running = runLoop({ clock, log: ports.log, waker }, turn);
  return {
    soon(posTid) {
      owed.add(posTid);
      const watched = watches.get(posTid);
      if (watched) watched.dueAt = Math.max(clock.monotonic(), watched.lastAskedAt + HINT_SPACING_MS);
      waker.wake();
    },
    refresh() {
      for (const watched of watches.values()) watched.dueAt = clock.monotonic() + FIRST_ROUND_MS * ports.random();
      waker.wake();
    },
    wake: waker.wake,
    async close() {
      waker.close();
      await running;
      await Promise.allSettled(asking.values());
    },
  };
}

/** One slow answer, or many reservations, must not keep the customer at the counter waiting. */
const IN_PARALLEL = 4;
const FOR_RESERVATIONS = 2;

/** Whose turn it is: among those that are due, whoever has a customer at the counter goes first. */
function nextToAsk(
  rows: readonly PaymentRow[],
  watches: ReadonlyMap<string, Watch>,
  asking: ReadonlyMap<string, unknown>,
  now: number,
): { row: PaymentRow; watch: Watch } | null {
  if (asking.size >= IN_PARALLEL) return null;
  const candidates = rows.flatMap((row) => {
    const watched = watches.get(row.posTid);
    const allowed = isPresent(row.phase) || asking.size < FOR_RESERVATIONS;
    return watched && allowed && !asking.has(row.posTid) ? [{ row, watch: watched }] : [];
  });
  const due = candidates.filter(({ watch: watched }) => watched.dueAt <= now);
  const present = due.filter(({ row }) => isPresent(row.phase));
  const pool = present.length > 0 ? present : due.length > 0 ? due : candidates;
  return pool.reduce<{ row: PaymentRow; watch: Watch } | null>(
    (first, candidate) => (first === null || candidate.watch.dueAt < first.watch.dueAt ? candidate : first),
    null,
  );
}

function watchedRows(ledger: Ledger, owed: ReadonlySet<string>): PaymentRow[] {
  const open = ledger.rows.inPhases(OPEN_PHASES);
  const shown = new Set(open.map((row) => row.posTid));
  const others = [...owed].flatMap((posTid) => (shown.has(posTid) ? [] : (ledger.rows.find(posTid) ?? [])));
  return [...open, ...others].filter((row) => row.tid !== null);
}

/** Keeps one watch for each open payment; a payment that changed starts its schedule again. */
function watch(watches: Map<string, Watch>, rows: readonly PaymentRow[], clock: Clock, delay: number): void {
  const now = clock.monotonic();
  const open = new Set(rows.map((row) => row.posTid));
  for (const posTid of watches.keys()) if (!open.has(posTid)) watches.delete(posTid);
  for (const row of rows) {
    const watched = watches.get(row.posTid);
    if (watched?.modifiedAt === row.modifiedAt) continue;
    const lastAskedAt = watched?.lastAskedAt ?? Number.NEGATIVE_INFINITY;
    watches.set(row.posTid, {
      dueAt: now + delay,
      lastAskedAt,
      asked: 0,
      failures: 0,
      modifiedAt: row.modifiedAt,
      since: now,
    });
  }
}

/** A service that has said several times in a row that it never had a payment contradicts itself: a person looks. */
function disown(ledger: Ledger, row: PaymentRow, error: ApiError, times: number): void {
  if (error.kind !== "refused" || error.status !== 404 || times < NOT_FOUND_TIMES || row.disowned) return;
  ledger.commit(row.posTid, (now) => {
    ledger.rows.change(row.posTid, { disowned: true }, now);
    ledger.journal.append({ event: "outcome.notFound", posTid: row.posTid, data: { times } }, now);
  });
}

const NOT_FOUND_TIMES = 3;

/** A question that failed is asked again soon, then less and less, and not before the service wants it. */
function pauseAfterFailure(error: ApiError, failures: number, random: number): number {
  const asked = error.kind === "try_again" ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(pauseAfter(failures, random), LONGEST_PAUSE_MS), asked);
}

/** Asks, and plans the next question. @returns whether there was an answer */
async function ask(ports: PollerPorts, row: PaymentRow, watched: Watch): Promise<boolean> {
  const { api, clock, intake, log } = ports;
  watched.lastAskedAt = clock.monotonic();
  const seen = witness(api, clock);
  const answer = await getOutcome(seen.api, row.tid ?? "");
  if (answer.ok) {
    const outcome = readOutcome(answer.value);
    if (outcome) intake.outcome(row.posTid, outcome, "poll", seen.take());
    else log.warn({ posTid: row.posTid }, "the service named no known status");
  } else {
    log.info({ posTid: row.posTid, because: describeError(answer.error) }, "the outcome could not be read");
    disown(ports.ledger, row, answer.error, watched.failures + 1);
  }
  watched.asked += 1;
  const unchangedMs = clock.monotonic() - watched.since;
  const pause = pollAfter(
    { phase: row.phase, asked: watched.asked, unchangedMs },
    ports.receiving(),
    ports.settings,
    ports.random(),
  );
  watched.failures = answer.ok ? 0 : watched.failures + 1;
  watched.dueAt =
    clock.monotonic() + (answer.ok ? pause : pauseAfterFailure(answer.error, watched.failures, ports.random()));
  return answer.ok;
}
