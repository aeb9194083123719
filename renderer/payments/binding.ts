/** What the lists of payments read by themselves: a search that changed, the chosen payment's timeline, inbox and queue. */
import type { TillClient } from "../../contract/events.ts";
import { KEPT } from "../store/forget.ts";
import { keepPayment } from "../store/ports.ts";
import { dismissed, isForStaff, stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/till-store.ts";
import type { inboxActions } from "./inbox/actions.ts";
import type { listActions } from "./list/actions.ts";
import type { queueActions } from "./queue/actions.ts";
import type { refundRequestActions } from "./refund/actions.ts";
import type { reservationActions } from "./reserved/actions.ts";

/** A person types on: the list is read when they pause. */
const SEARCH_PAUSE_MS = 200;
/** Events come in bursts: the queue is read once after each. */
const QUEUE_PAUSE_MS = 150;
/** As long as a sale's events take: its figures are added up once, when they are there. */
const TOTALS_PAUSE_MS = 500;

type ListActions = ReturnType<typeof listActions>;
type InboxActions = ReturnType<typeof inboxActions>;
type ReservationActions = ReturnType<typeof reservationActions>;
type QueueActions = ReturnType<typeof queueActions>;

/** The list is read again once its search has changed. @returns, as the others do, a function that lets go */
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

/**
 * Each payment joins the list: it is read from its top again when that is long and nobody looks at it, and what it no
 * longer shows is forgotten.
 */
export function followLength(store: TillStore, actions: Pick<ListActions, "readList">): () => void {
  return store.subscribe(({ list, route }, before) => {
    const isLonger = list.ids !== before.list.ids && list.ids.length > KEPT;
    if (isLonger && route !== "payments" && list.status === "idle") void actions.readList();
  });
}

/** While the list is on the screen its totals are added up again whenever main tells of a payment. */
export function followTotals(
  store: TillStore,
  client: TillClient,
  actions: Pick<ListActions, "readTotals" | "readPaymentPeople">,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = ({ route }: TillState) => route === "payments";
  const releases = [
    client.on(({ type }) => {
      if (type !== "payment.changed" || !isOpen(store.getState())) return;
      clearTimeout(timer);
      timer = setTimeout(() => void actions.readTotals(), TOTALS_PAUSE_MS);
    }),
    store.subscribe((state, before) => {
      // What happens while another screen is open is in the list, and not in its totals.
      if (isOpen(before) && !isOpen(state)) store.setState(({ list }) => ({ list: { ...list, totals: null } }));
      if (!isOpen(before) && isOpen(state)) void actions.readTotals();
      const isShown = isOpen(state) && state.list.read;
      if (isShown && !(isOpen(before) && before.list.read)) void actions.readPaymentPeople();
    }),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const release of releases) release();
  };
}

/** The timeline of the payment on the screen is read when it is chosen, and again whenever the payment changed. */
export function followSelection(
  store: TillStore,
  client: TillClient,
  actions: Pick<ListActions, "readTimeline">,
): () => void {
  const read = async (posTid: string) => {
    const answer = await client.call("payment.get", { posTid });
    if (answer.ok) store.setState((state) => keepPayment(state.payments, answer.value));
  };
  return store.subscribe((state, before) => {
    const { selectedId, payments } = state;
    if (selectedId === null) return;
    // A report or a register may lead to a payment that this window never read, or has forgotten.
    if (selectedId !== before.selectedId && payments[selectedId] === undefined) void read(selectedId);
    if (selectedId !== before.selectedId || payments[selectedId] !== before.payments[selectedId]) {
      void actions.readTimeline(selectedId);
    }
  });
}

/** The inbox and the queue are read when they are opened; the queue again whenever something in it has moved. */
export function followRoute(
  store: TillStore,
  actions: InboxActions & QueueActions & Pick<ReservationActions, "readLapsed">,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    const opened = state.route !== before.route;
    // A result that somebody went away from has been seen: coming back, the next sale begins.
    if (opened && before.route === "charge" && stageOf(before).kind === "result") store.setState(dismissed);
    if (opened && state.route === "inbox") {
      store.setState({ lateNews: null });
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

/** Main refuses it to a till that is locked, and to a kiosk. */
function hearsOfRefunds(state: TillState): boolean {
  return state.connection === "ready" && state.terminal?.registers === true && !isForStaff(state);
}

/** What registers ask a person for: read once staff at this window may see it, and whenever main says that it is another. */
export function followRefundRequests(
  store: TillStore,
  client: TillClient,
  actions: Pick<ReturnType<typeof refundRequestActions>, "readRefundRequests">,
): () => void {
  const releases = [
    client.on(({ type }) => {
      if (type === "registers.changed") void actions.readRefundRequests();
    }),
    store.subscribe((state, before) => {
      if (hearsOfRefunds(state) && !hearsOfRefunds(before)) void actions.readRefundRequests();
    }),
  ];
  return () => {
    for (const release of releases) release();
  };
}
