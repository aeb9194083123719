/**
 * Sets `isFresh` for one second after a screen change. Irreversible buttons ignore presses then, because they were
 * meant for the previous screen.
 */
import { stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";

/** Longer than a double tap or an impatient second press. */
export const FRESH_MS = 1000;

export function screenOf(state: TillState): string {
  const { route, dialog, stepsTaken, failure, connection } = state;
  const stage = stageOf(state);
  const payment = "payment" in stage ? [stage.payment.posTid, stage.payment.abortRequested] : [];
  return [connection, route, dialog?.kind, stepsTaken, failure === null, stage.kind, ...payment].join(" ");
}

export function followScreens(store: TillStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    if (screenOf(state) === screenOf(before)) return;
    clearTimeout(timer);
    timer = setTimeout(() => store.setState({ isFresh: false }), FRESH_MS);
    store.setState({ isFresh: true });
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
