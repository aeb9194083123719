/** The clock port: time and sleeping, which tests can drive. */
export interface Clock {
  /** Milliseconds since the epoch, by this machine: for what people and the service read. */
  now(): number;
  /** Milliseconds from some fixed point, never going back: for intervals, whatever is done to the wall clock. */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal is aborted: a woken sleeper looks for itself why. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(ms, 2_147_483_647));
      signal?.addEventListener("abort", finish, { once: true });
    }),
};
