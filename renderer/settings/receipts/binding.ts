import type { TillClient } from "../../../contract/bridge/events.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { releaseAll } from "../../kit/release-all.ts";
import { currentPayment, isLockedOut, openPaymentId } from "../../store/select.ts";
import type { TillState } from "../../store/state.ts";
import type { TillStore } from "../../store/store.ts";
import type { receiptActions } from "./actions.ts";

export function followReceipts(
  store: TillStore,
  client: TillClient,
  actions: ReturnType<typeof receiptActions>,
): () => void {
  const onPrinted = () => actions.pagePrinted();
  const releases = [
    client.on((event) => {
      if (event.type === "printer.changed") {
        store.setState(({ receipts }) => ({ receipts: { ...receipts, printer: event.printer } }));
        void actions.readReceipt();
        const printedPayment = paymentWithReceipt(store.getState());
        if (printedPayment !== null) void actions.readTakeAway(printedPayment.posTid);
      }
    }),
    store.subscribe((state, before) => {
      const wanted = paymentWithReceipt(state);
      if (
        wanted?.modifiedAt === paymentWithReceipt(before)?.modifiedAt &&
        wanted?.posTid === paymentWithReceipt(before)?.posTid
      )
        return;
      void actions.readTakeAway(wanted?.posTid ?? null);
    }),
    store.subscribe((state, before) => {
      const isNew = before.terminal === null || (state.terminal?.kioskLeft && !before.terminal.kioskLeft);
      // A kiosk does not show the printer; staff who leave kiosk mode see it.
      if (state.terminal !== null && isNew) void actions.readPrinter();
      if (state.dialog?.kind !== "receipt" && before.dialog?.kind === "receipt")
        store.setState(({ receipts }) => ({ receipts: { ...receipts, shown: null } }));
      if (state.receipts.page !== null && state.receipts.page.number !== before.receipts.page?.number) printSoon();
    }),
    () => window.removeEventListener("afterprint", onPrinted),
  ];
  window.addEventListener("afterprint", onPrinted);
  return releaseAll(releases);
}

function paymentWithReceipt(state: TillState): Payment | null {
  const payment = currentPayment(state);
  if (payment === null || isLockedOut(state) || state.receipts.printer?.choices.print === "never") return null;
  return payment.capturedTotal > 0 ? payment : null;
}

/** Waits until the page is rendered, then prints. */
export function printSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
}

/** The payment whose receipt F9 opens: the current or the selected one. */
export function receiptPayment(state: TillState) {
  const opened = openPaymentId(state);
  if (opened !== null) return state.payments[opened] ?? null;
  return state.route === "charge" ? currentPayment(state) : null;
}
