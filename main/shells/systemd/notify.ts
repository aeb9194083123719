/**
 * Notifies systemd with sd_notify(3), through `systemd-notify`. Node has no Unix datagram sockets, and native add-ons
 * would run third-party code in the till's process.
 */
import { execFile } from "node:child_process";
import type { Log } from "../../lib/log.ts";

const NOTIFY_MS = 2000;

export interface Notifier {
  /** systemd kills the till after this many ms without `WATCHDOG=1`; null if the watchdog is off */
  watchdogMs: number | null;
  /** Sends assignments such as `READY=1`. Always resolves; errors are logged. */
  sendState(...assignments: string[]): Promise<void>;
}

/**
 * Reads and removes systemd's variables from the environment, so child processes cannot notify systemd.
 * @returns null if systemd did not start this till. A socket without `TILL_SUPERVISED=1` belongs to a service from
 * which a person started the till.
 */
export function createNotifier(env: NodeJS.ProcessEnv, log: Log): Notifier | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env;
  const isOurs = env.TILL_SUPERVISED === "1";
  // Ignore WATCHDOG_PID: an AppImage's till is not the process that systemd started.
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]) delete env[name];
  if (!socket || !isOurs) return null;
  const usec = Number(watchdog);
  return {
    watchdogMs: usec > 0 ? usec / 1000 : null,
    sendState: (...assignments) => send(assignments, { ...env, NOTIFY_SOCKET: socket }, log),
  };
}

function send(assignments: string[], env: NodeJS.ProcessEnv, log: Log): Promise<void> {
  return new Promise((resolve) => {
    execFile("systemd-notify", assignments, { env, timeout: NOTIFY_MS }, (err) => {
      if (err) log.error({ err, assignments }, "systemd could not be notified of the till's state");
      resolve();
    });
  });
}
