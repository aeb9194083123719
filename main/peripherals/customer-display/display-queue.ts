/** The queue of payments on the customer's screen: which one it shows, and which come next. Pure. */
import type { Place } from "./view.ts";

/** How long a result stands there before it is wiped: long enough to scan the receipt that is beside it. */
export const RESULT_MS = 15_000;

/** How long a machine may be silent about what drops before its customer is not waited for any more. */
export const DROPPING_MS = 5 * 60_000;

export interface DisplayQueue {
  /**
   * What the customer is shown; `overAt` (monotonic, ms): since when it is a result, or drops, null while it is under way;
   * `isDropping`: the machine has it, and the next customer may begin all the same
   */
  head: { posTid: string; overAt: number | null; isDropping?: boolean } | null;
  /** Under way as well, started by programs while another customer stood there: each gets its turn */
  next: readonly string[];
}

export const EMPTY_QUEUE: DisplayQueue = { head: null, next: [] };

/**
 * Somebody started a payment: whoever is being shown is not interrupted, a result is.
 * @param isHeld the screen is somebody's who has no payment yet: this one waits for its turn
 */
export function started(queue: DisplayQueue, posTid: string, isHeld = false): DisplayQueue {
  const isTaken = queue.head?.overAt === null && queue.head.posTid !== posTid;
  // Asked for again it keeps its place.
  if (isHeld || isTaken) return queue.next.includes(posTid) ? queue : { ...queue, next: [...queue.next, posTid] };
  return { head: { posTid, overAt: null }, next: without(queue.next, posTid) };
}

/**
 * The counter presents a payment: it comes first. One that was under way without having been at the counter waits.
 * @param instead what the counter presented until now, which is not shown any more
 */
export function presented(queue: DisplayQueue, posTid: string, instead: string | null): DisplayQueue {
  const { head } = queue;
  const waits = head?.overAt === null && head.posTid !== posTid && head.posTid !== instead ? [head.posTid] : [];
  const next = without(instead === null ? queue.next : without(queue.next, instead), posTid);
  return { head: { posTid, overAt: null }, next: [...waits, ...next] };
}

/**
 * The counter presents nothing any more. A result stays its time: the customer has not moved on as fast as the counter.
 * @param instead what it presented until now; null: whatever is shown
 */
export function dismissed({ head, next }: DisplayQueue, instead: string | null): DisplayQueue {
  const rest = instead === null ? next : without(next, instead);
  const isMeant = head?.overAt === null && (instead === null || head.posTid === instead);
  return isMeant ? following(rest) : { head, next: rest };
}

/** Nobody holds the screen any more: the next one gets its turn, unless something is there. */
export function freed(queue: DisplayQueue): DisplayQueue {
  return queue.head === null ? following(queue.next) : queue;
}

/** What gets its turn by itself while the screen is somebody's goes on waiting. @param waits whether this one does */
export function heldBack(
  before: DisplayQueue,
  { head, next }: DisplayQueue,
  waits: (posTid: string) => boolean,
): DisplayQueue {
  if (head === null || head.posTid === before.head?.posTid || !waits(head.posTid)) return { head, next };
  return { head: null, next: [head.posTid, ...next] };
}

/** What became of a payment. `gone`: it is nothing for a customer to look at any more. */
export function changed({ head, next }: DisplayQueue, posTid: string, is: Place, now: number): DisplayQueue {
  if (head?.posTid !== posTid) return is === "under_way" ? { head, next } : { head, next: without(next, posTid) };
  if (is === "gone") return following(next);
  if (is === "under_way") return { head: { posTid, overAt: null }, next };
  if (is === "dropping") return { head: { posTid, overAt: head.overAt ?? now, isDropping: true }, next };
  // What dropped is told for its own time.
  return { head: { posTid, overAt: head.isDropping ? now : (head.overAt ?? now) }, next };
}

/** Time has gone by: a result that stood long enough is wiped. */
export function wiped(queue: DisplayQueue, now: number): DisplayQueue {
  const overAt = queue.head?.overAt ?? null;
  return overAt !== null && now - overAt >= shownFor(queue) ? following(queue.next) : queue;
}

/** How long what is shown still stands, in ms; null: until something happens. */
export function standsFor(queue: DisplayQueue, now: number): number | null {
  const overAt = queue.head?.overAt ?? null;
  return overAt === null ? null : Math.max(0, overAt + shownFor(queue) - now);
}

function shownFor({ head }: DisplayQueue): number {
  return head?.isDropping ? DROPPING_MS : RESULT_MS;
}

function following([first, ...rest]: readonly string[]): DisplayQueue {
  return { head: first === undefined ? null : { posTid: first, overAt: null }, next: rest };
}

function without(queue: readonly string[], posTid: string): readonly string[] {
  return queue.filter((other) => other !== posTid);
}
