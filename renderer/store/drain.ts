/** Progress of sending queued requests after a reconnect. Pure. */
import type { Terminal } from "../../contract/payments/views.ts";

export interface Drain {
  /** Requests to send, follow-ups included */
  total: number;
  sent: number;
  /** ms since the epoch; null while requests are left */
  doneAt: number | null;
}

export const DRAINED_MS = 5000;

type Connection = Pick<Terminal, "connectivity" | "queue" | "parked">;

/** Operations that are sent automatically. Parked ones wait for a person. */
export function sendable({ queue, parked }: Pick<Terminal, "queue" | "parked">): number {
  return Math.max(0, queue.depth - parked);
}

/**
 * Everything that waits for the connection, for banner, bar and list. Offline codes count only while offline: online
 * they wait for the customer.
 */
export function unsentCount(terminal: Pick<Terminal, "queue" | "parked" | "offline" | "connectivity">): number {
  return sendable(terminal) + (terminal.connectivity === "online" ? 0 : terminal.offline.codes);
}

/** Returns the progress after a change of connectivity or queue. */
export function nextDrain(
  drain: Drain | null,
  before: Connection | null,
  after: Connection,
  now: number,
): Drain | null {
  if (before === null || after.connectivity !== "online") return null;
  const left = sendable(after);
  if (before.connectivity !== "online") return left === 0 ? null : { total: left, sent: 0, doneAt: null };
  if (drain === null || drain.doneAt !== null) return drain;
  // A follow-up request or a new sale increases the total; the sent count never falls.
  const total = Math.max(drain.total, drain.sent + left);
  return { total, sent: total - left, doneAt: left === 0 ? now : null };
}

/** Returns the progress at a time: "all sent" expires. */
export function drainAt(drain: Drain | null, now: number): Drain | null {
  return drain?.doneAt != null && now - drain.doneAt >= DRAINED_MS ? null : drain;
}
