/**
 * Holds the unlocked refund key, in memory alone: first by one approval, for as long as that one command runs, and from
 * then on by the one refund that came of it, until that is settled or waits for a person. One unlocking, one refund.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { KeyObject } from "node:crypto";
import type { Payment } from "../../../contract/views.ts";

export interface Holder {
  /** Runs a command for which somebody unlocked the key; what it does not take is locked again at its end. */
  during<T>(key: KeyObject, act: () => Promise<T>): Promise<T>;
  /** Whether the command that runs now was given the key, and has not used it yet */
  isUnlocked(): boolean;
  /** Gives the unlocked key to one operation. Nothing happens where none was unlocked. */
  giveTo(operationId: string): void;
  keyFor(operationId: string): KeyObject | null;
  /** Lets go of the keys of what is settled, or waits for a person again. */
  follow(payment: Pick<Payment, "operations">): void;
  heldFor(): string[];
  /** Lets go of all of them. */
  close(): void;
}

/** Makes it, empty. */
export function createHolder(): Holder {
  const held = new Map<string, KeyObject>();
  // A box and not the key: whatever was begun by the command and outlives it finds the box empty.
  const scope = new AsyncLocalStorage<{ key: KeyObject | null }>();
  return {
    async during(key, act) {
      const box: { key: KeyObject | null } = { key };
      try {
        return await scope.run(box, act);
      } finally {
        box.key = null;
      }
    },
    isUnlocked: () => (scope.getStore()?.key ?? null) !== null,
    giveTo(operationId) {
      const box = scope.getStore();
      if (!box?.key) return;
      held.set(operationId, box.key);
      box.key = null;
    },
    keyFor: (operationId) => held.get(operationId) ?? null,
    follow({ operations }) {
      for (const { id, state } of operations) if (state !== "queued" && state !== "sending") held.delete(id);
    },
    heldFor: () => [...held.keys()],
    close: () => held.clear(),
  };
}
