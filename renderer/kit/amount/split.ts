/** How one amount that a person keys in is divided between a payment's amount and its additional amount (the tip). */

export interface Parts {
  amount: number;
  additionalAmount: number;
}

/**
 * The purchase first, the tip after it. Minor units.
 * @returns null when `asked` is not between 1 and all there is
 */
export function splitAmount(asked: number, available: Parts): Parts | null {
  if (!Number.isSafeInteger(asked) || asked < 1) return null;
  if (asked > available.amount + available.additionalAmount) return null;
  const amount = Math.min(asked, available.amount);
  return { amount, additionalAmount: asked - amount };
}
