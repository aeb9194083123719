/** What a till may take while the service cannot be reached: pure. Reliability policy "Offline". */

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
  amount: number,
  now: number,
): { code: "offline" | "limit"; reason: string } | null {
  const ageMinutes = waiting.oldestAt === null ? 0 : (now - waiting.oldestAt) / 60_000;
  if (!limits.enabled)
    return { code: "offline", reason: "The payment service cannot be reached. No money moved, and nothing was kept." };
  if (amount > limits.maxAmount) {
    return {
      code: "limit",
      reason: `Offline, one payment may be at most ${limits.maxAmount} (minor units). No money moved.`,
    };
  }
  if (waiting.amount + amount > limits.maxTotal) {
    return {
      code: "limit",
      reason: `Offline, at most ${limits.maxTotal} (minor units) may wait in all; ${waiting.amount} waits already. No money moved.`,
    };
  }
  if (ageMinutes > limits.maxAgeMinutes) {
    return {
      code: "limit",
      reason: `The oldest payment has waited for more than ${limits.maxAgeMinutes} minutes: no more are taken until the service is back. No money moved.`,
    };
  }
  return null;
}
