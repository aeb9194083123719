/** Events for the windows of a locked till: only what may be read without signing in, and nothing from before. */
import type { TillEvent } from "../../contract/events.ts";
import type { PrinterView } from "../../contract/receipts.ts";
import type { EventStream, NumberedEvent } from "./events.ts";

/** What may be seen now. */
export interface Sight {
  /** Whether sign-in is required, and missing */
  isLocked(): boolean;
  /** Whether a payment is the one that the customer at the counter is shown */
  isOnScreen(posTid: string): boolean;
  /** Whether it is, or was until another one took its place: the window that shows it still hears of its end */
  maySee(posTid: string): boolean;
  /** Whether a check of a person's account is one that a window without a user may begin */
  maySeeCheck(id: string): boolean;
}

/** Events that carry what is open to a locked till, or nothing at all. */
const OPEN: ReadonlySet<TillEvent["type"]> = new Set([
  "queue.changed",
  "terminal.changed",
  "terminal.restarted",
  "display.changed",
  "shell.changed",
  "shell.refused",
  "catalogue.changed",
]);

/**
 * The same stream for windows. While the till is locked each event is let through, reduced or left out by what may be
 * seen when it happens; and whoever resumes from before the lock hears of a gap, not of what happened then.
 */
export function lockedEvents(events: EventStream, sight: Sight): EventStream {
  const hidden = new WeakMap<NumberedEvent, NumberedEvent | null>();
  // Before every window: what an event is while locked is decided when it happens, once for all of them.
  events.subscribe((numbered) => {
    // Hidden until that is decided: a failure here shows nothing.
    hidden.set(numbered, null);
    if (sight.isLocked()) hidden.set(numbered, reduced(numbered, sight));
    else hidden.delete(numbered);
  });
  return {
    publish: events.publish,
    lastId: events.lastId,
    subscribe: (listener) =>
      events.subscribe((numbered) => {
        const seen = hidden.has(numbered) ? hidden.get(numbered) : numbered;
        if (seen) listener(seen);
      }),
    since(id) {
      const missed = events.since(id);
      if ("gap" in missed || !sight.isLocked()) return missed;
      if (missed.events.some((numbered) => !hidden.has(numbered))) return { gap: true };
      return { events: missed.events.flatMap((numbered) => hidden.get(numbered) ?? []) };
    },
  };
}

function reduced({ id, event }: NumberedEvent, { isOnScreen, maySee, maySeeCheck }: Sight): NumberedEvent | null {
  if (OPEN.has(event.type)) return { id, event };
  if (event.type === "printer.changed")
    return { id, event: { ...event, printer: withoutOwners(event.printer, isOnScreen) } };
  if (event.type === "payment.changed" && maySee(event.payment.posTid))
    return { id, event: { type: "payment.moved", posTid: event.payment.posTid } };
  // Who signs in by their account waits for it on the lock, and who leaves a kiosk by their phone at its exit.
  if (event.type === "phone.changed" && maySeeCheck(event.check.id)) return { id, event };
  if (event.type === "scan.received" && (event.posTid === null || isOnScreen(event.posTid))) return { id, event };
  return null;
}

/** The printer view of a locked till: without the payments that other receipts belong to. */
export function withoutOwners(view: PrinterView, isOnScreen: (posTid: string) => boolean): PrinterView {
  const jobs = view.jobs.map((job) =>
    job.posTid !== null && isOnScreen(job.posTid) ? job : { ...job, posTid: null, paymentNumber: null, receipt: null },
  );
  return { ...view, jobs };
}
