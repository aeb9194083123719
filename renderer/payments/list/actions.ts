import { readableCode, stripScannerMarks } from "../../../contract/catalogue/barcodes.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { ID_PATTERN, MAX_TID_LENGTH, TOKEN_PATTERN } from "../../../contract/values/identifiers.ts";
import { dropUnusedPayments } from "../../store/drop-payments.ts";
import { criteriaOf, filterOf } from "../../store/payments-asked.ts";
import {
  ALL_PAYMENTS,
  hasActiveFilter,
  type PaymentsFilter,
  type PaymentsToOpen,
  TODAYS_PAYMENTS,
} from "../../store/payments-filter.ts";
import { type ActionPorts, type Caller, navigateAway, showNotice, storePayments } from "../../store/ports.ts";
import { currentPayment, isLockedOut } from "../../store/select.ts";
import { LIST_ROUTES, type Notice, type TillState } from "../../store/state.ts";

const PAGE = 50;
/** A larger page when scrolling: each page costs a frame, whatever its size. */
const NEXT_PAGE = 200;

type AddScanned = (text: string) => "added" | "unknown" | "notNow";

export function listActions(ports: ActionPorts, caller: Caller, addScanned: AddScanned) {
  const { store } = ports;
  const search = (changes: Partial<PaymentsFilter>) =>
    // Until the new search is read, the list belongs to the old one.
    store.setState((state) => {
      const list = { ...state.list, filter: { ...state.list.filter, ...changes } };
      const same = JSON.stringify(criteria({ ...state, list })) === JSON.stringify(criteria(state));
      return { list: same ? list : { ...list, read: false, totals: null } };
    });
  const reading = readActions(ports);
  const select = selectionActions(ports, () => search(ALL_PAYMENTS));
  return {
    ...reading,
    ...paymentReads(ports),
    ...scanActions(ports, caller, addScanned),
    select,
    async openFirst() {
      await reading.readList();
      const [first] = store.getState().list.ids;
      if (first !== undefined) select(first);
    },
    setQuery: (query: string) => search({ query }),
    setFilter: (changes: Partial<PaymentsFilter>) => search(changes),
    /** Keeps the search text. */
    clearFilters: () => search({ ...TODAYS_PAYMENTS, query: store.getState().list.filter.query }),
    showAllPayments: () => search(ALL_PAYMENTS),
    /** Opens the list behind a figure and resets all other filters. */
    openPayments(asked: PaymentsToOpen) {
      const { now, route, terminal } = store.getState();
      if (terminal === null || isLockedOut(store.getState())) return;
      const wayBack = { list: route === "payments" ? null : route, payment: null };
      navigateAway(ports, () => {
        search(filterOf(asked, now, terminal));
        store.setState({ route: "payments", selectedId: null, wayBack, notice: null });
      });
    },
  };
}

/**
 * Opens a payment; null: returns to the list.
 * @param showAll resets the filters
 */
function selectionActions(ports: ActionPorts, showAll: () => void) {
  const { store } = ports;
  return (posTid: string | null) => {
    const state = store.getState();
    if (isLockedOut(state)) return;
    const { route, wayBack } = state;
    if (posTid === null) {
      const back = wayBack.payment ?? route;
      return store.setState({ selectedId: null, route: back, wayBack: { ...wayBack, payment: null }, notice: null });
    }
    const selectedIn = LIST_ROUTES.find((list) => list === route) ?? "payments";
    // Opened outside a list, a payment's back button returns there; one selected in a list returns to the list.
    const payment = route === "charge" || route === selectedIn ? null : route;
    navigateAway(ports, () => {
      // The list may be filtered without this payment.
      if (payment !== null) showAll();
      store.setState({
        selectedId: posTid,
        selectedIn,
        route: selectedIn,
        wayBack: { ...wayBack, payment },
        notice: null,
      });
    });
  };
}

function readActions({ store, client }: ActionPorts) {
  /** The filter may have changed: only the latest response counts. */
  const isCurrentSearch = (asked: ReturnType<typeof criteria>) =>
    JSON.stringify(criteria(store.getState())) === JSON.stringify(asked);
  let requestCount = 0;
  const readTotals = async () => {
    if (store.getState().route !== "payments") return;
    requestCount += 1;
    const [asked, question] = [criteria(store.getState()), requestCount];
    const result = await client.call("payment.totals", asked);
    if (!isCurrentSearch(asked) || question !== requestCount || store.getState().route !== "payments") return;
    const totals = result.ok ? result.value : null;
    store.setState(({ list }) => ({ list: { ...list, totals } }));
  };
  return {
    readTotals,
    async readPaymentPeople() {
      const result = await client.call("payment.people", {});
      if (result.ok) store.setState(({ list }) => ({ list: { ...list, people: result.value.people } }));
    },
    async readList() {
      const asked = criteria(store.getState());
      store.setState(({ list }) => ({ list: { ...list, status: "loading" } }));
      void readTotals();
      const result = await client.call("payment.list", { ...asked, limit: PAGE });
      if (!isCurrentSearch(asked)) return;
      if (!result.ok) return store.setState(({ list }) => ({ list: { ...list, status: "failed" } }));
      const { items, next } = result.value;
      storePayments(store, items);
      store.setState(({ list, selectedId }) => ({
        list: { ...list, ids: items.map(({ posTid }) => posTid), next, status: "idle", read: true },
        selectedId: !list.read && items.length === 0 && hasActiveFilter(list.filter) ? null : selectedId,
      }));
      store.setState((state) => ({ payments: dropUnusedPayments(state) }));
    },
    async readMore() {
      const { list } = store.getState();
      if (list.next === null || list.status !== "idle") return;
      const asked = { ...criteria(store.getState()), cursor: list.next, limit: NEXT_PAGE };
      store.setState({ list: { ...list, status: "more" } });
      const result = await client.call("payment.list", asked);
      if (store.getState().list.next !== list.next) return;
      if (!result.ok) return store.setState((state) => ({ list: { ...state.list, status: "idle" } }));
      const { items, next } = result.value;
      storePayments(store, items);
      store.setState((state) => ({
        list: {
          ...state.list,
          ids: [...new Set([...state.list.ids, ...items.map(({ posTid }) => posTid)])],
          next,
          status: "idle",
        },
      }));
    },
  };
}

