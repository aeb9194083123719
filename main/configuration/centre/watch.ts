/** Detects whether the till got worse after settings of head office were applied. Pure. */

export interface TillCondition {
  outOfService: readonly string[];
  toSend: number;
  parked: number;
}

/** Watch period: a busy till shows a faulty setting within minutes. */
export const WATCH_MS = 15 * 60_000;
/** A busy till always has some operations in progress. */
const MORE_TO_SEND = 20;

/** Returns what got worse, as a code, or null. */
export function degradationSince(before: TillCondition, now: TillCondition): string | null {
  // A dispenser stopped after failed vends is unrelated to settings.
  const added = now.outOfService.find((code) => code !== "dispenser" && !before.outOfService.includes(code));
  if (added !== undefined) return added;
  if (now.parked > before.parked) return "queue_parked";
  return now.toSend >= before.toSend + MORE_TO_SEND ? "queue_growing" : null;
}
