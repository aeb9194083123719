/** Whether a refund looks like one that was made a moment ago: pure. */
import type { Payment } from "../../../contract/views.ts";

/** Within this a second refund of the same amount is more likely a mistake than a wish. */
export const SAME_WITHIN_MS = 10 * 60_000;

/** When the same amount was last refunded or asked for, or null. @param amount both parts together, in minor units */
export function sameRefundAt({ refunds, operations }: Payment, amount: number, now: number): string | null {
  const asked = operations
    .filter(({ kind, state }) => kind === "refund" && state !== "refused")
    .map((one) => ({ total: (one.amount ?? 0) + (one.additionalAmount ?? 0), at: one.createdAt }));
  const made = refunds.map((one) => ({ total: one.amount + one.additionalAmount, at: one.at }));
  return (
    [...asked, ...made]
      .filter(({ total, at }) => total === amount && now - Date.parse(at) < SAME_WITHIN_MS)
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? null
  );
}