function paymentReads({ store, client }: ActionPorts) {
  return {
    async readTimeline(posTid: string) {
      const result = await client.call("payment.story", { posTid });
      if (result.ok)
        store.setState(({ timelines }) => ({ timelines: { ...timelines, [posTid]: result.value.entries } }));
    },
  };
}

function criteria({ list, now, terminal }: TillState) {
  return criteriaOf(list.filter, now, terminal);
}

function scanActions(ports: ActionPorts, caller: Caller, addScanned: AddScanned) {
  const { store, client } = ports;
  const say = (kind: Notice["kind"], text: string) => showNotice(ports, kind, text);
  const customerScanned = async (token: string) => {
    const payment = currentPayment(store.getState());
    if (store.getState().busy.start) return say("customerNotNow", "");
    if (payment === null) {
      const asked = { customer: { kind: "scan", value: token }, keysFor: "amount" } as const;
      store.setState(({ draft }) => ({ draft: { ...draft, ...asked } }));
      navigateAway(ports, () => store.setState({ route: "charge" }));
      return say("customerRead", "");
    }
    if (!payment.steps.includes("identify")) return say("customerNotNow", "");
    const { posTid } = payment;
    const input = { posTid, customer: { kind: "scan" as const, value: token } };
    const identified = await caller.callOrShowFailure(`identify ${posTid}`, "payment.identify", input);
    if (identified !== null) caller.storePayment(identified);
  };
  return {
    /**
     * Routes a scan to its customer, product or payment. A scan never charges. The first match wins: as typed, then as
     * on a US keyboard.
     * @param us the same keys on a US keyboard
     */
    async scanned(typed: string, us = typed) {
      const codes = us === typed ? [typed] : [typed, us];
      const routes = codes.map((code) => routeScan(stripScannerMarks(code)));
      const customer = routes.find((route) => route.kind === "customer");
      // A locked till opens no payments, and its counter ignores scans.
      if (isLockedOut(store.getState())) return customer && say("customerNotNow", "");
      if (customer) return customerScanned(customer.token);
      for (const code of codes) {
        const product = addScanned(code);
        if (product === "added") return store.setState({ notice: null });
        if (product === "notNow") return say("productNotNow", readableCode(code).slice(0, 40));
      }
      const payment = await findFirst(client, routes);
      if (payment === null) return say("unknownScan", readableCode(...codes).slice(0, 40));
      caller.storePayment(payment);
      const wayBack = { list: null, payment: null };
      navigateAway(ports, () =>
        store.setState({
          selectedId: payment.posTid,
          selectedIn: "payments",
          route: "payments",
          wayBack,
          notice: null,
        }),
      );
    },
  };
}

async function findFirst(client: ActionPorts["client"], routes: readonly ScanRoute[]): Promise<Payment | null> {
  for (const route of routes) {
    const payment = route.kind === "lookup" ? await findPayment(client, route.reference) : null;
    if (payment !== null) return payment;
  }
  return null;
}

async function findPayment(client: ActionPorts["client"], reference: string): Promise<Payment | null> {
  const exact = await client.call("payment.get", { posTid: reference });
  if (exact.ok) return exact.value;
  const found = await client.call("payment.list", { query: reference, limit: 10 });
  const matches = (payment: Payment) => payment.number.toLowerCase() === reference.toLowerCase();
  return found.ok ? (found.value.items.find(matches) ?? null) : null;
}

type ScanRoute =
  /** The code of a paying customer */
  | { kind: "customer"; token: string }
  /** Possibly a payment of this till: `posTid`, number or receipt code */
  | { kind: "lookup"; reference: string }
  | { kind: "unknown" };

export function routeScan(text: string): ScanRoute {
  const scanned = text.trim();
  if (TOKEN_PATTERN.test(scanned)) return { kind: "customer", token: scanned };
  const reference = /^https?:\/\//i.test(scanned) ? lastSegment(scanned) : scanned;
  const possible = reference.length <= MAX_TID_LENGTH && ID_PATTERN.test(reference);
  return possible ? { kind: "lookup", reference } : { kind: "unknown" };
}

function lastSegment(link: string): string {
  const path = link.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
