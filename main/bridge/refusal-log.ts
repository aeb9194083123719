import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { RefusedExchange } from "./window-sessions.ts";

const INTERVAL_MS = 60_000;

export interface RefusalPorts {
  clock: Pick<Clock, "monotonic">;
  log: Log;
  /** Writes a journal line: the reason, and how often since the last line */
  journal(data: { because: RefusedExchange; times: number }): void;
}

/** Logs and journals refused windows: the first at once, later ones counted, once a minute. */
export function createRefusalLog({ clock, log, journal }: RefusalPorts): (because: RefusedExchange) => void {
  const noted = new Map<RefusedExchange, { at: number; since: number }>();
  return (because) => {
    const last = noted.get(because);
    if (last !== undefined && clock.monotonic() - last.at < INTERVAL_MS) {
      last.since += 1;
      return;
    }
    const times = 1 + (last?.since ?? 0);
    noted.set(because, { at: clock.monotonic(), since: 0 });
    log.warn({ because, times }, "a window was refused: its token or ticket is not valid, or was used before");
    journal({ because, times });
  };
}
