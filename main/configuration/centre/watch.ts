/** Whether a till is worse since settings of head office were put in force. Pure. */

/** How a till is: what keeps it from selling, and what it owes the service. */
export interface TillCondition {
  /** Codes of what keeps it from selling */
  outOfService: readonly string[];
  /** Operations that wait to be sent, and those that wait for a person */
  toSend: number;
  parked: number;
}

/** So long it is watched: a till that is used shows within minutes what a setting breaks. */
export const WATCH_MS = 15 * 60_000;
/** A busy counter has some on their way at any moment. */
const MORE_TO_SEND = 20;

/** @returns what is worse, as a code; null: nothing is */
export function worseSince(before: TillCondition, now: TillCondition): string | null {
  // A vending machine that is stopped after failed vends says nothing about settings.
  const added = now.outOfService.find((code) => code !== "dispenser" && !before.outOfService.includes(code));
  if (added !== undefined) return added;
  if (now.parked > before.parked) return "queue_parked";
  return now.toSend >= before.toSend + MORE_TO_SEND ? "queue_growing" : null;
}
