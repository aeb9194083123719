/** What happens when a window breaks down, whatever shows it: pure. Money is safe either way (it is on disk). */

/** Opening a window anew more often than this in {@link WINDOW_MS} does not help: it breaks again, and a person must know. */
export const MAX_RELOADS = 3;
export const WINDOW_MS = 60_000;

/** What to do about a window that is gone. What it showed is restored from main. */
export type WindowRemedy = "nothing" | "reload" | "call_for_help";

/** `ended`: by itself, as it was meant to · `tampered`: its files are not those that were built · `broke`: anything else */
export type WindowLoss = "ended" | "tampered" | "broke";

export interface WindowBreakdown {
  loss: WindowLoss;
  /** On the monotonic clock, in ms: a person who sets the time changes nothing */
  now: number;
  /** When the window was opened anew before, on the same clock, oldest first */
  reloads: readonly number[];
  /** Whether the till is being stopped: its window goes then, in whatever way */
  stopping: boolean;
}

/**
 * Decides about a window that is gone.
 * @returns the remedy, and the reloads to remember for the next decision
 */
export function afterWindowGone({ loss, now, reloads, stopping }: WindowBreakdown): {
  remedy: WindowRemedy;
  reloads: readonly number[];
} {
  const recent = reloads.filter((at) => now - at < WINDOW_MS);
  if (stopping || loss === "ended") return { remedy: "nothing", reloads: recent };
  // Running files that are not what was built again is the last thing to do.
  if (loss === "tampered") return { remedy: "call_for_help", reloads: recent };
  if (recent.length >= MAX_RELOADS) return { remedy: "call_for_help", reloads: recent };
  return { remedy: "reload", reloads: [...recent, now] };
}
