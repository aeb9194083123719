/**
 * A clock that runs many times as fast as the machine's, for tests with background loops and real I/O. It counts only the
 * time in which the process could run: on a busy machine a deadline does not pass before the work that it is for.
 */
import type { Clock } from "../../main/lib/clock.ts";
import { runningMs } from "./running-time.ts";

/** A fast {@link Clock}: sleeps take their time divided by its factor, so that retries of minutes take seconds. */
export interface FastClock extends Clock {
  /** Sets the wall clock, as a suspended machine does too: `now()` moves by `ms` (also back), nothing else does. */
  setBy(ms: number): void;
  /** Advances both clocks at once; sleeps that are due by then end. */
  pass(ms: number): void;
}

interface Sleeper {
  dueAt: number;
  timer: NodeJS.Timeout | undefined;
  wake(): void;
}

/** @param factor how many times faster than real time it runs */
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
