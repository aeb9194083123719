/** Background loops, and the interruptible sleep between their turns. */
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** A sleep that ends when its time is over, when it is woken, or when it is closed. */
export interface InterruptibleSleep {
  /** Sleeps `ms`, or without end for null; a wake since the last sleep ends it at once. */
  sleep(ms: number | null): Promise<void>;
  wake(): void;
  /** Ends this and every later sleep. */
  close(): void;
  /** Aborted by {@link InterruptibleSleep.close} */
  readonly closed: AbortSignal;
}

/** Every change of a payment wakes all loops: without a reason of ours each of these would make an error with its stack. */
const WOKEN = "woken";
const NEVER_MS = 24 * 60 * 60 * 1000;

/** Makes an interruptible sleep for one sleeper. */
export function createInterruptibleSleep(clock: Pick<Clock, "sleep">): InterruptibleSleep {
  const closing = new AbortController();
  let awake = new AbortController();
  const wake = () => {
    if (!awake.signal.aborted) awake.abort(WOKEN);
  };
  return {
    async sleep(ms) {
      await clock.sleep(ms ?? NEVER_MS, awake.signal);
      if (awake.signal.aborted && !closing.signal.aborted) awake = new AbortController();
    },
    wake,
    close() {
      closing.abort();
      wake();
    },
    closed: closing.signal,
  };
}

/** A background loop at work. */
export interface Loop {
  /** Begins the next turn at once; a wake during a turn is not lost. */
  wake(): void;
  /** Resolves when the turn that is under way has ended; none follows. */
  close(): Promise<void>;
  /** Aborted by {@link Loop.close}, for what a turn waits for */
  readonly closed: AbortSignal;
}

/** A turn that failed for a reason of its own (a full disk, say) is tried again after this. */
const AFTER_FAILURE_MS = 1000;

/**
 * Starts a background loop: runs `turn` over and over until the loop is closed. The first turn comes after the
 * caller's own work is done: a loop must not look at parts that are still being put together.
 * @param turn returns how many ms to sleep before the next turn: 0 for at once, null for until woken
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
        log.error({ err }, "a background loop failed, and goes on");
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
