import type { TillClient } from "../../contract/bridge/events.ts";
import { releaseAll } from "../kit/release-all.ts";
import { MAX_PAYMENTS } from "../store/drop-payments.ts";
import { mergePayment } from "../store/ports.ts";
import { closeCurrent, requiresStaff, stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";
import type { inboxActions } from "./inbox/actions.ts";
import type { listActions } from "./list/actions.ts";
import type { queueActions } from "./queue/actions.ts";
import type { refundRequestActions } from "./refund/actions.ts";
import type { reservationActions } from "./reserved/actions.ts";

/** Delay after the last typed character before the list is read. */
const SEARCH_PAUSE_MS = 200;
/** Events come in bursts: the queue is read once after each. */
const QUEUE_PAUSE_MS = 150;
/** Longer than the events of one sale take, so that its totals are read once. */
const TOTALS_PAUSE_MS = 500;

type ListActions = ReturnType<typeof listActions>;
type InboxActions = ReturnType<typeof inboxActions>;
type ReservationActions = ReturnType<typeof reservationActions>;
type QueueActions = ReturnType<typeof queueActions>;

/**
 * Reads the list after the search changed.
 * @returns a function that stops it, like those below
 */
export function followSearch(store: TillStore, actions: Pick<ListActions, "readList">): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe(({ list }, before) => {
    if (list.filter === before.list.filter) return;
    const typed = list.filter.query !== before.list.filter.query;
    clearTimeout(timer);
    timer = setTimeout(() => void actions.readList(), typed ? SEARCH_PAUSE_MS : 0);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Shortens a long list that is not on the screen: it is read again from the top, and other payments are dropped. */
export function followLength(store: TillStore, actions: Pick<ListActions, "readList">): () => void {
  return store.subscribe(({ list, route }, before) => {
    const isLonger = list.ids !== before.list.ids && list.ids.length > MAX_PAYMENTS;
    if (isLonger && route !== "payments" && list.status === "idle") void actions.readList();
  });
}

/** Reads the totals again on every payment event while the list is open. */
export function followTotals(
  store: TillStore,
  client: TillClient,
  actions: Pick<ListActions, "readTotals" | "readPaymentPeople">,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = ({ route }: TillState) => route === "payments";
  return releaseAll([
    client.on(({ type }) => {
      if (type !== "payment.changed" || !isOpen(store.getState())) return;
      clearTimeout(timer);
      timer = setTimeout(() => void actions.readTotals(), TOTALS_PAUSE_MS);
    }),
    store.subscribe((state, before) => {
      // The totals expire with the screen, because later payments join only the list.
      if (isOpen(before) && !isOpen(state)) store.setState(({ list }) => ({ list: { ...list, totals: null } }));
      if (!isOpen(before) && isOpen(state)) void actions.readTotals();
      const isShown = isOpen(state) && state.list.read;
      if (isShown && !(isOpen(before) && before.list.read)) void actions.readPaymentPeople();
    }),
    () => clearTimeout(timer),
  ]);
}

export function followSelection(
  store: TillStore,
  client: TillClient,
  actions: Pick<ListActions, "readTimeline">,
): () => void {
  const read = async (posTid: string) => {
    const answer = await client.call("payment.get", { posTid });
    if (answer.ok) store.setState((state) => mergePayment(state.payments, answer.value));
  };
  return store.subscribe((state, before) => {
    const { selectedId, payments } = state;
    if (selectedId === null) return;
    // A report or a register may open a payment that this window never loaded or dropped.
    if (selectedId !== before.selectedId && payments[selectedId] === undefined) void read(selectedId);
    if (selectedId !== before.selectedId || payments[selectedId] !== before.payments[selectedId]) {
      void actions.readTimeline(selectedId);
    }
  });
}

/** Reads the inbox and the queue when opened, and the queue after changes. */
export function followRoute(
  store: TillStore,
  actions: InboxActions & QueueActions & Pick<ReservationActions, "readLapsed">,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    const opened = state.route !== before.route;
    // Leaving the counter closes a result: it has been seen.
    if (opened && before.route === "charge" && stageOf(before).kind === "result") store.setState(closeCurrent);
    if (opened && state.route === "inbox") {
      store.setState({ lateMoneyUnseen: null });
      void actions.readInbox();
    }
    if (opened && state.route === "reserved") void actions.readLapsed();
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

/** The main process refuses it to a locked till and to a kiosk. */
function canReadRefundRequests(state: TillState): boolean {
  return state.connection === "ready" && state.terminal?.registers === true && !requiresStaff(state);
}

/** Reads the registers' refund requests when staff may see them, and after changes. */
export function followRefundRequests(
  store: TillStore,
  client: TillClient,
  actions: Pick<ReturnType<typeof refundRequestActions>, "readRefundRequests">,
): () => void {
  return releaseAll([
    client.on(({ type }) => {
      if (type === "registers.changed") void actions.readRefundRequests();
    }),
    store.subscribe((state, before) => {
      if (canReadRefundRequests(state) && !canReadRefundRequests(before)) void actions.readRefundRequests();
    }),
  ]);
}
