/** What an operator says that a machine dropped, and what that does with the money. Pure; amounts in minor units. */
import type { VendItem, VendSlot } from "../../../../contract/vend.ts";
import type { Payment } from "../../../../contract/views.ts";

/** How many of each slot's dropped, by slot. */
export type Counts = Readonly<Record<string, number>>;

/** As `vend.resolve` takes it: what did not drop at all is left out. */
export function droppedOf(items: readonly VendItem[], counts: Counts): VendSlot[] {
  return items.map(({ slot }) => ({ slot, quantity: counts[slot] ?? 0 })).filter(({ quantity }) => quantity > 0);
}

/** What of a payment is captured by that, and what goes back to the customer. */
export function moneyOfDrop(items: readonly VendItem[], counts: Counts, { amount }: Pick<Payment, "amount">) {
  const captured = items.reduce((sum, { slot, unitAmount }) => sum + unitAmount * (counts[slot] ?? 0), 0);
  return { captured, back: Math.max(0, amount - captured) };
}

/** Where a vend's money is now. */
export function moneyOfVend({ amount, authorisedLeft, capturedTotal }: Payment) {
  return { captured: capturedTotal, reserved: authorisedLeft, released: amount - capturedTotal - authorisedLeft };
}
