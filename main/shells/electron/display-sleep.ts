/** Keeps the displays on while a payment is open. */
import type { PowerSaveBlocker } from "electron";
import { PRESENT_PHASES } from "../../../contract/phases.ts";
import type { Payment, PaymentPage } from "../../../contract/views.ts";
import type { Dispatch } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import { placeOf } from "../../peripherals/customer-display/view.ts";

/** More than one counter ever has open. */
const OPEN_AT_ONCE = 50;

/** Returns the open payments after a change. A reservation that waits for days does not count. */
export function openPaymentsAfter(open: ReadonlySet<string>, payment: Payment): ReadonlySet<string> {
  const isOpen = placeOf(payment) === "under_way";
  if (isOpen === open.has(payment.posTid)) return open;
  const after = new Set(open);
  if (isOpen) after.add(payment.posTid);
  else after.delete(payment.posTid);
  return after;
}

/** Prevents display sleep while payments are open. The returned function ends it. */
export function preventDisplaySleep(
  power: Pick<PowerSaveBlocker, "start" | "stop">,
  { events, dispatch }: { events: EventStream; dispatch: Dispatch },
): () => void {
  let open: ReadonlySet<string> = new Set();
  let blocker: number | null = null;
  let isOver = false;
  const becomes = (after: ReadonlySet<string>) => {
    open = after;
    if (open.size > 0) blocker ??= power.start("prevent-display-sleep");
    else if (blocker !== null) {
      power.stop(blocker);
      blocker = null;
    }
  };
  const look = async () => {
    const answer = await dispatch("payment.list", { phases: [...PRESENT_PHASES], limit: OPEN_AT_ONCE });
    if (isOver || !("ok" in answer && answer.ok)) return;
    for (const payment of (answer.value as PaymentPage).items) becomes(openPaymentsAfter(open, payment));
  };
  void look();
  const unsubscribe = events.subscribe(({ event }) => {
    if (event.type === "payment.changed") becomes(openPaymentsAfter(open, event.payment));
    // After a change of the till, earlier payments are not its own.
    if (event.type === "terminal.restarted") {
      becomes(new Set());
      void look();
    }
  });
  return () => {
    isOver = true;
    unsubscribe();
    becomes(new Set());
  };
}
