/** Measures time in which this process could run, so that durations are valid on a busy machine. */
import { setInterval } from "node:timers";

const TICK_MS = 2;
/** Maximum counted between two ticks: a longer gap is time of other programs, or of one long computation. */
const MOST_PER_TICK_MS = 5;

let counted = 0;
let tickedAt: number | null = null;

/**
 * Returns milliseconds of real time, without time during which the event loop was blocked. Matches `performance.now()`
 * on an idle machine, except for its start, and never exceeds it.
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
