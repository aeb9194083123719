/** The end of an overlap: by the clock, also when the till was off when it came. */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** How often it is looked again: somebody may set the wall clock, by which the overlap ends. */
const LOOK_MS = 60 * 60 * 1000;

export interface OverlapWatch {
  /** The end may be another one now. */
  look(): void;
  close(): void;
}

/**
 * Watches for the end of the overlap; without one it does nothing.
 * @param until when it ends, in ms since the epoch; null: there is none
 * @param end   wipes what was kept for it
 */
export function watchOverlap({
  clock,
  log,
  until,
  end,
}: {
  clock: Clock;
  log: Log;
  until(): number | null;
  end(): void;
}): OverlapWatch {
  let watching = new AbortController();
  const watch = async (signal: AbortSignal) => {
    for (let due = until(); due !== null && !signal.aborted; due = until()) {
      const left = due - clock.now();
      if (left <= 0 && tryTo(end, log)) return;
      await clock.sleep(left <= 0 ? LOOK_MS : Math.min(left, LOOK_MS), signal);
    }
  };
  const look = () => {
    watching.abort();
    watching = new AbortController();
    void watch(watching.signal);
  };
  look();
  return { look, close: () => watching.abort() };
}

function tryTo(end: () => void, log: Log): boolean {
  try {
    end();
    return true;
  } catch (err) {
    log.error({ err }, "the key of before could not be wiped, and is tried again");
    return false;
  }
}
