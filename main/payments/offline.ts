/** Limits for payments accepted while offline: pure. docs/reliability.md, "Offline". */

import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";

/** From provisioning; amounts in minor units. */
export interface OfflineLimits {
  enabled: boolean;
  maxAmount: number;
  maxTotal: number;
  maxAgeMinutes: number;
}

/**
 * Checks whether one more payment can be accepted offline. The customer is asked once the service is back.
 * @returns null when accepted, otherwise the error code and the limit that was reached
 */
export function offlineRefusal(
  limits: OfflineLimits,
  waiting: { count: number; amount: number; oldestAt: number | null },
  { amount, currency }: { amount: number; currency: string },
  now: number,
): { code: "offline" | "limit"; because: Reason } | null {
  const ageMinutes = waiting.oldestAt === null ? 0 : (now - waiting.oldestAt) / 60_000;
  if (!limits.enabled) return { code: "offline", because: reasonFor("payment_offline") };
  if (amount > limits.maxAmount) {
    return {
      code: "limit",
      because: reasonFor("payment_offline_amount", { most: { amount: limits.maxAmount, currency } }),
    };
  }
  if (waiting.amount + amount > limits.maxTotal) {
    return {
      code: "limit",
      because: reasonFor("payment_offline_total", {
        most: { amount: limits.maxTotal, currency },
        waiting: { amount: waiting.amount, currency },
      }),
    };
  }
  if (ageMinutes > limits.maxAgeMinutes) {
    return {
      code: "limit",
      because: reasonFor("payment_offline_age", { minutes: limits.maxAgeMinutes }),
    };
  }
  return null;
}
