/** Splits one keyed-in amount into a payment's amount and its additional amount (the tip). */

export interface Parts {
  amount: number;
  additionalAmount: number;
}

/**
 * Allocates to the purchase first, then to the tip. Minor units.
 * @returns null when `asked` is below 1 or above the available amount
 */
export function splitAmount(asked: number, available: Parts): Parts | null {
  if (!Number.isSafeInteger(asked) || asked < 1) return null;
  if (asked > available.amount + available.additionalAmount) return null;
  const amount = Math.min(asked, available.amount);
  return { amount, additionalAmount: asked - amount };
}
