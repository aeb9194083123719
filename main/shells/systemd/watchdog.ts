/** Tells systemd how the till is, and that it is alive only while a health check says so. */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { createInterruptibleSleep } from "../../lib/loop.ts";
import type { Notifier } from "./notify.ts";

/** A check that takes longer has failed: a database that another program holds is waited for so long. */
export const CHECK_MS = 10_000;
/** Where systemd does not look after the till, how often its status is brought up to date. */
const STATUS_MS = 60_000;

export interface WatchdogPorts {
  clock: Clock;
  log: Log;
  notifier: Notifier;
  /** What systemctl shows while all is well */
  status: string;
  /** Why the till is not well, as a clause; null when it is */
  check(): Promise<string | null>;
}

/**
 * Says that the till is ready, and from then on that it is alive, each time after a check, twice as often as systemd asks
 * for. A till that is not well is checked more often, so that one that recovers says so in time; one that does not is
 * started again by systemd.
 */
export function startWatchdog({ clock, log, notifier, status, check }: WatchdogPorts): { close(): Promise<void> } {
  const { watchdogMs, tell } = notifier;
  const period = watchdogMs ?? STATUS_MS;
  const pause = createInterruptibleSleep(clock);
  let known: string | null = null;
  const look = async (): Promise<boolean> => {
    const why = await inTime(check, clock, pause.closed);
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

/** The check's answer, or what kept it from giving one. */
async function inTime(check: () => Promise<string | null>, clock: Clock, closed: AbortSignal): Promise<string | null> {
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
