/** What the modules of a till tell each other within this process; nothing of it reaches a window. */
import type { Permission } from "../../contract/permissions.ts";
import type { Payment } from "../../contract/views.ts";

/** Each signal with what it carries. */
interface SignalValues {
  /** A payment was committed in another state */
  "payment.changed": Payment;
  /**
   * A person or program started a payment; `isAgain`: it was there already, and was asked for under its reference;
   * `permission`: the one whose customer it charges, or null
   */
  "payment.started": { posTid: string; isAgain: boolean; permission: string | null };
  /** A permission was committed in another state */
  "permission.changed": Permission;
  /** A customer granted something: it is to be read */
  "permission.granted": undefined;
  /** The service's outcome of this permission is wanted soon, by its `posTid` */
  "permission.wanted": string;
  /** The service's outcome of this payment is wanted soon, by its `posTid` */
  "outcome.wanted": string;
  /** A code is shown that is no payment's: it may be scanned now */
  "code.shown": undefined;
  /** An operator asked for something that the queue is to send now */
  "queue.hurry": undefined;
  /** The rule for reservations was changed */
  "reservations.ruleChanged": undefined;
  /** The service answers again after it did not */
  "service.online": undefined;
  /** Callbacks may have been lost at our own receiver; at most once a second */
  "callbacks.cut": undefined;
  /** The receiver listens after all, having failed to at the start */
  "callbacks.listening": undefined;
  /** A receipt was given out, or got on with its way to the customer's app */
  "receipt.changed": undefined;
  /** Whether anything keeps the till from selling now, as soon as that is known and whenever it changes */
  "selling.changed": { isOut: boolean };
  /** Something that the terminal's view shows has changed */
  "terminal.stale": undefined;
}

type SignalName = keyof SignalValues;

export interface Signals {
  /** Calls every listener now, in the order in which they came, whatever another throws: that reaches the caller then. */
  emit<N extends SignalName>(name: N, ...value: SignalValues[N] extends undefined ? [] : [SignalValues[N]]): void;
  on<N extends SignalName>(name: N, listener: (value: SignalValues[N]) => void): void;
}

/** Makes the signals of one till; they end with it. */
export function createSignals(): Signals {
  const listeners = new Map<SignalName, ((value: never) => void)[]>();
  return {
    emit(name, ...[value]) {
      const errors: unknown[] = [];
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(value as never);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length === 1) throw errors[0];
      if (errors.length > 1)
        throw new AggregateError(errors, `several could not hear of ${name}`, { cause: errors[0] });
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
  };
}
