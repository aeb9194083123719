/** Watchdog: reports the till's status to systemd, and `WATCHDOG=1` only while the health check succeeds. */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { createInterruptibleSleep } from "../../lib/loop.ts";
import type { Notifier } from "./notify.ts";

/** Timeout of the health check, which a locked database can exceed. */
export const CHECK_MS = 10_000;
/** Status interval without a watchdog. */
const STATUS_MS = 60_000;

export interface WatchdogPorts {
  clock: Clock;
  log: Log;
  notifier: Notifier;
  status: string;
  /** Returns the problem as a clause; null if the till is healthy */
  check(): Promise<string | null>;
}

/**
 * Reports readiness, then sends a keep-alive after each successful check, at twice the required rate. An unhealthy till
 * is checked more often, so it can recover before systemd restarts it.
 */
export function startWatchdog({ clock, log, notifier, status, check }: WatchdogPorts): { close(): Promise<void> } {
  const { watchdogMs, tell } = notifier;
  const period = watchdogMs ?? STATUS_MS;
  const pause = createInterruptibleSleep(clock);
  let known: string | null = null;
  const look = async (): Promise<boolean> => {
    const why = await checkWithTimeout(check, clock, pause.closed);
    if (pause.closed.aborted) return true;
    if (why !== known) await tell(`STATUS=${why === null ? status : `Not well: ${oneLine(why)}`}`);
    if (why !== known) log[why === null ? "info" : "error"]({ why }, "the till's health has changed");
    known = why;
    if (why === null && watchdogMs !== null) await tell("WATCHDOG=1");
    return why === null;
  };
  const run = async () => {
    await tell("READY=1", `STATUS=${status}`);
    while (!pause.closed.aborted) await pause.sleep((await look()) ? period / 2 : period / 8);
  };
  const running = run();
  return {
    async close() {
      pause.close();
      await running;
      await tell("STOPPING=1", "STATUS=Stopping");
    },
  };
}

async function checkWithTimeout(
  check: () => Promise<string | null>,
  clock: Clock,
  closed: AbortSignal,
): Promise<string | null> {
  const answered = new AbortController();
  const late = clock
    .sleep(CHECK_MS, AbortSignal.any([answered.signal, closed]))
    .then(() => `no answer within ${CHECK_MS / 1000} s`);
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    answered.abort();
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 200);
}
