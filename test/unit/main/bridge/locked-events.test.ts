import { expect, it } from "vitest";
import { createEventStream } from "../../../../main/bridge/events.ts";
import { lockedEvents, type Visibility } from "../../../../main/bridge/locked-events.ts";

const SIGHT: Visibility = {
  isLocked: () => true,
  isOnScreen: () => true,
  canSeePayment: () => true,
  canSeePhoneCheck: () => true,
};

it.each(["isLocked", "isOnScreen"] as const)(
  "hides an event from a locked till's windows when `%s` fails",
  (failing) => {
    const problems: unknown[] = [];
    const events = createEventStream({ onListenerError: (error) => problems.push(error) });
    const fails = () => {
      throw new Error("the disk failed");
    };
    const windows = lockedEvents(events, { ...SIGHT, [failing]: fails });
    const received: unknown[] = [];
    windows.subscribe(({ event }) => received.push(event));
    events.publish({ type: "scan.received", posTid: "A-1" });
    expect(problems).toHaveLength(1);
    expect(received).toEqual([]);
  },
);
