/** Polling intervals: pure. Specification 6; docs/reliability.md, "Polling". */
import type { Phase } from "../../../contract/values/phases.ts";
import type { PaymentRow } from "../payment-row.ts";

export interface PollingSettings {
  activeMs: number;
  idleMs: number;
}

const ACTIVE_FOR_MS = 30_000;
/** Intervals after the active half minute. The last one repeats. */
const LATER_MS = [3000, 5000, 15_000, 60_000];
/** Intervals after an accepted operation: polls at 0.2, 0.5, 1, 2 and 5 s until the outcome shows it. */
const FIRST_CONFIRMING_MS = 200;
const CONFIRMING_MS = [300, 500, 1000, 3000];
/** Intervals after an implausible response: twice within five seconds, then rarely. */
const QUARANTINE_MS = [1000, 2500, 15_000];

/**
 * Returns the delay before the first poll of a changed payment.
 * @param sharers see {@link pollAfter}
 */
export function firstPollAfter(
  { isUnconfirmed, held }: Pick<PaymentRow, "isUnconfirmed" | "held">,
  sharers = 0,
): number {
  if (held !== null) return intervalAt(QUARANTINE_MS, held.answers);
  return isUnconfirmed ? FIRST_CONFIRMING_MS : sharers * THROTTLED_MS;
}

/** Intervals while callbacks arrive: polling only covers lost ones. */
const CALLBACK_BACKUP_MS = [5000, 15_000, 30_000, 60_000];

/**
 * Returns the delay before the next poll of an open payment.
 * @param payment `polls`: polls since its last change; `unchangedMs`: time since then; `isConfirming`: an accepted
 * operation is not in the outcome yet; `sharers`: number of payments sharing the reduced rate, 0 at full rate
 * @param random 0…1: varies the delay by ±20 %
 */
export function pollAfter(payment: PollState, receiving: boolean, settings: PollingSettings, random: number): number {
  const confirmingMs = payment.isConfirming ? CONFIRMING_MS[payment.polls - 1] : undefined;
  if (confirmingMs !== undefined) return confirmingMs;
  const intervalMs = Math.max(regularIntervalMs(payment, receiving, settings), (payment.sharers ?? 0) * THROTTLED_MS);
  return Math.round(intervalMs * (0.8 + 0.4 * random));
}

/** Interval in ms per throttled payment: together they use a quarter of the rate limit. */
const THROTTLED_MS = 400;

interface PollState {
  phase: Phase;
  polls: number;
  unchangedMs: number;
  isConfirming?: boolean;
  sharers?: number;
}

function regularIntervalMs(
  { phase, polls, unchangedMs, isConfirming }: PollState,
  receiving: boolean,
  settings: PollingSettings,
): number {
  // No customer waits for a reservation to change.
  if (!isConfirming && (phase === "authorised" || phase === "partly_captured"))
    return Math.max(settings.idleMs, receiving ? 60_000 : 0);
  if (receiving) return intervalAt(CALLBACK_BACKUP_MS, polls);
  if (unchangedMs < ACTIVE_FOR_MS) return settings.activeMs;
  const activePolls = Math.ceil(ACTIVE_FOR_MS / settings.activeMs);
  return intervalAt(LATER_MS, polls - activePolls);
}

/** Minimum interval between scan polls. Unverified callbacks can wake the poller any number of times (G27). */
export const MIN_SCAN_POLL_MS = 1000;

/** Returns the interval of scan polls (G14), which grows with the time the code has been shown. */
export function scanPollAfter(shownMs: number, receiving: boolean, settings: PollingSettings): number {
  if (receiving) return intervalAt(CALLBACK_BACKUP_MS, Math.floor(shownMs / 10_000));
  if (shownMs < 120_000) return settings.activeMs;
  return shownMs < 600_000 ? Math.max(3000, settings.activeMs) : settings.idleMs;
}

function intervalAt(list: readonly number[], index: number): number {
  return list[Math.min(Math.max(index, 0), list.length - 1)] ?? 60_000;
}
