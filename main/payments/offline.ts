/** What a till may take while the service cannot be reached: pure. docs/reliability.md, "Offline". */

import { type Reason, reasonFor } from "../../contract/reasons.ts";

/** From provisioning; amounts in minor units. */
export interface OfflineLimits {
  enabled: boolean;
  /** One payment's most */
  maxAmount: number;
  /** The most of all that wait together */
  maxTotal: number;
  /** How old the oldest that waits may be */
  maxAgeMinutes: number;
}

export interface Waiting {
  count: number;
  amount: number;
  /** ms since the epoch; null when nothing waits */
  oldestAt: number | null;
}

/**
 * Whether one more intent may be taken. An intent is not money: the customer is asked when the service is back.
 * @returns null when it may, else the error's code and a sentence with the limit that was met
 */
export function offlineRefusal(
  limits: OfflineLimits,
  waiting: Waiting,
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
