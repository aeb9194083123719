/**
 * The end of an overlap, when the previous key is wiped: by the service's clock, and only once the service accepts the
 * current key. This machine's clock may be wrong by months; by it the only key that works would be wiped.
 */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";

/** How often it is looked again: a machine that sleeps may wake late. */
const LOOK_MS = 60 * 60 * 1000;

export interface OverlapWatch {
  /** The service has accepted one of the two just now. @param serviceNow its clock, in ms since the epoch */
  noteAccepted(accepted: "current" | "previous", serviceNow: number): void;
  /** Other credentials are in force: what the service accepted until now says nothing of them. */
  reset(): void;
  close(): void;
}

/** The service's clock when it accepted what is in force, and this till's intervals then: nobody can set those. */
interface Proof {
  serviceNow: number;
  monotonic: number;
}

/**
 * Watches for the end of the overlap; without one, or before the service accepted what is in force, it does nothing.
 * @param until when it ends, in ms since the epoch; null: there is none
 * @param end   wipes what was kept for it
 */
export function watchOverlap({
  clock,
  log,
  until,
  end,
}: {
  clock: Pick<Clock, "monotonic" | "sleep">;
  log: Log;
  until(): number | null;
  end(): void;
}): OverlapWatch {
  let proof: Proof | null = null;
  let watching = new AbortController();
  const left = () => {
    const due = until();
    return due === null || proof === null ? null : due - proof.serviceNow - (clock.monotonic() - proof.monotonic);
  };
  const watch = async (signal: AbortSignal) => {
    for (let ms = left(); ms !== null && !signal.aborted; ms = left()) {
      if (ms <= 0 && tryTo(end, log)) return;
      await clock.sleep(ms <= 0 ? LOOK_MS : Math.min(ms, LOOK_MS), signal);
    }
  };
  const stop = () => {
    watching.abort();
    watching = new AbortController();
  };
  return {
    noteAccepted(accepted, serviceNow) {
      const before = left();
      proof = accepted === "current" ? { serviceNow, monotonic: clock.monotonic() } : null;
      const after = left();
      // The first responses may not have confirmed the service's clock yet (G27): the watch may sleep past a corrected end.
      const isOverNow = before !== null && after !== null && before > 0 && after <= 0;
      if (proof === null || isOverNow) stop();
      if (proof !== null && (before === null || isOverNow)) void watch(watching.signal);
    },
    reset() {
      proof = null;
      stop();
    },
    close: () => watching.abort(),
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
