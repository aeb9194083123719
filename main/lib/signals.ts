/** Signals between the modules of a till, within this process; never sent to windows. */
import type { Permission } from "../../contract/customers/permissions.ts";
import type { Payment } from "../../contract/payments/views.ts";

interface SignalValues {
  /** A payment changed state; emitted after the commit */
  "payment.changed": Payment;
  /** `isRepeat`: the reference returned the existing payment; `permission`: the charged permission, or null */
  "payment.started": { posTid: string; isRepeat: boolean; permission: string | null };
  /** A permission changed state; emitted after the commit */
  "permission.changed": Permission;
  "permission.granted": undefined;
  /** Polls this permission's outcome soon, by its `posTid` */
  "permission.pollRequested": string;
  /** Polls this payment's outcome soon, by its `posTid` */
  "outcome.pollRequested": string;
  /** A code without a payment is shown and may be scanned */
  "code.shown": undefined;
  /** An operator requested something the queue should send now */
  "queue.sendRequested": undefined;
  "reservations.ruleChanged": undefined;
  "service.online": undefined;
  /** The receiver may have lost callbacks; at most once a second */
  "callbacks.lost": undefined;
  /** The receiver listens after an earlier failure */
  "callbacks.listening": undefined;
  /** A receipt was issued, or its delivery to the customer's app progressed */
  "receipt.changed": undefined;
  /** Whether the till can sell; emitted once known, and on every change */
  "selling.changed": { isOut: boolean };
  "terminal.outdated": undefined;
}

type SignalName = keyof SignalValues;

export type Signals = ReturnType<typeof createSignals>;

export function createSignals() {
  const listeners = new Map<SignalName, ((value: never) => void)[]>();
  return {
    /** Calls every listener in order, even when one throws; then throws that error. */
    emit<N extends SignalName>(name: N, ...[value]: SignalValues[N] extends undefined ? [] : [SignalValues[N]]) {
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
        throw new AggregateError(errors, `several listeners of ${name} failed`, { cause: errors[0] });
    },
    on<N extends SignalName>(name: N, listener: (value: SignalValues[N]) => void) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
  };
}
