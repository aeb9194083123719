/**
 * Drains the queue: in order within a payment, in parallel across payments. It reads like what it does: lease, send,
 * judge, settle. Whatever stops it in between, the row is there and the same bytes are sent again.
 */
import type { ApiClient } from "../api/client.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Ledger } from "../payments/ledger.ts";
import { createWaker, runLoop } from "../waker.ts";
import { perform, putBack } from "./attempt.ts";
import type { OperationRow } from "./operations.ts";

const IN_PARALLEL = 4;
/** At most ten requests a second: a queue that fills up while offline is drained gently. */
const SPACING_MS = 100;

export interface WorkerPorts {
  api: ApiClient;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  random(): number;
  /** The queue's depth or its pause changed */
  onChange(): void;
  /** An outcome is wanted soon: the poller asks, should the worker not get it */
  pollSoon(posTid: string): void;
}

export interface Worker {
  /** Look at the queue now: something was added or became due. */
  wake(): void;
  /** Whether the sender pauses because the service does not accept its credentials. */
  paused(): boolean;
  close(): Promise<void>;
}

/** Starts draining. Operations that were being sent when the last process ended are unknown, and are settled first. */
export function startWorker(ports: WorkerPorts): Worker {
  const { ledger, clock, log } = ports;
  const waker = createWaker();
  const inFlight = new Map<string, Promise<void>>();
  let pausedUntil: number | null = null;

  const attempt = async (operation: OperationRow) => {
    try {
      const decision = await perform({ ...ports, operation });
      pausedUntil = decision?.is === "credentials" ? clock.monotonic() + decision.afterMs : null;
    } catch (error) {
      log.error({ err: error, operationId: operation.id }, "an operation could not be settled");
      putBack(ledger, clock, operation);
    } finally {
      inFlight.delete(operation.posTid);
      ports.onChange();
      waker.wake();
    }
  };

  const turn = async () => {
    const pause = pausedUntil === null ? 0 : pausedUntil - clock.monotonic();
    if (pause > 0) return waker.sleep(clock, pause);
    const busy = new Set(inFlight.keys());
    const next = inFlight.size < IN_PARALLEL ? ledger.operations.lease(clock.now(), busy) : null;
    if (next) {
      inFlight.set(next.posTid, attempt(next));
      ports.onChange();
      return clock.sleep(SPACING_MS, waker.closed);
    }
    const due = inFlight.size < IN_PARALLEL ? ledger.operations.nextDue(busy) : null;
    return waker.sleep(clock, due === null ? null : Math.max(1, due - clock.now()));
  };

  for (const posTid of ledger.operations.recover(clock.now())) ledger.commit(posTid, () => undefined);
  const running = runLoop({ clock, log, waker }, turn);
  return {
    wake: waker.wake,
    paused: () => pausedUntil !== null && pausedUntil > clock.monotonic(),
    async close() {
      waker.close();
      await running;
      await Promise.allSettled(inFlight.values());
    },
  };
}
