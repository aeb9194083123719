/** What a suggested tip comes to. Pure. */
import type { TipChoices } from "../../../contract/counter.ts";
import { percentOf } from "../../../contract/lines.ts";

/**
 * A preset as an amount: a percentage of the sale without any tip, or the amount itself.
 * @param preset null: none is suggested @param total what the sale comes to
 * @returns minor units; 0: none
 */
export function tipOf(tips: Pick<TipChoices, "kind"> | null, preset: number | null, total: number): number {
  if (tips === null || preset === null) return 0;
  return tips.kind === "percent" ? percentOf(total, preset) : preset;
}
