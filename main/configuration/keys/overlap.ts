/**
 * The end of an overlap, when the previous key is wiped: by the service's clock, and only once the service accepts the
 * current key. This machine's clock may be wrong by months; by it the only key that works would be wiped.
 */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";

/** How often it is looked again: a machine that sleeps may wake late. */
const LOOK_MS = 60 * 60 * 1000;

export interface OverlapWatch {
  /** The service has accepted one of the two keys just now. */
  noteAccepted(accepted: "current" | "previous"): void;
  /** Other credentials are in force: what the service accepted until now says nothing of them. */
  reset(): void;
  close(): void;
}

/**
 * Watches for the end of the overlap. Does nothing without an overlap, before the service accepted the current key, or
 * while the service's time is unknown.
 * @param now   the service's time, in ms since the epoch; null: unknown
 * @param until when the overlap ends, in ms since the epoch; null: there is none
 * @param end   wipes the previous key
 */
export function watchOverlap({
  clock,
  log,
  now,
  until,
  end,
}: {
  clock: Pick<Clock, "sleep">;
  log: Log;
  now(): number | null;
  until(): number | null;
  end(): void;
}): OverlapWatch {
  let watching: AbortController | null = null;
  const left = () => {
    const [due, serviceNow] = [until(), now()];
    return due === null || serviceNow === null ? null : due - serviceNow;
  };
  const watch = async (signal: AbortSignal) => {
    for (let ms = left(); ms !== null && !signal.aborted; ms = left()) {
      if (ms <= 0 && tryTo(end, log)) return;
      await clock.sleep(ms <= 0 ? LOOK_MS : Math.min(ms, LOOK_MS), signal);
    }
  };
  const stop = () => {
    watching?.abort();
    watching = null;
  };
  return {
    noteAccepted(accepted) {
      if (accepted === "previous") stop();
      else if (watching === null && left() !== null) {
        watching = new AbortController();
        void watch(watching.signal);
      }
    },
    reset: stop,
    close() {
      watching ??= new AbortController();
      watching.abort();
    },
  };
}

function tryTo(end: () => void, log: Log): boolean {
  try {
    end();
    return true;
  } catch (err) {
    log.error({ err }, "the previous key could not be wiped, and is tried again");
    return false;
  }
}
