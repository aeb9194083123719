/** Actions on the list of payments, its selection and the timelines; and what a scan opens. */
import type { Payment } from "../../../contract/views.ts";
import { startOfBusinessDay } from "../../kit/format/time.ts";
import { type ActionPorts, type Caller, keepAll } from "../../store/ports.ts";
import { currentPayment, isShut, phasesOf } from "../../store/select.ts";
import type { Notice, PaymentList, StateFilter, TillState } from "../../store/state.ts";
import { routeScan } from "./scan-route.ts";

const PAGE = 50;
/** Scrolling on gives more at a time: each time costs a frame, however few they are. */
const NEXT_PAGE = 200;
/** As many as one answer may hold; a till with more open payments than this is asked again. */
const OPEN_PAGE = 200;
const NOTICE_MS = 6000;

export function listActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const search = (changes: Partial<Pick<PaymentList, "query" | "todayOnly" | "filter">>) =>
    // What is listed belongs to the old search: until the new one is read, an empty list means nothing.
    store.setState((state) => {
      const list = { ...state.list, ...changes };
      const same = JSON.stringify(criteria({ ...state, list })) === JSON.stringify(criteria(state));
      return { list: same ? list : { ...list, read: false } };
    });
  const reading = readActions(ports);
  /** Shows a payment's details. @param posTid null: goes back to the list that it was opened from */
  const select = (posTid: string | null) => {
    const state = store.getState();
    if (isShut(state)) return;
    if (posTid === null)
      return store.setState({ selectedId: null, route: state.openedFrom, openedFrom: "payments", notice: null });
    // Another one that is chosen beside it belongs to the same list.
    const openedFrom = state.route === "reserved" || state.route === "inbox" ? state.route : "payments";
    store.setState({ selectedId: posTid, route: "payments", openedFrom, notice: null });
  };
  return {
    ...reading,
    ...scanActions(ports, caller),
    select,
    /** Opens the first payment that fits what is looked for, also where the list of them has yet to be read. */
    async openFirst() {
      await reading.readList();
      const [first] = store.getState().list.ids;
      if (first !== undefined) select(first);
    },
    setQuery: (query: string) => search({ query }),
    setTodayOnly: (todayOnly: boolean) => search({ todayOnly }),
    setFilter: (filter: StateFilter) => search({ filter }),
    showAllPayments: () => search({ query: "", todayOnly: false, filter: "all" }),
  };
}

function readActions({ store, client }: ActionPorts) {
  return {
    /** Reads the first page again, with the filters as they are. */
    async readList() {
      const asked = criteria(store.getState());
      store.setState(({ list }) => ({ list: { ...list, status: "loading" } }));
      const result = await client.call("payment.list", asked);
      // The filters may have changed meanwhile: only the answer to the last question counts.
      if (JSON.stringify(criteria(store.getState())) !== JSON.stringify(asked)) return;
      if (!result.ok) return store.setState(({ list }) => ({ list: { ...list, status: "failed" } }));
      const { items, next } = result.value;
      keepAll(store, items);
      store.setState(({ list }) => ({
        list: { ...list, ids: items.map(({ posTid }) => posTid), next, status: "idle", read: true },
      }));
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
      keepAll(store, items);
      store.setState((state) => ({
        list: {
          ...state.list,
          ids: [...new Set([...state.list.ids, ...items.map(({ posTid }) => posTid)])],
          next,
          status: "idle",
        },
      }));
    },
    /** Reads every payment that is not over: the one at the counter, and all reservations. */
    async readOpen(): Promise<Payment[]> {
      const all: Payment[] = [];
      let cursor: string | undefined;
      do {
        const result = await client.call("payment.list", {
          phases: ["draft", "queued", "waiting", "authorised", "partly_captured", "attention"],
          limit: OPEN_PAGE,
          cursor,
        });
        if (!result.ok) break;
        all.push(...result.value.items);
        cursor = result.value.next ?? undefined;
      } while (cursor !== undefined);
      keepAll(store, all);
      return all;
    },
    async readTimeline(posTid: string) {
      const result = await client.call("payment.story", { posTid });
      if (result.ok)
        store.setState(({ timelines }) => ({ timelines: { ...timelines, [posTid]: result.value.entries } }));
    },
  };
}

function criteria(state: TillState) {
  const { query, todayOnly, filter } = state.list;
  const trimmed = query.trim();
  return {
    query: trimmed === "" ? undefined : trimmed,
    phases: phasesOf(filter),
    from: todayOnly && state.terminal ? startOfBusinessDay(state.now, state.terminal) : undefined,
    limit: PAGE,
  };
}

function scanActions({ store, client, now }: ActionPorts, caller: Caller) {
  const say = (kind: Notice["kind"], text: string) =>
    store.setState({ notice: { kind, text, until: now() + NOTICE_MS } });
  const customerScanned = async (token: string) => {
    const payment = currentPayment(store.getState());
    if (payment === null) {
      store.setState(({ draft }) => ({
        draft: { ...draft, customer: { kind: "scan", value: token } },
        route: "charge",
      }));
      return say("customerRead", "");
    }
    if (!payment.steps.includes("identify")) return say("customerNotNow", "");
    const result = await caller.once(`identify ${payment.posTid}`, "payment.identify", {
      posTid: payment.posTid,
      customer: { kind: "scan", value: token },
    });
    if (result?.ok) caller.keep(result.value);
    else if (result) store.setState({ failure: result.error });
  };
  return {
    /** Sends a scanned code to where it belongs. Nothing is ever charged by a scan. */
    async scanned(text: string) {
      const route = routeScan(text);
      // A locked till finds nobody's payments; its counter goes on without a scan.
      if (isShut(store.getState())) return route.kind === "customer" ? say("customerNotNow", "") : undefined;
      if (route.kind === "customer") return customerScanned(route.token);
      const payment = route.kind === "lookup" ? await findPayment(client, route.reference) : null;
      if (payment === null) return say("unknownScan", text.slice(0, 40));
      caller.keep(payment);
      store.setState({ selectedId: payment.posTid, route: "payments", notice: null });
    },
  };
}

async function findPayment(client: ActionPorts["client"], reference: string): Promise<Payment | null> {
  const exact = await client.call("payment.get", { posTid: reference });
  if (exact.ok) return exact.value;
  const found = await client.call("payment.list", { query: reference, limit: 10 });
  const matches = (payment: Payment) => payment.number.toLowerCase() === reference.toLowerCase();
  return found.ok ? (found.value.items.find(matches) ?? null) : null;
}
