/**
 * A payment that ends while nobody looks at it: the cashier went on with something else, it waited for the connection,
 * or a program started it. In any case the customer may stand at the counter: so it is told, on every screen, until
 * somebody opens it or dismisses it.
 */
import { isPresent } from "../../contract/phases.ts";
import type { Payment } from "../../contract/views.ts";
import { isUnderWay, openedId } from "../store/select.ts";
import { soundFor } from "../store/sound.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/till-store.ts";

/** Whether a customer, or the service, still has to say what becomes of it. A sale that was approved is not yet paid. */
function isUndecided({ phase, action }: Payment): boolean {
  return isPresent(phase) || phase === "attention" || (phase === "authorised" && action === "SALE");
}

/** Whether what changed is news: it ended, and nobody here asked for that end. Late money has a banner of its own. */
export function hasEnded(before: Payment, after: Payment): boolean {
  const isEnd = after.phase === "attention" ? before.phase !== "attention" : !isUndecided(after);
  // A code that ran out is taken back by the till itself: its cashier has yet to hear of it.
  const wasWanted = (after.abortRequested && !after.codeRanOut) || after.undoing || after.phase === "released";
  return isUndecided(before) && isEnd && after.late === null && !wasWanted;
}

/** Whether the payment itself is on the screen: its result at the counter, or its page. */
export function isLookedAt(state: TillState, posTid: string): boolean {
  return (state.route === "charge" && state.currentId === posTid) || openedId(state) === posTid;
}

/** The payments that ended since `before`, and the ones of before that nobody has opened yet. */
export function endNewsAfter(state: TillState, before: Pick<TillState, "payments">): readonly string[] {
  const ended = Object.keys(state.payments).filter((posTid) => {
    const [now, then] = [state.payments[posTid], before.payments[posTid]];
    return now !== undefined && then !== undefined && now !== then && hasEnded(then, now);
  });
  return [...ended, ...state.endNews.filter((posTid) => !ended.includes(posTid))].filter(
    (posTid) => !isLookedAt(state, posTid),
  );
}

/** The sales beside the counter's own that wait, or that ended unseen. What this window has yet to read is kept. */
function stillOpen(state: TillState, news: readonly string[]): readonly string[] {
  return state.covered.filter((posTid) => {
    const isKnown = state.payments[posTid] !== undefined;
    return !isKnown || news.includes(posTid) || isUnderWay({ ...state, currentId: posTid });
  });
}

/** Keeps the news, and sounds what ended away from the counter. @returns a function that stops it */
export function followEnds(store: TillStore): () => void {
  return store.subscribe((state, before) => {
    const isStill = state.payments === before.payments && state.route === before.route;
    if (isStill && state.selectedId === before.selectedId && state.currentId === before.currentId) return;
    const news = endNewsAfter(state, before);
    const covered = stillOpen(state, news);
    if (covered.length < state.covered.length) store.setState({ covered });
    if (news.join() === state.endNews.join()) return;
    store.setState({ endNews: news });
    for (const posTid of news) {
      const payment = state.payments[posTid];
      const isNew = !state.endNews.includes(posTid);
      // The one at the counter sounds wherever its cashier is: followResult.
      if (isNew && payment && posTid !== state.currentId && state.sound) soundFor(payment);
    }
  });
}

/**
 * All of it read at once, late money's news included: that stays in the inbox. A payment at the counter that was only
 * dismissed is not shown again as a result.
 */
export function withoutNews({ endNews, currentId, covered, route }: TillState): Partial<TillState> {
  const isDone = currentId !== null && route !== "charge" && endNews.includes(currentId);
  return {
    endNews: [],
    lateNews: null,
    covered: covered.filter((posTid) => !endNews.includes(posTid)),
    ...(isDone ? { currentId: null } : {}),
  };
}
