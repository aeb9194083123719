/** When to ask for an outcome: pure. Specification 6; reliability policy "Polling". */
import type { Phase } from "../../contract/phases.ts";

export interface PollingSettings {
  activeMs: number;
  idleMs: number;
}

const ACTIVE_FOR_MS = 30_000;
/** After the active half minute, then the last for good. */
const LATER_MS = [3000, 5000, 15_000, 60_000];
/** With a callback path that works, polling only covers what gets lost. */
const COVER_MS = [5000, 15_000, 30_000, 60_000];

/**
 * The pause before the next question about an open payment.
 * @param asked       how many questions it has been asked since it last changed
 * @param unchangedMs how long it has been as it is
 * @param random      0…1: the pause is spread by ±20 %
 */
export function pollAfter(
  payment: { phase: Phase; asked: number; unchangedMs: number },
  receiving: boolean,
  settings: PollingSettings,
  random: number,
): number {
  return Math.round(pause(payment, receiving, settings) * (0.8 + 0.4 * random));
}

function pause(
  { phase, asked, unchangedMs }: { phase: Phase; asked: number; unchangedMs: number },
  receiving: boolean,
  settings: PollingSettings,
): number {
  // Nobody stands and waits for a reservation to change; the service says so itself, or expires it.
  if (phase === "authorised" || phase === "partly_captured") return Math.max(settings.idleMs, receiving ? 60_000 : 0);
  if (receiving) return at(COVER_MS, asked);
  if (unchangedMs < ACTIVE_FOR_MS) return settings.activeMs;
  const activeQuestions = Math.ceil(ACTIVE_FOR_MS / settings.activeMs);
  return at(LATER_MS, asked - activeQuestions);
}

/** How often to look for a scan (G14): briskly while a customer may be taking out the phone, then less and less. */
export function scanPollAfter(shownMs: number, receiving: boolean, settings: PollingSettings): number {
  if (receiving) return at(COVER_MS, Math.floor(shownMs / 10_000));
  if (shownMs < 120_000) return settings.activeMs;
  return shownMs < 600_000 ? Math.max(3000, settings.activeMs) : settings.idleMs;
}

function at(list: readonly number[], index: number): number {
  return list[Math.min(Math.max(index, 0), list.length - 1)] ?? 60_000;
}
