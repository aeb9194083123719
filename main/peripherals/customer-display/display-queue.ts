/** The queue of payments on the customer display: the shown one and the next ones. Pure. */
import type { Place } from "./view.ts";

/** How long a result is shown: long enough to scan the receipt's code next to it. */
export const RESULT_MS = 15_000;

/** Maximum time a silent machine keeps its payment on the display. */
export const DROPPING_MS = 5 * 60_000;

export interface DisplayQueue {
  /** `overAt` (monotonic, ms): end of the payment, or null while in progress. `isDropping`: the next one may start */
  head: { posTid: string; overAt: number | null; isDropping?: boolean } | null;
  /** Payments in progress that programs started while another was shown */
  next: readonly string[];
}

export const EMPTY_QUEUE: DisplayQueue = { head: null, next: [] };

export function started(queue: DisplayQueue, posTid: string, isHeld = false): DisplayQueue {
  const isOccupied = queue.head?.overAt === null && queue.head.posTid !== posTid;
  // A repeated request keeps its place.
  if (isHeld || isOccupied) return queue.next.includes(posTid) ? queue : { ...queue, next: [...queue.next, posTid] };
  return { head: { posTid, overAt: null }, next: without(queue.next, posTid) };
}

/** Shows the counter's payment first, in place of `instead`. Another payment in progress goes back to the queue. */
export function presented(queue: DisplayQueue, posTid: string, instead: string | null): DisplayQueue {
  const { head } = queue;
  const displaced = head?.overAt === null && head.posTid !== posTid && head.posTid !== instead ? [head.posTid] : [];
  const next = without(instead === null ? queue.next : without(queue.next, instead), posTid);
  return { head: { posTid, overAt: null }, next: [...displaced, ...next] };
}

/** Removes `instead`, or the shown payment. A result stays for its full time. */
export function dismissed({ head, next }: DisplayQueue, instead: string | null): DisplayQueue {
  const rest = instead === null ? next : without(next, instead);
  const isShown = head?.overAt === null && (instead === null || head.posTid === instead);
  return isShown ? nextShown(rest) : { head, next: rest };
}

export function showNext(queue: DisplayQueue): DisplayQueue {
  return queue.head === null ? nextShown(queue.next) : queue;
}

export function keepQueued(
  before: DisplayQueue,
  { head, next }: DisplayQueue,
  mustWait: (posTid: string) => boolean,
): DisplayQueue {
  if (head === null || head.posTid === before.head?.posTid || !mustWait(head.posTid)) return { head, next };
  return { head: null, next: [head.posTid, ...next] };
}

/** Applies a payment's new place. `gone`: nothing is left to show. */
export function changed({ head, next }: DisplayQueue, posTid: string, is: Place, now: number): DisplayQueue {
  if (head?.posTid !== posTid) return is === "under_way" ? { head, next } : { head, next: without(next, posTid) };
  if (is === "gone") return nextShown(next);
  if (is === "under_way") return { head: { posTid, overAt: null }, next };
  if (is === "dropping") return { head: { posTid, overAt: head.overAt ?? now, isDropping: true }, next };
  // The result of a dispensed payment is shown for its own time.
  return { head: { posTid, overAt: head.isDropping ? now : (head.overAt ?? now) }, next };
}

export function wiped(queue: DisplayQueue, now: number): DisplayQueue {
  const overAt = queue.head?.overAt ?? null;
  return overAt !== null && now - overAt >= displayMs(queue) ? nextShown(queue.next) : queue;
}

export function remainingMs(queue: DisplayQueue, now: number): number | null {
  const overAt = queue.head?.overAt ?? null;
  return overAt === null ? null : Math.max(0, overAt + displayMs(queue) - now);
}

function displayMs({ head }: DisplayQueue): number {
  return head?.isDropping ? DROPPING_MS : RESULT_MS;
}

function nextShown([first, ...rest]: readonly string[]): DisplayQueue {
  return { head: first === undefined ? null : { posTid: first, overAt: null }, next: rest };
}

function without(queue: readonly string[], posTid: string): readonly string[] {
  return queue.filter((other) => other !== posTid);
}
