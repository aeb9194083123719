/**
 * Notices of payments that ended unseen: the cashier moved on, the payment was queued, or a program started it. The
 * customer may be waiting, so a notice is shown on every screen until opened or dismissed.
 */

import type { Payment } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { isPaymentInProgress, openPaymentId } from "../store/select.ts";
import { soundFor } from "../store/sound.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";

/** True while the customer or the service must still decide. An approved sale is not yet paid. */
function isUndecided({ phase, action }: Payment): boolean {
  return isPresent(phase) || phase === "attention" || (phase === "authorised" && action === "SALE");
}

/** True when the payment ended and no user here requested it. Late money has its own banner. */
export function hasEnded(before: Payment, after: Payment): boolean {
  const isEnd = after.phase === "attention" ? before.phase !== "attention" : !isUndecided(after);
  // The till cancels expired codes itself, so their cashier must be notified.
  const wasWanted = (after.abortRequested && !after.codeRanOut) || after.undoing || after.phase === "released";
  return isUndecided(before) && isEnd && after.late === null && !wasWanted;
}

export function isOnScreen(state: TillState, posTid: string): boolean {
  return (state.route === "charge" && state.currentId === posTid) || openPaymentId(state) === posTid;
}

/** Returns the unseen ended payments, including earlier ones. */
export function endedUnseenAfter(state: TillState, before: Pick<TillState, "payments">): readonly string[] {
  const ended = Object.keys(state.payments).filter((posTid) => {
    const [now, then] = [state.payments[posTid], before.payments[posTid]];
    return now !== undefined && then !== undefined && now !== then && hasEnded(then, now);
  });
  return [...ended, ...state.endedUnseen.filter((posTid) => !ended.includes(posTid))].filter(
    (posTid) => !isOnScreen(state, posTid),
  );
}

function stillOpen(state: TillState, endedUnseen: readonly string[]): readonly string[] {
  return state.otherSales.filter((posTid) => {
    const isKnown = state.payments[posTid] !== undefined;
    return !isKnown || endedUnseen.includes(posTid) || isPaymentInProgress({ ...state, currentId: posTid });
  });
}

/**
 * Maintains the notices and plays their sounds.
 * @returns a function that stops it
 */
export function followEnds(store: TillStore): () => void {
  return store.subscribe((state, before) => {
    const isStill = state.payments === before.payments && state.route === before.route;
    if (isStill && state.selectedId === before.selectedId && state.currentId === before.currentId) return;
    const endedUnseen = endedUnseenAfter(state, before);
    const otherSales = stillOpen(state, endedUnseen);
    if (otherSales.length < state.otherSales.length) store.setState({ otherSales });
    if (endedUnseen.join() === state.endedUnseen.join()) return;
    store.setState({ endedUnseen });
    for (const posTid of endedUnseen) {
      const payment = state.payments[posTid];
      const isNew = !state.endedUnseen.includes(posTid);
      // `followResult` plays the sound of the current payment.
      if (isNew && payment && posTid !== state.currentId && state.sound) soundFor(payment);
    }
  });
}

/**
 * Marks all notices as read. Late money stays in the inbox. A dismissed payment at the counter does not show its result
 * again.
 */
export function withoutNotices({ endedUnseen, currentId, otherSales, route }: TillState): Partial<TillState> {
  const isDone = currentId !== null && route !== "charge" && endedUnseen.includes(currentId);
  return {
    endedUnseen: [],
    lateMoneyUnseen: null,
    otherSales: otherSales.filter((posTid) => !endedUnseen.includes(posTid)),
    ...(isDone ? { currentId: null } : {}),
  };
}
