export interface Paced {
  /** Requests a run: at the end of this event loop turn, or `everyMs` after the last one. */
  (): void;
  close(): void;
}

/** Throttles `act`, for screen updates and writes that many changes share. Uses the machine's monotonic time. */
export function paced(everyMs: number, act: () => void, onError: (error: unknown) => void): Paced {
  let doneAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => void) | null = null;
  const run = () => {
    waiting = null;
    doneAt = performance.now();
    try {
      act();
    } catch (error) {
      onError(error);
    }
  };
  const ask = () => {
    if (waiting !== null) return;
    const left = doneAt + everyMs - performance.now();
    if (left <= 0) {
      const soon = setImmediate(run);
      waiting = () => clearImmediate(soon);
    } else {
      const later = setTimeout(run, left);
      waiting = () => clearTimeout(later);
    }
  };
  let isClosed = false;
  return Object.assign(() => void (isClosed || ask()), {
    close() {
      isClosed = true;
      waiting?.();
    },
  });
}
