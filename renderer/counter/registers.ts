/**
 * Shows payments started by registers: at a free counter in order of arrival, otherwise as open sales. Notifies the
 * main process while a sale is being keyed in.
 */
import type { TillClient } from "../../contract/bridge/events.ts";
import { isDraftEmpty } from "../store/ports.ts";
import {
  bringToCounter,
  isCustomerWindow,
  isLockedOut,
  isPaymentInProgress,
  isShownAfterReload,
  stageOf,
} from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";

/** Half of the main process's timeout. */
const EVERY_MS = 30_000;
/** An amount untouched for this long counts as abandoned. */
const LEFT_AFTER_MS = 120_000;

export function followRegisters(store: TillStore): () => void {
  let waiting: readonly string[] = [];
  return store.subscribe((state, before) => {
    if (isCustomerWindow(state)) return;
    const isSame = state.payments === before.payments;
    const newPayments = isSame
      ? []
      : Object.keys(state.payments).filter((posTid) => isNewPayment(state, before, posTid));
    waiting = [...waiting, ...newPayments].filter((posTid) => posTid !== state.currentId && isOpen(state, posTid));
    const [first] = waiting;
    if (first !== undefined && isFree(state)) store.setState({ ...bringToCounter(state, first), dialog: null });
    else if (newPayments.length > 0) store.setState({ otherSales: [...newPayments, ...state.otherSales] });
  });
}

function isNewPayment({ payments, currentId, otherSales }: TillState, before: TillState, posTid: string): boolean {
  const payment = payments[posTid];
  if (before.payments[posTid] !== undefined || payment === undefined || payment.register === null) return false;
  return isShownAfterReload(payment) && posTid !== currentId && !otherSales.includes(posTid);
}

function isOpen({ payments }: TillState, posTid: string): boolean {
  const payment = payments[posTid];
  return payment !== undefined && isShownAfterReload(payment);
}

/**
 * True when the counter is free. A register's finished payment does not occupy it, because the register shows the
 * result.
 */
function isFree(state: TillState): boolean {
  const { draft, dialog, route } = state;
  if (route !== "charge" || dialog !== null || !isDraftEmpty(draft) || isPaymentInProgress(state)) return false;
  const stage = stageOf(state);
  return stage.kind === "charge" || ("payment" in stage && stage.payment.register !== null);
}

export function followTyping(store: TillStore, client: Pick<TillClient, "call">): () => void {
  let lastReport = { typing: false, at: Number.NEGATIVE_INFINITY };
  let changedAt = 0;
  const reportTyping = (typing: boolean, at: number) => {
    lastReport = { typing, at };
    void client.call("display.typing", { typing });
  };
  return store.subscribe((state, before) => {
    if (state.terminal?.registers !== true) return;
    if (state.draft !== before.draft) changedAt = state.now;
    const typing = !isDraftEmpty(state.draft) && !isLockedOut(state) && !isCustomerWindow(state);
    const isStill = typing && state.now - changedAt < LEFT_AFTER_MS;
    if (typing !== lastReport.typing) reportTyping(typing, state.now);
    else if (isStill && state.now - lastReport.at >= EVERY_MS) reportTyping(true, state.now);
  });
}
