import type { Clock } from "./clock.ts";

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
