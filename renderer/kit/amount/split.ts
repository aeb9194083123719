/** Splits one keyed-in amount into a payment's amount and its additional amount (the tip). */
import type { TipChoices } from "../../../contract/catalogue/counter.ts";
import { percentOf } from "../../../contract/values/lines.ts";

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

/**
 * Converts a preset to an amount: a percentage of the sale without tip, or a fixed amount.
 * @param preset null: no suggestion
 * @param total of the sale
 * @returns minor units; 0: no tip
 */
export function tipOf(tips: Pick<TipChoices, "kind"> | null, preset: number | null, total: number): number {
  if (tips === null || preset === null) return 0;
  return tips.kind === "percent" ? percentOf(total, preset) : preset;
}
