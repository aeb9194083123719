/** When to ask for an outcome: pure. Specification 6; docs/reliability.md, "Polling". */
import type { Phase } from "../../../contract/phases.ts";
import type { PaymentRow } from "../payment-row.ts";

export interface PollingSettings {
  activeMs: number;
  idleMs: number;
}

const ACTIVE_FOR_MS = 30_000;
/** After the active half minute, then the last for good. */
const LATER_MS = [3000, 5000, 15_000, 60_000];
/** After a change that was accepted: 0.2, 0.5, 1, 2 and 5 s, until the outcome shows it, then as ever. */
const FIRST_CONFIRMING_MS = 200;
const CONFIRMING_MS = [300, 500, 1000, 3000];
/** What cannot be right is asked for twice more within five seconds, and then now and then. */
const HELD_MS = [1000, 2500, 15_000];

/**
 * How soon a payment that has just changed is asked about.
 * @param inCrowd see {@link pollAfter}
 */
export function firstLookAfter({ unlisted, held }: Pick<PaymentRow, "unlisted" | "held">, inCrowd = 0): number {
  if (held !== null) return at(HELD_MS, held.answers);
  return unlisted ? FIRST_CONFIRMING_MS : inCrowd * CROWD_MS;
}

/** With a callback path that works, polling only covers what gets lost. */
const COVER_MS = [5000, 15_000, 30_000, 60_000];

/**
 * The pause before the next question about an open payment.
 * @param asked       how many questions it has been asked since it last changed
 * @param unchangedMs how long it has been as it is
 *   `isConfirming`: whether something that the service accepted is not in its outcome yet
 *   `inCrowd`: of how many it is that are asked about in turn, because many wait at once; 0: it is not one of them
 * @param random      0…1: the pause is spread by ±20 %
 */
export function pollAfter(payment: Asked, receiving: boolean, settings: PollingSettings, random: number): number {
  const soon = payment.isConfirming ? CONFIRMING_MS[payment.asked - 1] : undefined;
  if (soon !== undefined) return soon;
  const own = Math.max(pause(payment, receiving, settings), (payment.inCrowd ?? 0) * CROWD_MS);
  return Math.round(own * (0.8 + 0.4 * random));
}

/** Many customers who wait at once share a quarter of the rate: the rest of it is for what is to be sent. */
const CROWD_MS = 400;

interface Asked {
  phase: Phase;
  asked: number;
  unchangedMs: number;
  isConfirming?: boolean;
  inCrowd?: number;
}

function pause(
  { phase, asked, unchangedMs, isConfirming }: Asked,
  receiving: boolean,
  settings: PollingSettings,
): number {
  // No customer waits for a reservation to change; the service says so itself, or expires it.
  if (!isConfirming && (phase === "authorised" || phase === "partly_captured"))
    return Math.max(settings.idleMs, receiving ? 60_000 : 0);
  if (receiving) return at(COVER_MS, asked);
  if (unchangedMs < ACTIVE_FOR_MS) return settings.activeMs;
  const activeQuestions = Math.ceil(ACTIVE_FOR_MS / settings.activeMs);
  return at(LATER_MS, asked - activeQuestions);
}

/** Scans are asked about no more often, whatever wakes the one who asks: messages that are not proven may come in any number (G27). */
export const MOST_OFTEN_MS = 1000;

/** How often to look for a scan (G14): briskly while a customer may be taking out the phone, then less and less. */
export function scanPollAfter(shownMs: number, receiving: boolean, settings: PollingSettings): number {
  if (receiving) return at(COVER_MS, Math.floor(shownMs / 10_000));
  if (shownMs < 120_000) return settings.activeMs;
  return shownMs < 600_000 ? Math.max(3000, settings.activeMs) : settings.idleMs;
}

function at(list: readonly number[], index: number): number {
  return list[Math.min(Math.max(index, 0), list.length - 1)] ?? 60_000;
}
