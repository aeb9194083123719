/** The till's side of the systemd unit: what a health check asks, put together with who is told. */
import type { Launched } from "../../app/launch.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { takeNotifier } from "./notify.ts";
import { CHECK_MS, startWatchdog } from "./watchdog.ts";

export interface Supervision {
  /** Reports on a till, from its ready line to its end */
  till(launched: Launched): { close(): Promise<void> };
  /** Reports that the process lives, but is no till now */
  outOfOrder(): { close(): Promise<void> };
}

/** Makes what reports to systemd, where that started this process. To be called before anything is started. */
export function superviseBySystemd(
  env: NodeJS.ProcessEnv,
  { clock, log }: { clock: Clock; log: Log },
): Supervision | null {
  const notifier = takeNotifier(env, log);
  if (notifier === null) return null;
  const ports = { clock, log, notifier };
  return {
    till: (launched) => startWatchdog({ ...ports, status: "Ready", check: () => healthCheck(launched) }),
    outOfOrder: () => startWatchdog({ ...ports, status: OUT_OF_ORDER, check: async () => null }),
  };
}

const OUT_OF_ORDER = "Out of order: it broke down too often, and is tried again in ten minutes";

/**
 * Whether the till can do its work: its disk takes what is written, and a command is answered on the way that its
 * window uses. That this runs at all shows that the process is not stuck.
 * @returns why not, or null; also rejects
 */
export async function healthCheck({ till, dispatch, bridge }: Pick<Launched, "till" | "dispatch" | "bridge">) {
  till().probe();
  const answer = bridge === null ? await dispatch("terminal.get", {}) : await askOver(bridge.url);
  return isDone(answer) ? null : "commands are not answered";
}

async function askOver(address: string): Promise<unknown> {
  const { origin, hash } = new URL(address);
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
