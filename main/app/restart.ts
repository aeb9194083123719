/** Restarts a till in place, while its bridges and windows stay. */

import { failed } from "../../contract/calls/errors.ts";
import { createDispatch, type Dispatch, STARTING } from "../bridge/dispatch.ts";
import type { EventStream } from "../bridge/events.ts";
import type { Clock } from "../lib/clock.ts";
import type { StorageContext } from "../storage/context.ts";
import type { RunningTill } from "./context.ts";

/** Time for pending commands to finish before a restart. */
const DRAIN_MS = 2000;

export interface Composition {
  till: RunningTill;
  sandboxUrl: string | null;
  notice?: string | null;
}

export interface RestartPorts extends Pick<StorageContext, "clock" | "log"> {
  events: EventStream;
  stop: AbortSignal;
  /**
   * Composes a till.
   * @param isRestart true for a restart, which ignores options already applied
   * @param restart closes this till and composes the next one
   */
  compose(isRestart: boolean, restart: () => void): Promise<Composition>;
}

export interface RestartableTill {
  till(): RunningTill;
  /** Runs a command on the current till; fails with a reason during a restart */
  dispatch: Dispatch;
  sandboxUrl: string | null;
  notice: string | null;
  /** Rejects if a restart failed; never resolves */
  broken: Promise<never>;
  close(): Promise<void>;
}

export async function startRestartable(ports: RestartPorts): Promise<RestartableTill> {
  const { clock, log, events, stop } = ports;
  const pendingCommands = new Set<Promise<unknown>>();
  const broken = Promise.withResolvers<never>();
  // Prevents an unhandled rejection while no caller waits.
  broken.promise.catch(() => undefined);
  let restarting: Promise<void> | null = null;
  let closing = false;

  const composeTill = async (isRestart: boolean) => {
    const restart = () => {
      restarting ??= restartTill();
    };
    const { till, sandboxUrl, notice = null } = await ports.compose(isRestart, restart);
    return { till, sandboxUrl, notice, dispatch: createDispatch({ ...till, log }) };
  };

  const restartTill = async (): Promise<void> => {
    log.info("the till restarts");
    try {
      await drain(pendingCommands, clock);
      await current.till.close();
      if (closing || stop.aborted) return;
      current = await composeTill(true);
      restarting = null;
      events.publish({ type: "terminal.restarted" });
    } catch (error) {
      broken.reject(error);
    }
  };

  let current = await composeTill(false);
  return {
    till: () => current.till,
    sandboxUrl: current.sandboxUrl,
    notice: current.notice,
    broken: broken.promise,
    async dispatch(name, input, caller) {
      if (restarting) return failed("offline", { because: STARTING });
      const answer = current.dispatch(name, input, caller);
      pendingCommands.add(answer);
      try {
        return await answer;
      } finally {
        pendingCommands.delete(answer);
      }
    },
    async close() {
      closing = true;
      await restarting;
      await current.till.close();
    },
  };
}

/** Lets the command that requested the restart answer first. */
async function drain(pendingCommands: Set<Promise<unknown>>, clock: Clock): Promise<void> {
  // The request may come in the turn in which its command started.
  await Promise.resolve();
  const answered = new AbortController();
  const all = Promise.allSettled([...pendingCommands]).then(() => answered.abort());
  await Promise.race([all, clock.sleep(DRAIN_MS, answered.signal)]);
}
