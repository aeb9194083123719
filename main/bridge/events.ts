/** The event stream to windows: numbered, and buffered so that a reconnecting window can catch up. */
import { randomBytes } from "node:crypto";
import type { TillEvent } from "../../contract/bridge/events.ts";

export interface NumberedEvent {
  /** `<epoch>-<number>`: the epoch changes at every start, so that ids of earlier runs are never mistaken */
  id: string;
  event: TillEvent;
}

export type EventStream = ReturnType<typeof createEventStream>;

/** Buffer for about 25 sales. A window that missed more reads everything again. */
const BUFFERED_EVENTS = 300;

export function createEventStream({
  keep = BUFFERED_EVENTS,
  onListenerError = () => {},
}: {
  keep?: number;
  onListenerError?: (error: unknown) => void;
}) {
  const epoch = randomBytes(6).toString("hex");
  const listeners = new Set<(numbered: NumberedEvent) => void>();
  const buffer: NumberedEvent[] = [];
  let last = 0;
  const idOf = (number: number) => `${epoch}-${number}`;

  return {
    /** Numbers an event and passes it to every listener. Never throws: publishers are busy moving money. */
    publish(event: TillEvent) {
      last += 1;
      const numbered = { id: idOf(last), event };
      buffer.push(numbered);
      if (buffer.length > keep) buffer.shift();
      for (const listener of [...listeners]) {
        try {
          listener(numbered);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    subscribe(listener: (numbered: NumberedEvent) => void) {
      const wrapper = (numbered: NumberedEvent) => listener(numbered);
      listeners.add(wrapper);
      return () => {
        listeners.delete(wrapper);
      };
    },
    /** Returns the events after an id, or `gap` when they are lost: read everything again. */
    eventsAfter(id: string): { events: NumberedEvent[] } | { gap: true } {
      const number = numberOf(id, epoch);
      if (number === null || number > last || number < last - buffer.length) return { gap: true };
      return { events: buffer.slice(buffer.length - (last - number)) };
    },
    /** Returns the id of the latest event. Before the first, everything can be resumed from it. */
    lastId: () => idOf(last),
  };
}

function numberOf(id: string, epoch: string): number | null {
  const [ownEpoch, digits, ...rest] = id.split("-");
  if (ownEpoch !== epoch || digits === undefined || rest.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}
