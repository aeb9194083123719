/**
 * A tap lands where the last screen's button was: in the second after the screen changes, what cannot be taken back does
 * not answer, whether it is pressed by touch, by mouse or by a key. Such buttons go by `isFresh`.
 */
import { stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/till-store.ts";

/** Longer than the second press of a double tap, or of a screen that seemed not to answer. */
export const FRESH_MS = 1000;

/** Which screen, and which step of it, a person sees: another one has its buttons in other places. */
export function screenOf(state: TillState): string {
  const { route, dialog, stepsTaken, failure, connection } = state;
  const stage = stageOf(state);
  const payment = "payment" in stage ? [stage.payment.posTid, stage.payment.abortRequested] : [];
  return [connection, route, dialog?.kind, stepsTaken, failure === null, stage.kind, ...payment].join(" ");
}

/** Marks a screen as just changed, for a second. @returns a function that stops it */
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
