/** What happens when main itself breaks down: pure. Money is safe either way (it is on disk). */

/** A till that ran this long after a relaunch has recovered: what breaks then is another breakdown, not the same one. */
export const RECOVERED_AFTER_MS = 600_000;

/**
 * What main does about its own uncaught error, in this order. `relaunch` is remembered on disk and asked of Electron,
 * which does it when the process ends, however it ends; `flush` closes the till: every write is on disk after it.
 */
export type MainStep = "report" | "relaunch" | "flush" | "exit";

export interface MainBreakdown {
  /** By the machine's clock, in ms since the epoch: relaunches are remembered beyond the process */
  now: number;
  /** When the till was last relaunched after an uncaught error, or null */
  relaunchedAt: number | null;
  /** Whether an earlier error is being dealt with already, or the till is being stopped */
  ending: boolean;
  /** Whether something on this machine starts the till again whenever it ends: two would get in each other's way */
  supervised: boolean;
}

/**
 * Decides about an uncaught error, or an unhandled rejection, in main. Nothing goes on as if nothing had been: its
 * state is unknown. It is relaunched once, and then left to a person, or to whatever supervises the machine.
 * @returns the steps, and when the till was last relaunched, to be on disk before it is
 */
export function afterUncaughtError({ now, relaunchedAt, ending, supervised }: MainBreakdown): {
  steps: readonly MainStep[];
  relaunchedAt: number | null;
} {
  // An error on the way out must not begin another way out.
  if (ending) return { steps: ["report"], relaunchedAt };
  if (supervised || (relaunchedAt !== null && !hasRecovered(now, relaunchedAt)))
    return { steps: ["report", "flush", "exit"], relaunchedAt };
  return { steps: ["report", "relaunch", "flush", "exit"], relaunchedAt: now };
}

/** A relaunch in the future is one before the clock was set back: too near to tell, so it counts as recent. */
function hasRecovered(now: number, relaunchedAt: number): boolean {
  return now - relaunchedAt >= RECOVERED_AFTER_MS;
}
