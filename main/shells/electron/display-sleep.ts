/** Keeps the displays on while a payment is open. */
import type { PowerSaveBlocker } from "electron";
import type { Payment, PaymentPage } from "../../../contract/payments/views.ts";
import { PRESENT_PHASES } from "../../../contract/values/phases.ts";
import type { Dispatch } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import { placeOf } from "../../peripherals/customer-display/view.ts";

/** More than one counter ever has open. */
const MAX_OPEN = 50;

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
  let hasEnded = false;
  const setOpen = (after: ReadonlySet<string>) => {
    open = after;
    if (open.size > 0) blocker ??= power.start("prevent-display-sleep");
    else if (blocker !== null) {
      power.stop(blocker);
      blocker = null;
    }
  };
  const loadOpenPayments = async () => {
    const answer = await dispatch("payment.list", { phases: [...PRESENT_PHASES], limit: MAX_OPEN });
    if (hasEnded || !("ok" in answer && answer.ok)) return;
    for (const payment of (answer.value as PaymentPage).items) setOpen(openPaymentsAfter(open, payment));
  };
  void loadOpenPayments();
  const unsubscribe = events.subscribe(({ event }) => {
    if (event.type === "payment.changed") setOpen(openPaymentsAfter(open, event.payment));
    // After a change of the till, earlier payments are not its own.
    if (event.type === "terminal.restarted") {
      setOpen(new Set());
      void loadOpenPayments();
    }
  });
  return () => {
    hasEnded = true;
    unsubscribe();
    setOpen(new Set());
  };
}
