export type SandboxClock = ReturnType<typeof createClock>;

interface ScheduledTimer {
  time: number;
  order: number;
  run: () => void;
}

/** `setTimeout` uses 32 bits. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Creates an adjustable clock. All dates and timers of the sandbox use it, including the `Date` header, expiry and
 * redelivery.
 * @param wall the machine's clock, or a test's
 * @param offset the offset before a restart
 * @param whenSettled resolves when the effects of a timer are complete, including callback responses
 * @param onOffsetChange receives the new offset after each change
 */
export function createClock(
  wall: () => number,
  offset: number,
  whenSettled: () => Promise<void>,
  onOffsetChange: (offset: number) => void,
) {
  const timers = createTimers();
  let shift = offset;
  let timer: NodeJS.Timeout | undefined;
  const now = () => wall() + shift;
  const runDue = () => {
    while (timers.runNext(now()));
    wake();
  };
  function wake(): void {
    clearTimeout(timer);
    const next = timers.earliest();
    timer = next ? setTimeout(runDue, Math.min(Math.max(next.time - now(), 1), LONGEST_TIMER_MS)) : undefined;
    timer?.unref();
  }

  async function advance(ms: number): Promise<void> {
    // Work in progress belongs to the old time.
    await whenSettled();
    const target = shift + ms;
    for (let next = timers.earliest(); next && next.time <= wall() + target; next = timers.earliest()) {
      // Each timer sees its own due time.
      shift = Math.min(Math.max(next.time - wall(), shift), target);
      timers.runNext(next.time);
      await whenSettled();
    }
    shift = target;
    onOffsetChange(shift);
    wake();
  }

  return {
    now,
    wall,
    offset: (): number => shift,
    /** Runs a function at a time, or immediately if that time has passed. The returned function cancels it. */
    at(time: number, run: () => void): () => void {
      const cancel = timers.add(time, run);
      wake();
      return () => {
        cancel();
        wake();
      };
    },
    /** Advances the clock. Resolves when everything due on the way has run, in order. */
    advance,
    /** Sets the clock, forwards (like {@link advance}) or backwards. */
    set: (time: number) => advance(time - now()),
    /** Runs due timers. Every request calls this, because tests may drive the wall clock. */
    runDue,
    close() {
      timers.close();
      clearTimeout(timer);
    },
  };
}

function createTimers() {
  const all = new Set<ScheduledTimer>();
  let order = 0;
  let closed = false;

  function earliest(): ScheduledTimer | null {
    let first: ScheduledTimer | null = null;
    for (const timer of all) {
      if (!first || timer.time < first.time || (timer.time === first.time && timer.order < first.order)) first = timer;
    }
    return first;
  }

  function runNext(until: number): boolean {
    const next = earliest();
    if (!next || next.time > until) return false;
    all.delete(next);
    next.run();
    return true;
  }

  return {
    earliest,
    runNext,
    /** @returns a function that cancels the timer */
    add(time: number, run: () => void) {
      if (closed) return () => undefined;
      const timer = { time, order: order++, run };
      all.add(timer);
      return () => all.delete(timer);
    },
    close() {
      // Ignores timers that are added during shutdown.
      closed = true;
      all.clear();
    },
  };
}
