/** The queue of payments on the customer display: the shown one and the next ones. Pure. */
import type { DisplayPlace } from "./view.ts";

/** Display time of a result, long enough to scan the receipt's code next to it. */
export const RESULT_MS = 15_000;

/** Maximum time a silent machine keeps its payment on the display. */
export const DROPPING_MS = 5 * 60_000;

export interface DisplayQueue {
  /** `endedAt` (monotonic, ms): end of the payment, or null while in progress. `isDropping`: the next one may start */
  head: { posTid: string; endedAt: number | null; isDropping?: boolean } | null;
  /** Payments in progress that programs started while another was shown */
  next: readonly string[];
}

export const EMPTY_QUEUE: DisplayQueue = { head: null, next: [] };

export function queueStarted(queue: DisplayQueue, posTid: string, isHeld = false): DisplayQueue {
  const isOccupied = queue.head?.endedAt === null && queue.head.posTid !== posTid;
  // A repeated request keeps its place.
  if (isHeld || isOccupied) return queue.next.includes(posTid) ? queue : { ...queue, next: [...queue.next, posTid] };
  return { head: { posTid, endedAt: null }, next: without(queue.next, posTid) };
}

/** Shows the counter's payment first, in place of `replacedPosTid`. Another payment in progress goes back to the queue. */
export function present(queue: DisplayQueue, posTid: string, replacedPosTid: string | null): DisplayQueue {
  const { head } = queue;
  const displaced =
    head?.endedAt === null && head.posTid !== posTid && head.posTid !== replacedPosTid ? [head.posTid] : [];
  const next = without(replacedPosTid === null ? queue.next : without(queue.next, replacedPosTid), posTid);
  return { head: { posTid, endedAt: null }, next: [...displaced, ...next] };
}

/** Removes `replacedPosTid`, or the shown payment. A result stays for its full time. */
export function dismiss({ head, next }: DisplayQueue, replacedPosTid: string | null): DisplayQueue {
  const rest = replacedPosTid === null ? next : without(next, replacedPosTid);
  const isShown = head?.endedAt === null && (replacedPosTid === null || head.posTid === replacedPosTid);
  return isShown ? nextShown(rest) : { head, next: rest };
}

export function showNext(queue: DisplayQueue): DisplayQueue {
  return queue.head === null ? nextShown(queue.next) : queue;
}

export function keepQueued(
  previous: DisplayQueue,
  { head, next }: DisplayQueue,
  mustWait: (posTid: string) => boolean,
): DisplayQueue {
  if (head === null || head.posTid === previous.head?.posTid || !mustWait(head.posTid)) return { head, next };
  return { head: null, next: [head.posTid, ...next] };
}

/** Applies a payment's new place. `gone`: nothing is left to show. */
export function applyPlace({ head, next }: DisplayQueue, posTid: string, is: DisplayPlace, now: number): DisplayQueue {
  if (head?.posTid !== posTid) return is === "under_way" ? { head, next } : { head, next: without(next, posTid) };
  if (is === "gone") return nextShown(next);
  if (is === "under_way") return { head: { posTid, endedAt: null }, next };
  if (is === "dropping") return { head: { posTid, endedAt: head.endedAt ?? now, isDropping: true }, next };
  // The result of a dispensed payment is shown for its own time.
  return { head: { posTid, endedAt: head.isDropping ? now : (head.endedAt ?? now) }, next };
}

export function removeExpired(queue: DisplayQueue, now: number): DisplayQueue {
  const endedAt = queue.head?.endedAt ?? null;
  return endedAt !== null && now - endedAt >= displayMs(queue) ? nextShown(queue.next) : queue;
}

export function remainingMs(queue: DisplayQueue, now: number): number | null {
  const endedAt = queue.head?.endedAt ?? null;
  return endedAt === null ? null : Math.max(0, endedAt + displayMs(queue) - now);
}

function displayMs({ head }: DisplayQueue): number {
  return head?.isDropping ? DROPPING_MS : RESULT_MS;
}

function nextShown([first, ...rest]: readonly string[]): DisplayQueue {
  return { head: first === undefined ? null : { posTid: first, endedAt: null }, next: rest };
}

function without(queue: readonly string[], posTid: string): readonly string[] {
  return queue.filter((other) => other !== posTid);
}
