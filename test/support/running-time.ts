/** The time in which this process could run: what a test measures where a duration matters, on a machine as busy as it may be. */
import { setInterval } from "node:timers";

const TICK_MS = 2;
/** The most that counts between two ticks: a longer gap is time in which other programs, or one long computation, ran. */
const MOST_PER_TICK_MS = 5;

let counted = 0;
let tickedAt: number | null = null;

/**
 * Milliseconds of real time, without the time for which the event loop stood still. On an idle machine the same as
 * `performance.now()` but for its start; never more than that.
 */
export function runningMs(): number {
  if (tickedAt === null) {
    tickedAt = performance.now();
    setInterval(tick, TICK_MS).unref();
  }
  return counted + sinceTick(performance.now(), tickedAt);
}

function tick(): void {
  const now = performance.now();
  counted += sinceTick(now, tickedAt ?? now);
  tickedAt = now;
}

/** Another test's fake timers may set `performance.now()` back. */
function sinceTick(now: number, at: number): number {
  return Math.min(Math.max(0, now - at), MOST_PER_TICK_MS);
}
