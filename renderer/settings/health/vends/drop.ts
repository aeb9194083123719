/** The operator's report of what dropped, and its effect on the money. Pure; amounts in minor units. */
import type { VendItem, VendSlot } from "../../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../../contract/payments/views.ts";

export type Counts = Readonly<Record<string, number>>;

/** Input of `vend.resolve`, without slots that dropped nothing. */
export function droppedOf(items: readonly VendItem[], counts: Counts): VendSlot[] {
  return items.map(({ slot }) => ({ slot, quantity: counts[slot] ?? 0 })).filter(({ quantity }) => quantity > 0);
}

export function moneyOfDrop(items: readonly VendItem[], counts: Counts, { amount }: Pick<Payment, "amount">) {
  const captured = items.reduce((sum, { slot, unitAmount }) => sum + unitAmount * (counts[slot] ?? 0), 0);
  return { captured, back: Math.max(0, amount - captured) };
}

export function moneyOfVend({ amount, authorisedLeft, capturedTotal }: Payment) {
  return { captured: capturedTotal, reserved: authorisedLeft, released: amount - capturedTotal - authorisedLeft };
}
