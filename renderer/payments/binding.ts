/** What the lists of payments read by themselves: a search that changed, the chosen payment's timeline, inbox and queue. */
import { stageOf, uncovered } from "../store/select.ts";
import type { TillStore } from "../store/till-store.ts";
import type { inboxActions } from "./inbox/actions.ts";
import type { listActions } from "./list/actions.ts";
import type { queueActions } from "./queue/actions.ts";

/** A person types on: the list is read when they pause. */
const SEARCH_PAUSE_MS = 200;
/** Events come in bursts: the queue is read once after each. */
const QUEUE_PAUSE_MS = 150;

type ListActions = ReturnType<typeof listActions>;
type InboxActions = ReturnType<typeof inboxActions>;
type QueueActions = ReturnType<typeof queueActions>;

/** The list is read again once its search has changed. @returns, as the others do, a function that lets go */
export function followSearch(store: TillStore, actions: Pick<ListActions, "readList">): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe(({ list }, before) => {
    const typed = list.query !== before.list.query;
    if (!typed && list.todayOnly === before.list.todayOnly && list.filter === before.list.filter) return;
    clearTimeout(timer);
    timer = setTimeout(() => void actions.readList(), typed ? SEARCH_PAUSE_MS : 0);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** The timeline of the payment on the screen is read when it is chosen, and again whenever the payment changed. */
export function followSelection(store: TillStore, actions: Pick<ListActions, "readTimeline">): () => void {
  return store.subscribe((state, before) => {
    const { selectedId, payments } = state;
    if (selectedId === null) return;
    if (selectedId !== before.selectedId || payments[selectedId] !== before.payments[selectedId]) {
      void actions.readTimeline(selectedId);
    }
  });
}

/** The inbox and the queue are read when they are opened; the queue again whenever something in it has moved. */
export function followRoute(store: TillStore, actions: InboxActions & QueueActions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    const opened = state.route !== before.route;
    // A result that somebody went away from has been seen: coming back, the next sale begins.
    if (opened && before.route === "charge" && stageOf(before).kind === "result") store.setState(uncovered);
    if (opened && state.route === "inbox") {
      store.setState({ lateNews: null });
      void actions.readInbox();
    }
    const moved = state.terminal !== before.terminal || state.payments !== before.payments;
    if (state.route !== "queue" || !(opened || moved)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void actions.readQueue(), opened ? 0 : QUEUE_PAUSE_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
