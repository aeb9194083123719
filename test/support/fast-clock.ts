/**
 * A clock that runs many times faster than real time, for tests with background loops and real I/O. It counts only time
 * in which the process could run: on a busy machine no deadline passes before its work.
 */
import type { Clock } from "../../main/lib/clock.ts";
import { runningMs } from "./running-time.ts";

/** A fast {@link Clock}: sleeps are divided by its factor, so retries of minutes take seconds. */
export interface FastClock extends Clock {
  /** Sets the wall clock, as after a suspend: only `now()` moves by `ms` (may be negative). */
  setBy(ms: number): void;
  /** Advances both clocks at once; sleeps that are due end. */
  pass(ms: number): void;
}

interface Sleeper {
  dueAt: number;
  timer: NodeJS.Timeout | undefined;
  wake(): void;
}

/** @param factor speed relative to real time */
export function fastClock(factor: number, startMs: number = Date.now()): FastClock {
  const began = runningMs();
  let passed = 0;
  let moved = 0;
  const asleep = new Set<Sleeper>();
  const monotonic = () => (runningMs() - began) * factor + passed;
  const setAlarm = (sleeper: Sleeper) => {
    clearTimeout(sleeper.timer);
    const realMs = Math.ceil(Math.max(0, sleeper.dueAt - monotonic()) / factor);
    const ring = () => (monotonic() >= sleeper.dueAt ? sleeper.wake() : setAlarm(sleeper));
    sleeper.timer = setTimeout(ring, Math.min(realMs, 2_147_483_647));
  };
  return {
    now: () => Math.trunc(startMs + moved + monotonic()),
    monotonic,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper: Sleeper = {
          dueAt: monotonic() + ms,
          timer: undefined,
          wake() {
            clearTimeout(sleeper.timer);
            asleep.delete(sleeper);
            signal?.removeEventListener("abort", sleeper.wake);
            resolve();
          },
        };
        asleep.add(sleeper);
        signal?.addEventListener("abort", sleeper.wake, { once: true });
        setAlarm(sleeper);
      }),
    setBy(ms) {
      moved += ms;
    },
    pass(ms) {
      passed += ms;
      for (const sleeper of asleep) setAlarm(sleeper);
    },
  };
}
