/** Connects the till to its systemd unit: health check, watchdog and status. */
import type { Launched } from "../../app/launch.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { createNotifier } from "./notify.ts";
import { CHECK_MS, startWatchdog } from "./watchdog.ts";

export interface Supervision {
  /** Reports from the till's ready line to its end */
  till(launched: Launched): { close(): Promise<void> };
  /** Reports that the process is alive but out of order */
  outOfOrder(): { close(): Promise<void> };
}

/** Creates the reporter if systemd started this process. Call before starting anything else. */
export function superviseBySystemd(
  env: NodeJS.ProcessEnv,
  { clock, log }: { clock: Clock; log: Log },
): Supervision | null {
  const notifier = createNotifier(env, log);
  if (notifier === null) return null;
  const ports = { clock, log, notifier };
  return {
    till: (launched) => startWatchdog({ ...ports, status: "Ready", check: () => healthCheck(launched) }),
    outOfOrder: () => startWatchdog({ ...ports, status: OUT_OF_ORDER, check: async () => null }),
  };
}

const OUT_OF_ORDER = "Out of order: it failed too often and restarts in ten minutes";

/**
 * Checks that the disk accepts writes, and that a command is answered over the window's path. That the check runs shows
 * that the event loop is not blocked.
 * @returns the problem, or null; may also reject
 */
export async function healthCheck({ till, dispatch, bridge }: Pick<Launched, "till" | "dispatch" | "bridge">) {
  till().probe();
  const answer = bridge === null ? await dispatch("terminal.get", {}) : await askOver(bridge.url);
  return isDone(answer) ? null : "commands are not answered";
}

async function askOver(address: string): Promise<unknown> {
  const { origin, hash } = new URL(address);
  // biome-ignore lint/plugin/connections: its own till, over loopback
  const response = await fetch(`${origin}/bridge/terminal.get`, {
    method: "POST",
    headers: { authorization: `Bearer ${hash.replace("#token=", "")}`, "content-type": "application/json" },
    body: "{}",
    signal: AbortSignal.timeout(CHECK_MS),
  });
  return response.json();
}

function isDone(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === true;
}
