/** Splits one keyed-in amount into a payment's amount and its additional amount (the tip). */
import type { TIP_OFFER_ROWS } from "../../../contract/catalogue/counter.ts";
import { percentOf } from "../../../contract/values/lines.ts";
import type { SettingInput } from "../../../contract/values/setting-rows.ts";

/** Settings of tips as the customer display receives them. */
type OfferedTips = SettingInput<typeof TIP_OFFER_ROWS>;

/** A sale without its tip, in minor units of its currency. */
interface Sale {
  amount: number;
  currency: string;
}

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
 * @returns minor units; 0: no tip
 */
export function tipOf(tips: OfferedTips | null, preset: number | null, { amount }: Sale): number {
  if (tips === null || preset === null) return 0;
  return tips.kind === "percent" ? percentOf(amount, preset) : preset;
}
