import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

export interface InterruptibleSleep {
  /** Sleeps `ms`, or until woken for null. A wake since the last sleep ends it at once. */
  sleep(ms: number | null): Promise<void>;
  wake(): void;
  close(): void;
  readonly closed: AbortSignal;
}

/** A constant abort reason saves creating an error with a stack; every payment change wakes all loops. */
const WOKEN = "woken";
const NEVER_MS = 24 * 60 * 60 * 1000;

export function createInterruptibleSleep(clock: Pick<Clock, "sleep">): InterruptibleSleep {
  const closing = new AbortController();
  let waker = new AbortController();
  const wake = () => {
    if (!waker.signal.aborted) waker.abort(WOKEN);
  };
  return {
    async sleep(ms) {
      await clock.sleep(ms ?? NEVER_MS, waker.signal);
      if (waker.signal.aborted && !closing.signal.aborted) waker = new AbortController();
    },
    wake,
    close() {
      closing.abort();
      wake();
    },
    closed: closing.signal,
  };
}

export interface Loop {
  /** Starts the next turn at once. A wake during a turn is not lost. */
  wake(): void;
  /** Resolves when the current turn has ended; no further one starts. */
  close(): Promise<void>;
  readonly closed: AbortSignal;
}

/** Delay after a turn threw, for example on a full disk. */
const AFTER_FAILURE_MS = 1000;

/**
 * Starts a loop that runs `turn` until it is closed. The first turn is asynchronous, so that the caller finishes its
 * setup.
 * @param turn returns the sleep until the next turn in ms: 0 for none, null until woken
 */
export function startLoop(
  { clock, log }: { clock: Pick<Clock, "sleep">; log: Log },
  turn: () => number | null | Promise<number | null>,
): Loop {
  const { sleep, wake, close, closed } = createInterruptibleSleep(clock);
  const run = async () => {
    await Promise.resolve();
    while (!closed.aborted) {
      try {
        const pause = await turn();
        if (pause !== 0) await sleep(pause);
      } catch (err) {
        log.error({ err }, "a background loop failed and continues");
        await sleep(AFTER_FAILURE_MS);
      }
    }
  };
  const running = run();
  return {
    wake,
    closed,
    close() {
      close();
      return running;
    },
  };
}
