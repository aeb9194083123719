/**
 * The sandbox's clock: the machine's, moved by as much as a person or a test asks. Everything in the service that
 * has a date goes by it, the `Date` header included, and everything that waits (expiry, redelivery) waits on it.
 */
export interface SandboxClock {
  /** Milliseconds since the epoch, as the service sees them. */
  now(): number;
  /** The same, as if nobody had moved the clock. */
  wall(): number;
  /** By how many milliseconds the clock has been moved. */
  offset(): number;
  /** Runs something at a time, or at once when that time has passed. @returns what takes it back */
  at(time: number, run: () => void): () => void;
  /** Moves the clock by so many milliseconds; resolves when all that fell due on the way has happened, in order. */
  advance(ms: number): Promise<void>;
  /** Moves the clock to a time, forwards (like {@link advance}) or backwards. */
  set(time: number): Promise<void>;
  /** Runs what is due by now. For a wall clock that tests drive: every request calls it. */
  runDue(): void;
  close(): void;
}

interface Appointment {
  time: number;
  order: number;
  run: () => void;
}

/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Makes a clock that can be moved.
 * @param wall    the machine's clock, or a test's
 * @param offset  what it was moved by before a restart
 * @param settled resolves when the effects of what just ran are over (callbacks answered), so that time never
 *                overtakes them
 * @param moved   told the new offset after each move
 */
export function createClock(
  wall: () => number,
  offset: number,
  settled: () => Promise<void>,
  moved: (offset: number) => void,
): SandboxClock {
  const appointments = createAppointments();
  let shift = offset;
  let timer: NodeJS.Timeout | undefined;
  const now = () => wall() + shift;
  const runDue = () => {
    while (appointments.runNext(now()));
    wake();
  };
  function wake(): void {
    clearTimeout(timer);
    const next = appointments.earliest();
    timer = next ? setTimeout(runDue, Math.min(Math.max(next.time - now(), 1), LONGEST_TIMER_MS)) : undefined;
    timer?.unref();
  }

  async function advance(ms: number): Promise<void> {
    // What is under way belongs to the time before the move.
    await settled();
    const target = shift + ms;
    for (let next = appointments.earliest(); next && next.time <= wall() + target; next = appointments.earliest()) {
      // Each appointment sees its own time, not the time of arrival.
      shift = Math.min(Math.max(next.time - wall(), shift), target);
      appointments.runNext(next.time);
      await settled();
    }
    shift = target;
    moved(shift);
    wake();
  }

  return {
    now,
    wall,
    offset: () => shift,
    at(time, run) {
      const cancel = appointments.add(time, run);
      wake();
      return () => {
        cancel();
        wake();
      };
    },
    advance,
    set: (time) => advance(time - now()),
    runDue,
    close() {
      appointments.close();
      clearTimeout(timer);
    },
  };
}

/** What is to be done later, in order of time; at the same time, in the order in which it was asked for. */
function createAppointments() {
  const all = new Set<Appointment>();
  let order = 0;
  let closed = false;

  function earliest(): Appointment | null {
    let first: Appointment | null = null;
    for (const one of all) {
      if (!first || one.time < first.time || (one.time === first.time && one.order < first.order)) first = one;
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
    /** Runs the earliest that is due until then. @returns whether there was one */
    runNext,
    /** @returns takes it back */
    add(time: number, run: () => void) {
      if (closed) return () => undefined;
      const appointment = { time, order: order++, run };
      all.add(appointment);
      return () => all.delete(appointment);
    },
    close() {
      // What is under way while the service stops may still want to come back later: there is no later.
      closed = true;
      all.clear();
    },
  };
}
