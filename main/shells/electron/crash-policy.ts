/** Policy for an uncaught error in main. Payments are on disk and not affected. */

/** After this uptime a relaunched till counts as recovered; a later error is a new one. */
export const RECOVERED_AFTER_MS = 600_000;

/**
 * Steps after an uncaught error, in order. `relaunch` is stored on disk and requested from Electron, which acts when
 * the process ends. `flush` closes the till; all writes are then on disk.
 */
export type MainStep = "report" | "relaunch" | "flush" | "exit";

export interface MainBreakdown {
  /** Wall clock, ms since the epoch, because relaunches are remembered across processes */
  now: number;
  /** Time of the last relaunch after an uncaught error, or null */
  relaunchedAt: number | null;
  /** True if an error is already being handled, or the till is stopping */
  ending: boolean;
  /** True if a supervisor restarts the till; relaunching too would conflict with it */
  supervised: boolean;
}

/**
 * Decides what to do about an uncaught error or unhandled rejection in main. Its state is unknown, so the process
 * always ends. The till is relaunched once; then a person or supervisor must act.
 * @returns the steps, and the time of the last relaunch to store before relaunching
 */
export function afterUncaughtError({ now, relaunchedAt, ending, supervised }: MainBreakdown): {
  steps: readonly MainStep[];
  relaunchedAt: number | null;
} {
  // An error during shutdown must not start a second shutdown.
  if (ending) return { steps: ["report"], relaunchedAt };
  if (supervised || (relaunchedAt !== null && !hasRecovered(now, relaunchedAt)))
    return { steps: ["report", "flush", "exit"], relaunchedAt };
  return { steps: ["report", "relaunch", "flush", "exit"], relaunchedAt: now };
}

/** A relaunch in the future means that the clock was set back, so it counts as recent. */
function hasRecovered(now: number, relaunchedAt: number): boolean {
  return now - relaunchedAt >= RECOVERED_AFTER_MS;
}
