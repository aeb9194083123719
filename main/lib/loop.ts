import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** A loop's alarm clock: it sleeps until its time, or until somebody has something for it. */
export interface Waker {
  wake(): void;
  /** Sleeps `ms`, or without end for null; a wake since the last sleep ends it at once. */
  sleep(clock: Clock, ms: number | null): Promise<void>;
  /** Ends this and every later sleep. */
  close(): void;
  /** Aborted by {@link Waker.close} */
  readonly closed: AbortSignal;
}

/** A loop that broke for a reason of its own (a full disk, say) tries again after this. */
const AFTER_FAILURE_MS = 1000;

/**
 * Runs `turn` over and over until the waker is closed. The first turn comes after the caller's own work is done: a
 * loop must not look at parts that are still being put together. A turn that fails is logged, and the loop goes on.
 * @returns resolves when the loop has ended
 */
export async function runLoop(
  { clock, log, waker }: { clock: Clock; log: Log; waker: Waker },
  turn: () => Promise<void>,
): Promise<void> {
  await Promise.resolve();
  while (!waker.closed.aborted) {
    try {
      await turn();
    } catch (err) {
      log.error({ err }, "a loop of the till failed, and goes on");
      await waker.sleep(clock, AFTER_FAILURE_MS);
    }
  }
}

const NEVER_MS = 24 * 60 * 60 * 1000;

/** Makes one for one loop. */
export function createWaker(): Waker {
  const closing = new AbortController();
  let awake = new AbortController();
  return {
    wake: () => awake.abort(),
    async sleep(clock, ms) {
      await clock.sleep(ms ?? NEVER_MS, AbortSignal.any([awake.signal, closing.signal]));
      if (awake.signal.aborted) awake = new AbortController();
    },
    close: () => closing.abort(),
    closed: closing.signal,
  };
}
