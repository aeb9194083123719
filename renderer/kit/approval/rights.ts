/** What a dialog goes by before main is asked. Pure. */
import type { Payment } from "../../../contract/views.ts";

/** Calls that carry a PIN, under the keys that keep each from being sent twice. */
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

/** Whether a PIN is out at main now: looking at one takes a quarter of a second for each person it may be. */
export function isPinBeingChecked(busy: Readonly<Record<string, true>>): boolean {
  return Object.keys(busy).some(
    (key) => WITH_PIN.has(key) || key.startsWith("refund ") || key.startsWith("operation "),
  );
}

/** What was given back of a payment, or is on its way back: a limit holds for all of it. In minor units. */
export function refundedSoFar({ operations }: Pick<Payment, "operations">): number {
  return operations
    .filter(({ kind, state }) => kind === "refund" && state !== "refused")
    .reduce((sum, { amount, additionalAmount }) => sum + (amount ?? 0) + (additionalAmount ?? 0), 0);
}
