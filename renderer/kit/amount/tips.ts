import type { TipChoices } from "../../../contract/catalogue/counter.ts";
import { percentOf } from "../../../contract/values/lines.ts";

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
