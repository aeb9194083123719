/** Filters events for the windows of a locked till. */
import type { TillEvent } from "../../contract/bridge/events.ts";
import type { PrinterView } from "../../contract/receipts/receipts.ts";
import type { EventStream, NumberedEvent } from "./events.ts";

export interface Visibility {
  isLocked(): boolean;
  isOnScreen(posTid: string): boolean;
  /** True if a payment is shown, or was until another one replaced it: the window still receives its end */
  canSeePayment(posTid: string): boolean;
  /** True if a window without a user may follow this account check */
  canSeePhoneCheck(id: string): boolean;
}

/** Events without confidential content. */
const PUBLIC_EVENTS: ReadonlySet<TillEvent["type"]> = new Set([
  "queue.changed",
  "terminal.changed",
  "terminal.restarted",
  "display.changed",
  "shell.changed",
  "shell.refused",
  "catalogue.changed",
]);

/** Returns the stream for windows: a locked till passes, reduces or drops each event when it happens. */
export function lockedEvents(events: EventStream, visibility: Visibility): EventStream {
  const lockedViews = new WeakMap<NumberedEvent, NumberedEvent | null>();
  // Subscribed before every window: each event is filtered once, when it happens.
  events.subscribe((numbered) => {
    // Hidden first, so that an error reveals nothing.
    lockedViews.set(numbered, null);
    if (visibility.isLocked()) lockedViews.set(numbered, reduced(numbered, visibility));
    else lockedViews.delete(numbered);
  });
  return {
    publish: events.publish,
    lastId: events.lastId,
    subscribe: (listener) =>
      events.subscribe((numbered) => {
        const visible = lockedViews.has(numbered) ? lockedViews.get(numbered) : numbered;
        if (visible) listener(visible);
      }),
    eventsAfter(id) {
      const missed = events.eventsAfter(id);
      if ("gap" in missed || !visibility.isLocked()) return missed;
      if (missed.events.some((numbered) => !lockedViews.has(numbered))) return { gap: true };
      return { events: missed.events.flatMap((numbered) => lockedViews.get(numbered) ?? []) };
    },
  };
}

function reduced(
  { id, event }: NumberedEvent,
  { isOnScreen, canSeePayment, canSeePhoneCheck }: Visibility,
): NumberedEvent | null {
  if (PUBLIC_EVENTS.has(event.type)) return { id, event };
  if (event.type === "printer.changed")
    return { id, event: { ...event, printer: withoutOwners(event.printer, isOnScreen) } };
  if (event.type === "payment.changed" && canSeePayment(event.payment.posTid))
    return { id, event: { type: "payment.moved", posTid: event.payment.posTid } };
  // Sign-in by account waits for it on the lock screen, and leaving a kiosk by phone at its exit.
  if (event.type === "phone.changed" && canSeePhoneCheck(event.check.id)) return { id, event };
  if (event.type === "scan.received" && (event.posTid === null || isOnScreen(event.posTid))) return { id, event };
  return null;
}

/** Removes the payments of other customers' receipts from the printer view. */
export function withoutOwners(view: PrinterView, isOnScreen: (posTid: string) => boolean): PrinterView {
  const jobs = view.jobs.map((job) =>
    job.posTid !== null && isOnScreen(job.posTid) ? job : { ...job, posTid: null, paymentNumber: null, receipt: null },
  );
  return { ...view, jobs };
}
