/** Approval checks before the main process is called. Pure. */
import type { Payment } from "../../../contract/payments/views.ts";

/** Calls that carry a PIN, by the keys that prevent double submission. */
const WITH_PIN: ReadonlySet<string> = new Set([
  "unlockSettings",
  "people",
  "bulk",
  "refundKey",
  "makeBundle",
  "leaveKiosk",
  "start",
  "customers",
]);

/** True while the main process is checking a PIN, which takes 250 ms per candidate user. */
export function isPinBeingChecked(busy: Readonly<Record<string, true>>): boolean {
  return Object.keys(busy).some(
    (key) => WITH_PIN.has(key) || key.startsWith("refund ") || key.startsWith("operation "),
  );
}

/** Amount refunded or being refunded, in minor units. Refund limits apply to the sum. */
export function refundedSoFar({ operations }: Pick<Payment, "operations">): number {
  return operations
    .filter(({ kind, state }) => kind === "refund" && state !== "refused")
    .reduce((sum, { amount, additionalAmount }) => sum + (amount ?? 0) + (additionalAmount ?? 0), 0);
}
