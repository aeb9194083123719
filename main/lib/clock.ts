export interface Clock {
  /** ms since the epoch, by this machine's clock */
  now(): number;
  /** ms from a fixed point, never going back; for intervals */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal is aborted; the caller checks which. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

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
