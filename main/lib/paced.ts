/** Something that many reasons ask for, done once for all that come together. */
export interface Paced {
  /** Asks for it: it is done when this turn of the event loop is over, or `everyMs` after it was done last. */
  (): void;
  /** Nothing is done any more. */
  close(): void;
}

/**
 * Paces what follows from each of many changes and may come a moment later: what a screen shows, what is written once for
 * all of them. By the machine's own time: it is about work, not about business.
 * @param onError told of what `act` throws
 */
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
