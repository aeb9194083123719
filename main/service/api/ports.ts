/** What the client takes from its surroundings: time, and a log. Both have defaults. */
import { setTimeout as sleepFor } from "node:timers/promises";

/** Time and sleeping, which tests can drive. */
export interface Clock {
  /** Milliseconds since the epoch, by this machine */
  now(): number;
  /** Milliseconds from some fixed point, never going back */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A log of facts with a sentence, like pino's. Nothing that it is given holds a secret, an amount or a customer. */
export interface Log {
  debug(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
}

/** The machine's own clock. */
export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
};
