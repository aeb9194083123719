/**
 * Deletes the previous key after the overlap, by the service's clock, once the service accepts the current key. The
 * local clock may be wrong, and would then delete the only working key.
 */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";

const LOOK_MS = 60 * 60 * 1000;

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
}) {
  let watching: AbortController | null = null;
  const remainingMs = () => {
    const [due, serviceNow] = [until(), now()];
    return due === null || serviceNow === null ? null : due - serviceNow;
  };
  const watch = async (signal: AbortSignal) => {
    for (let ms = remainingMs(); ms !== null && !signal.aborted; ms = remainingMs()) {
      if (ms <= 0 && tryEnd(end, log)) return;
      await clock.sleep(ms <= 0 ? LOOK_MS : Math.min(ms, LOOK_MS), signal);
    }
  };
  const stop = () => {
    watching?.abort();
    watching = null;
  };
  return {
    noteAccepted(accepted: "current" | "previous") {
      if (accepted === "previous") stop();
      else if (watching === null && remainingMs() !== null) {
        watching = new AbortController();
        void watch(watching.signal);
      }
    },
    /** The credentials changed, so earlier responses no longer count */
    reset: stop,
    close() {
      watching ??= new AbortController();
      watching.abort();
    },
  };
}

function tryEnd(end: () => void, log: Log): boolean {
  try {
    end();
    return true;
  } catch (err) {
    log.error({ err }, "the previous key could not be wiped; retrying");
    return false;
  }
}
