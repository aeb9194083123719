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
  const { watchdogMs, sendState } = notifier;
  const period = watchdogMs ?? STATUS_MS;
  const pause = createInterruptibleSleep(clock);
  let lastProblem: string | null = null;
  const checkHealth = async (): Promise<boolean> => {
    const problem = await checkWithTimeout(check, clock, pause.closed);
    if (pause.closed.aborted) return true;
    if (problem !== lastProblem)
      await sendState(`STATUS=${problem === null ? status : `Unhealthy: ${oneLine(problem)}`}`);
    if (problem !== lastProblem)
      log[problem === null ? "info" : "error"]({ why: problem }, "the till's health has changed");
    lastProblem = problem;
    if (problem === null && watchdogMs !== null) await sendState("WATCHDOG=1");
    return problem === null;
  };
  const run = async () => {
    await sendState("READY=1", `STATUS=${status}`);
    while (!pause.closed.aborted) await pause.sleep((await checkHealth()) ? period / 2 : period / 8);
  };
  const running = run();
  return {
    async close() {
      pause.close();
      await running;
      await sendState("STOPPING=1", "STATUS=Stopping");
    },
  };
}

async function checkWithTimeout(
  check: () => Promise<string | null>,
  clock: Clock,
  closed: AbortSignal,
): Promise<string | null> {
  const settled = new AbortController();
  const timeout = clock
    .sleep(CHECK_MS, AbortSignal.any([settled.signal, closed]))
    .then(() => `no answer within ${CHECK_MS / 1000} s`);
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    settled.abort();
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 200);
}
