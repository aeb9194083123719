/** Holds the unlocked refund key in memory, for one approved command and then the refund that it created. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { KeyObject } from "node:crypto";
import type { Payment } from "../../../contract/payments/views.ts";

export type Holder = ReturnType<typeof createHolder>;

export function createHolder() {
  const heldKeys = new Map<string, KeyObject>();
  // A mutable box, so that work that outlives the command finds it empty.
  const scope = new AsyncLocalStorage<{ key: KeyObject | null }>();
  return {
    /** Runs an approved command. An unused key is discarded afterwards. */
    async during<T>(key: KeyObject, act: () => Promise<T>) {
      const box: { key: KeyObject | null } = { key };
      try {
        return await scope.run(box, act);
      } finally {
        box.key = null;
      }
    },
    /** True when the current command has an unused key */
    isUnlocked: () => (scope.getStore()?.key ?? null) !== null,
    /** Assigns the unlocked key to an operation, if there is one */
    assignTo(operationId: string) {
      const box = scope.getStore();
      if (!box?.key) return;
      heldKeys.set(operationId, box.key);
      box.key = null;
    },
    keyFor: (operationId: string) => heldKeys.get(operationId) ?? null,
    /** Discards keys of settled or parked operations */
    follow({ operations }: Pick<Payment, "operations">) {
      for (const { id, state } of operations) if (state !== "queued" && state !== "sending") heldKeys.delete(id);
    },
    heldFor: () => [...heldKeys.keys()],
    close: () => heldKeys.clear(),
  };
}
