/** How far the till is with sending what waited for the connection. Pure. */
import type { Terminal } from "../../contract/views.ts";

export interface Drain {
  /** How many requests there are to send: what waited, and what follows from it */
  total: number;
  sent: number;
  /** When the last one was sent, ms since the epoch; null while some are left */
  doneAt: number | null;
}

/** How long "all sent" stays. */
export const DRAINED_MS = 5000;

type Connection = Pick<Terminal, "connectivity" | "queue" | "parked">;

/** Operations that go out by themselves: a parked one waits for a person, not for the connection. */
export function sendable({ queue, parked }: Pick<Terminal, "queue" | "parked">): number {
  return Math.max(0, queue.depth - parked);
}

/**
 * Everything that waits for the connection, as the banner, the bar and the list count it: also the codes that nobody can
 * scan without one. With a connection these wait for their customers, and not for the till.
 */
export function unsent(terminal: Pick<Terminal, "queue" | "parked" | "offline" | "connectivity">): number {
  return sendable(terminal) + (terminal.connectivity === "online" ? 0 : terminal.offline.codes);
}

/** The progress after the till's connectivity or queue changed from `before` to `after`. */
export function drainAfter(
  drain: Drain | null,
  before: Connection | null,
  after: Connection,
  now: number,
): Drain | null {
  if (before === null || after.connectivity !== "online") return null;
  const left = sendable(after);
  if (before.connectivity !== "online") return left === 0 ? null : { total: left, sent: 0, doneAt: null };
  if (drain === null || drain.doneAt !== null) return drain;
  // What a sent request asks for next, or a new sale, makes the way longer; nothing that was sent is taken back.
  const total = Math.max(drain.total, drain.sent + left);
  return { total, sent: total - left, doneAt: left === 0 ? now : null };
}

/** The progress as time passes: "all sent" goes away by itself. */
export function drainAt(drain: Drain | null, now: number): Drain | null {
  return drain?.doneAt != null && now - drain.doneAt >= DRAINED_MS ? null : drain;
}
