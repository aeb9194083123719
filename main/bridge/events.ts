/** The event stream to windows: numbered, and buffered for a while so that a reconnecting listener can catch up. */
import { randomBytes } from "node:crypto";
import type { TillEvent } from "../../contract/events.ts";

export interface NumberedEvent {
  /** `<epoch>-<number>`: the epoch is new at every start, so that a number of an earlier run is never mistaken */
  id: string;
  event: TillEvent;
}

export interface EventStream {
  /** Numbers an event and hands it to every listener. Never throws: who publishes has money to look after. */
  publish(event: TillEvent): void;
  /** Listens from now on, until the returned function is called. */
  subscribe(listener: (numbered: NumberedEvent) => void): () => void;
  /** What happened after an id, or `gap` when that cannot be told any more: read everything again then. */
  since(id: string): { events: NumberedEvent[] } | { gap: true };
  /** The id of the latest event; before the first, one from which everything can be resumed. */
  lastId(): string;
}

/** What some 25 sales tell: a window that missed more reads everything again. */
const KEPT = 300;

/**
 * Makes a stream that remembers its latest events.
 * @param keep how many events can be resumed from memory
 * @param onListenerError told when a listener throws; the others still hear
 */
export function createEventStream({
  keep = KEPT,
  onListenerError = () => {},
}: {
  keep?: number;
  onListenerError?: (error: unknown) => void;
}): EventStream {
  const epoch = randomBytes(6).toString("hex");
  const listeners = new Set<(numbered: NumberedEvent) => void>();
  const kept: NumberedEvent[] = [];
  let last = 0;
  const idOf = (number: number) => `${epoch}-${number}`;

  return {
    publish(event) {
      last += 1;
      const numbered = { id: idOf(last), event };
      kept.push(numbered);
      if (kept.length > keep) kept.shift();
      for (const listener of [...listeners]) {
        try {
          listener(numbered);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    subscribe(listener) {
      // A wrapper of its own: the same function subscribed twice is two subscriptions.
      const own = (numbered: NumberedEvent) => listener(numbered);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    since(id) {
      const number = numberOf(id, epoch);
      if (number === null || number > last || number < last - kept.length) return { gap: true };
      return { events: kept.slice(kept.length - (last - number)) };
    },
    lastId: () => idOf(last),
  };
}

function numberOf(id: string, epoch: string): number | null {
  const [ownEpoch, digits, ...rest] = id.split("-");
  if (ownEpoch !== epoch || digits === undefined || rest.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}
