/**
 * Throttles `act`, for screen updates and writes that many changes share. Uses the machine's monotonic time. Each call
 * requests a run: at the end of this event loop turn, or `everyMs` after the last one.
 */
export function throttled(everyMs: number, act: () => void, onError: (error: unknown) => void) {
  let doneAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const run = () => {
    cancel = null;
    doneAt = performance.now();
    try {
      act();
    } catch (error) {
      onError(error);
    }
  };
  const schedule = () => {
    if (cancel !== null) return;
    const remainingMs = doneAt + everyMs - performance.now();
    if (remainingMs <= 0) {
      const immediate = setImmediate(run);
      cancel = () => clearImmediate(immediate);
    } else {
      const timeout = setTimeout(run, remainingMs);
      cancel = () => clearTimeout(timeout);
    }
  };
  let isClosed = false;
  return Object.assign(() => void (isClosed || schedule()), {
    close() {
      isClosed = true;
      cancel?.();
    },
  });
}
