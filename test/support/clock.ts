/** A clock that a test drives by hand: nothing sleeps for real, and what is due wakes in order. */
import type { Clock } from "../../main/lib/clock.ts";

/** A {@link Clock} that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /**
   * Lets `ms` pass. Everyone whose sleep ends within that time wakes at their own moment, in order of those moments
   * (equal ones in the order in which they fell asleep); what they do next, and fall asleep for again, happens before
   * the following sleeper wakes.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock: `now()` moves by `ms` (also back), `monotonic()` does not, and no sleep ends. */
  setBy(ms: number): void;
  /** How many sleeps are pending. */
  readonly sleepers: number;
  /** Milliseconds until the next sleep ends; null when none is pending. */
  nextWakeMs(): number | null;
  /** Resolves as soon as at least `count` sleeps are pending: how a test waits for a loop that does real I/O before it sleeps. */
  sleeping(count?: number): Promise<void>;
  /**
   * Goes from one waking to the next until `done()` holds. Real I/O gets its turns in between, at its own pace: fit
   * for "eventually", not for counting how often something was asked.
   * @throws when `limitMs` of the clock's time has passed without it
   */
  advanceUntil(done: () => boolean, limitMs?: number): Promise<void>;
}

interface Sleeper {
  dueAt: number;
  order: number;
  wake(): void;
}

/** 2026-03-02 10:00:00 UTC, a Monday: a moment without daylight saving, leap day or turn of the year near it. */
export const TEST_EPOCH_MS = Date.UTC(2026, 2, 2, 10, 0, 0);

/** @param startMs what `now()` says first, in ms since the epoch; `monotonic()` starts at 0 */
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

/** Every promise that can settle without I/O has settled when this resolves: immediates run after all microtasks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** One real millisecond, in which sockets and files get their turn. */
function turnOfIo(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
