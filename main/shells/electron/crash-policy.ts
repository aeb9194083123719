/** What happens when the window's process, or main itself, breaks down: pure. Money is safe either way (it is on disk). */
import type { RenderProcessGoneDetails } from "electron";

/** Reloading more often than this in {@link WINDOW_MS} helps nobody: the page breaks again, and a person must know. */
export const MAX_RELOADS = 3;
export const WINDOW_MS = 60_000;
/** A till that ran this long after a relaunch has recovered: what breaks then is another breakdown, not the same one. */
export const RECOVERED_AFTER_MS = 600_000;

/** What to do about a window without a process. The page's state is restored from main after a reload. */
export type WindowRemedy = "nothing" | "reload" | "call_for_help";

export interface WindowBreakdown {
  reason: RenderProcessGoneDetails["reason"];
  /** On the monotonic clock, in ms: a person who sets the time changes nothing */
  now: number;
  /** When the window was reloaded before, on the same clock, oldest first */
  reloads: readonly number[];
  /** Whether the till is being stopped: its window goes then, in whatever way */
  stopping: boolean;
}

/**
 * Decides about a window whose process is gone.
 * @returns the remedy, and the reloads to remember for the next decision
 */
export function afterWindowGone({ reason, now, reloads, stopping }: WindowBreakdown): {
  remedy: WindowRemedy;
  reloads: readonly number[];
} {
  const recent = reloads.filter((at) => now - at < WINDOW_MS);
  if (stopping || reason === "clean-exit") return { remedy: "nothing", reloads: recent };
  // The program's own files are not what was built: running them again is the last thing to do.
  if (reason === "integrity-failure") return { remedy: "call_for_help", reloads: recent };
  if (recent.length >= MAX_RELOADS) return { remedy: "call_for_help", reloads: recent };
  return { remedy: "reload", reloads: [...recent, now] };
}

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
