/** A clock that a test advances manually: no real sleeping, and timers fire in order. */
import type { Clock } from "../../main/lib/clock.ts";

/** A {@link Clock} that moves only when advanced. */
export interface ManualClock extends Clock {
  /**
   * Advances the clock by `ms`. Sleepers wake in the order of their deadlines; equal ones in the order in which they
   * fell asleep. Work and new sleeps of one sleeper happen before the next one wakes.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock: `now()` moves by `ms` (may be negative). `monotonic()` does not move, and no sleep ends. */
  setBy(ms: number): void;
  readonly sleepers: number;
  /** Milliseconds until the next sleep ends; null without a pending sleep. */
  nextWakeMs(): number | null;
  /**
   * Resolves when at least `count` sleeps are pending. Tests use it to wait for a loop that does real I/O before it
   * sleeps.
   */
  sleeping(count?: number): Promise<void>;
  /**
   * Advances from one deadline to the next until `done()` holds. Real I/O runs in between, so use it for "eventually"
   * and not to count requests.
   * @throws after `limitMs` of the clock's time
   */
  advanceUntil(done: () => boolean, limitMs?: number): Promise<void>;
}

interface Sleeper {
  dueAt: number;
  order: number;
  wake(): void;
}

/** 2026-03-02 10:00:00 UTC, a Monday: far from daylight saving changes, leap days and the turn of the year. */
export const TEST_EPOCH_MS = Date.UTC(2026, 2, 2, 10, 0, 0);

/** @param startMs initial value of `now()` in ms since the epoch; `monotonic()` starts at 0 */
export function createManualClock(startMs: number = TEST_EPOCH_MS): ManualClock {
  let elapsed = 0;
  let wall = startMs;
  let order = 0;
  const asleep = new Set<Sleeper>();
  const watchers = new Set<{ count: number; tell(): void }>();

  const next = (): Sleeper | undefined =>
    [...asleep].sort((one, other) => one.dueAt - other.dueAt || one.order - other.order)[0];
  const moveTo = (moment: number) => {
    wall += moment - elapsed;
    elapsed = moment;
  };
  const tellWatchers = () => {
    for (const watcher of watchers) if (asleep.size >= watcher.count) watcher.tell();
  };

  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper: Sleeper = {
        dueAt: elapsed + Math.max(0, ms),
        order: order++,
        wake() {
          asleep.delete(sleeper);
          signal?.removeEventListener("abort", sleeper.wake);
          resolve();
        },
      };
      signal?.addEventListener("abort", sleeper.wake, { once: true });
      asleep.add(sleeper);
      tellWatchers();
    });

  const advance = async (ms: number) => {
    const end = elapsed + ms;
    await settled();
    for (let due = next(); due && due.dueAt <= end; due = next()) {
      moveTo(Math.max(elapsed, due.dueAt));
      due.wake();
      await settled();
    }
    moveTo(Math.max(elapsed, end));
  };

  const advanceUntil = async (done: () => boolean, limitMs = 3_600_000) => {
    const end = elapsed + limitMs;
    for (await settled(); !done(); await settled()) {
      const due = next();
      if (due && due.dueAt > end) throw new Error(`not reached within ${limitMs} ms of the clock`);
      if (due) await advance(Math.max(0, due.dueAt - elapsed));
      else await turnOfIo();
    }
  };

  return {
    now: () => wall,
    monotonic: () => elapsed,
    sleep,
    advance,
    advanceUntil,
    setBy(ms) {
      wall += ms;
    },
    get sleepers() {
      return asleep.size;
    },
    nextWakeMs: () => {
      const due = next();
      return due ? Math.max(0, due.dueAt - elapsed) : null;
    },
    sleeping: (count = 1) =>
      new Promise((resolve) => {
        const watcher = {
          count,
          tell() {
            watchers.delete(watcher);
            resolve();
          },
        };
        watchers.add(watcher);
        tellWatchers();
      }),
  };
}

/** Resolves when all promises that need no I/O have settled: immediates run after all microtasks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits one real millisecond so that sockets and files can progress. */
function turnOfIo(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
