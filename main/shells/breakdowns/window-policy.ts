/** Policy for a window that crashes. Payments are on disk and not affected. */

/** Maximum reloads within {@link WINDOW_MS}; after more, a person must help. */
export const MAX_RELOADS = 3;
export const WINDOW_MS = 60_000;

/** Action for a lost window. A reloaded window restores its state from main. */
export type WindowRemedy = "nothing" | "reload" | "call_for_help";

/** `ended`: normal exit. `tampered`: its files differ from the build. `broke`: any other reason */
export type WindowLoss = "ended" | "tampered" | "broke";

export interface WindowBreakdown {
  loss: WindowLoss;
  /** Monotonic, in ms */
  now: number;
  /** Earlier reloads on the same clock, oldest first */
  reloads: readonly number[];
  stopping: boolean;
}

/**
 * Decides what to do about a lost window.
 * @returns the remedy, and the reloads to pass to the next call
 */
export function afterWindowGone({ loss, now, reloads, stopping }: WindowBreakdown): {
  remedy: WindowRemedy;
  reloads: readonly number[];
} {
  const recent = reloads.filter((at) => now - at < WINDOW_MS);
  if (stopping || loss === "ended") return { remedy: "nothing", reloads: recent };
  // Never run files that were tampered with.
  if (loss === "tampered") return { remedy: "call_for_help", reloads: recent };
  if (recent.length >= MAX_RELOADS) return { remedy: "call_for_help", reloads: recent };
  return { remedy: "reload", reloads: [...recent, now] };
}
