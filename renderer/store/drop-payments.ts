import type { Payment } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { reservedLeft } from "./select.ts";
import type { TillState } from "./state.ts";

export const MAX_PAYMENTS = 200;

/** Drops closed payments that no screen refers to; the main process keeps them. */
export function dropUnusedPayments(state: TillState): TillState["payments"] {
  const all = Object.entries(state.payments);
  if (all.length <= MAX_PAYMENTS) return state.payments;
  const referenced = new Set(referencedPayments(state));
  const oldest = all.length - MAX_PAYMENTS;
  return Object.fromEntries(
    all.filter(([posTid, payment], place) => place >= oldest || referenced.has(posTid) || isOpen(payment)),
  );
}

/** True when a payment is in progress or a screen lists it. */
function isOpen(payment: Payment): boolean {
  const { phase, action, late, operations } = payment;
  if (isPresent(phase) || phase === "attention" || late !== null || reservedLeft(payment) > 0) return true;
  const isSettled = operations.every(({ state }) => state === "done" || state === "refused");
  return (phase === "authorised" && action === "SALE") || !isSettled;
}

function referencedPayments(state: TillState): (string | null | undefined)[] {
  const {
    currentId,
    selectedId,
    lateMoneyUnseen,
    otherSales,
    endedUnseen,
    list,
    reserved,
    dialog,
    receipts,
    refundRequests,
  } = state;
  const { items, underWay } = state.diagnostics.vends;
  const waiting = [...refundRequests, ...(items ?? [])].map(({ posTid }) => posTid);
  const opened = dialog !== null && "posTid" in dialog ? dialog.posTid : null;
  const chosen = dialog?.kind === "bulk" ? dialog.posTids : [];
  const shown = [receipts.shown?.posTid, receipts.takeAway?.posTid];
  const lapsed = reserved.lapsed?.posTids ?? [];
  return [
    currentId,
    selectedId,
    lateMoneyUnseen,
    opened,
    ...shown,
    ...otherSales,
    ...endedUnseen,
    ...list.ids,
    ...lapsed,
    ...chosen,
    ...waiting,
    ...underWay,
  ];
}
