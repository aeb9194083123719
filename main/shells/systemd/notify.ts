/**
 * What systemd is told of a till that it started: sd_notify(3), by systemd's own program. Node has no datagram sockets of
 * the local kind, and what adds them is native code of others in the till's process; `systemd-notify` is where systemd is.
 */
import { execFile } from "node:child_process";
import type { Log } from "../../lib/log.ts";

/** A message takes milliseconds. */
const NOTIFY_MS = 2000;

export interface Notifier {
  /** After so many ms without `WATCHDOG=1` systemd ends the till; null: it does not look */
  watchdogMs: number | null;
  /** Sends assignments, as `READY=1`. Resolves when it was tried: what cannot be told is in the log. */
  tell(...assignments: string[]): Promise<void>;
}

/**
 * Finds what this process was started with, and takes it out of the environment: no child of the till's speaks for it.
 * @returns null where nothing is to be told. A socket without `TILL_SUPERVISED=1` belongs to a service from which
 *   a person started this till by hand.
 */
export function takeNotifier(env: NodeJS.ProcessEnv, log: Log): Notifier | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env;
  const isOurs = env.TILL_SUPERVISED === "1";
  // WATCHDOG_PID goes unread: an AppImage's till is not the process that systemd started.
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]) delete env[name];
  if (!socket || !isOurs) return null;
  const usec = Number(watchdog);
  return {
    watchdogMs: usec > 0 ? usec / 1000 : null,
    tell: (...assignments) => send(assignments, { ...env, NOTIFY_SOCKET: socket }, log),
  };
}

function send(assignments: string[], env: NodeJS.ProcessEnv, log: Log): Promise<void> {
  return new Promise((resolve) => {
    execFile("systemd-notify", assignments, { env, timeout: NOTIFY_MS }, (err) => {
      if (err) log.error({ err, assignments }, "systemd could not be told how the till is");
      resolve();
    });
  });
}
