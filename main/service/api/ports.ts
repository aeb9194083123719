import { setTimeout as sleepFor } from "node:timers/promises";

export interface Clock {
  /** ms since the epoch, by this machine's clock */
  now(): number;
  /** ms from a fixed point, never going back */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A structured log like pino's. The client passes no secret, amount or customer to it. */
export interface Log {
  debug(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
}

export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
};
