/** A till that can be started again in place: its carriers and windows stay, with what they hold of it. */

import { failed } from "../../contract/errors.ts";
import { createDispatch, type Dispatch, STARTING } from "../bridge/dispatch.ts";
import type { EventStream } from "../bridge/events.ts";
import type { Clock } from "../lib/clock.ts";
import type { StorageContext } from "../storage/context.ts";
import type { RunningTill } from "./context.ts";

/** How long commands under way may still answer before the till that runs them is closed. */
const DRAIN_MS = 2000;

export interface Composition {
  till: RunningTill;
  /** Where the embedded sandbox is, or null when the till uses another service */
  sandboxUrl: string | null;
  /** What whoever started it is to know */
  notice?: string | null;
}

export interface StandingPorts extends Pick<StorageContext, "clock" | "log"> {
  events: EventStream;
  /** Aborted when the till is to stop: it is not started again then */
  stop: AbortSignal;
  /**
   * Puts a till together.
   * @param again whether one ran in this process before: what the command line said of it has been done
   * @param restart asks for this till to be closed and the next one to be put together
   */
  compose(again: boolean, restart: () => void): Promise<Composition>;
}

export interface Standing {
  /** The till that runs; while it starts again, the one before */
  till(): RunningTill;
  /** Runs a command at whichever till runs then; while it starts again the answer is a failure that says so */
  dispatch: Dispatch;
  /** Where the embedded sandbox of the first till is */
  sandboxUrl: string | null;
  /** What whoever started it is to know */
  notice: string | null;
  /** Rejects when the till could not be started again; never resolves */
  broken: Promise<never>;
  close(): Promise<void>;
}

/** Starts a till that may ask to be started again. @throws whatever its first start throws */
export async function startStanding(ports: StandingPorts): Promise<Standing> {
  const { clock, log, events, stop } = ports;
  const underWay = new Set<Promise<unknown>>();
  const broken = Promise.withResolvers<never>();
  // Whoever waits for it hears of it; when nobody does yet, it is not a rejection that nobody handles.
  broken.promise.catch(() => undefined);
  let restarting: Promise<void> | null = null;
  let closing = false;

  const begin = async (again: boolean) => {
    const restart = () => {
      restarting ??= startAgain();
    };
    const { till, sandboxUrl, notice = null } = await ports.compose(again, restart);
    return { till, sandboxUrl, notice, dispatch: createDispatch({ ...till, log }) };
  };

  const startAgain = async (): Promise<void> => {
    log.info("the till starts again");
    try {
      await drained(underWay, clock);
      await current.till.close();
      if (closing || stop.aborted) return;
      current = await begin(true);
      restarting = null;
      events.publish({ type: "terminal.restarted" });
    } catch (error) {
      broken.reject(error);
    }
  };

  let current = await begin(false);
  return {
    till: () => current.till,
    sandboxUrl: current.sandboxUrl,
    notice: current.notice,
    broken: broken.promise,
    async dispatch(name, input, caller) {
      if (restarting) return failed("offline", { because: STARTING });
      const answer = current.dispatch(name, input, caller);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    async close() {
      closing = true;
      await restarting;
      await current.till.close();
    },
  };
}

/** The command that asked for the new start answers before the till that ran it is gone. */
async function drained(underWay: Set<Promise<unknown>>, clock: Clock): Promise<void> {
  // Who asks may do it in the very turn in which its command began.
  await Promise.resolve();
  const answered = new AbortController();
  const all = Promise.allSettled([...underWay]).then(() => answered.abort());
  await Promise.race([all, clock.sleep(DRAIN_MS, answered.signal)]);
}
