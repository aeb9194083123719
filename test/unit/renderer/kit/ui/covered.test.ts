/** The counter's payment after another one replaced it, and after a reload. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { followEnds } from "../../../../../renderer/app/ended-payments.ts";
import { followCounter } from "../../../../../renderer/counter/binding.ts";
import { newsCount, openSales, restoredSales, stageOf } from "../../../../../renderer/store/select.ts";
import { EMPTY_DRAFT } from "../../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");

function payment(posTid: string, changes: Partial<Payment> = {}): Payment {
  return {
    posTid,
    phase: "draft",
    action: "SALE",
    asked: "no",
    checkingSince: null,
    abortRequested: false,
    late: null,
    qr: { kind: "shortlink", text: "c" },
    customer: null,
    codeUntil: null,
    expiresAt: null,
    steps: ["abort"],
    operations: [],
    createdAt: "",
    modifiedAt: "",
    ...changes,
  } as unknown as Payment;
}

/** A page that has read these payments. */
function page(...payments: Payment[]) {
  const store = createTillStore(NOW, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const actions = createActions({
    store,
    client: { call: async () => done({}) as never, on: () => () => undefined },
    now: () => NOW,
    savePreferences: () => undefined,
  });
  const release = followCounter(store);
  store.setState({
    terminal: { connectivity: "online", clockSkewMs: 0, callbacks: {}, people: {}, staff: null } as unknown as Terminal,
    payments: Object.fromEntries(payments.map((one) => [one.posTid, one])),
  });
  return { store, actions, release, current: () => store.getState().currentId };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("an open sale next to the current payment", () => {
  const open = ({ store }: ReturnType<typeof page>) => openSales(store.getState()).map(({ posTid }) => posTid);

  it("stays open next to the current payment and the next sale, and its code stays valid", () => {
    const at = page(payment("A"), payment("B"));
    at.actions.present("A");
    at.actions.present("B");
    expect(open(at)).toEqual(["A", "B"]);
    at.actions.newSale();
    expect([at.current(), open(at)]).toEqual([null, ["A"]]);
    at.actions.presentOpen(0);
    expect([at.current(), open(at)]).toEqual(["A", []]);
  });

  it("stays an open sale when tapped, and opens where it was started, whatever is opened", () => {
    const at = page(
      payment("A", { createdAt: "1" }),
      payment("B", { createdAt: "2" }),
      payment("C", { createdAt: "3" }),
    );
    for (const posTid of ["A", "B", "C"]) {
      at.actions.present(posTid);
      at.actions.nextCustomer();
    }
    expect([at.current(), open(at)]).toEqual([null, ["A", "B", "C"]]);
    at.actions.presentOpen(1);
    expect([at.current(), open(at)]).toEqual(["B", ["A", "B", "C"]]);
    at.actions.presentOpen(-1);
    expect(at.current()).toBe("C");
    at.actions.presentOpen(7);
    expect(at.current()).toBe("C");
  });

  it("is listed once, and never next to itself", () => {
    const at = page(payment("A"), payment("B"));
    for (const posTid of ["A", "B", "A"]) at.actions.present(posTid);
    at.actions.newSale();
    expect([at.current(), open(at)]).toEqual([null, ["B"]]);
  });

  it("is not listed when only its result was seen", () => {
    const at = page(payment("A", { phase: "captured" }), payment("B"));
    at.actions.present("A");
    at.actions.present("B");
    at.actions.newSale();
    expect([at.current(), open(at)]).toEqual([null, []]);
  });

  it("is shown as paid until its result was seen", () => {
    const at = page(payment("A"), payment("B"));
    const stop = followEnds(at.store);
    at.actions.present("A");
    at.actions.nextCustomer();
    at.store.setState(({ payments }) => ({ payments: { ...payments, A: payment("A", { phase: "captured" }) } }));
    expect([open(at), at.store.getState().endedUnseen]).toEqual([["A"], ["A"]]);
    // It is visible, so there is no news.
    expect(newsCount(at.store.getState())).toBe(0);
    at.store.setState({ route: "reserved" });
    expect(newsCount(at.store.getState())).toBe(1);
    at.actions.present("A");
    at.actions.newSale();
    expect([at.current(), open(at), at.store.getState().endedUnseen]).toEqual([null, [], []]);
    stop();
  });

  it("disappears when it is cancelled", () => {
    const at = page(payment("A"));
    const stop = followEnds(at.store);
    at.actions.present("A");
    at.actions.nextCustomer();
    const aborted = payment("A", { phase: "aborted", abortRequested: true });
    at.store.setState({ payments: { A: aborted } });
    expect(open(at)).toEqual([]);
    stop();
  });

  it("returns to the counter automatically when no signed-in user can open it", () => {
    const at = page(payment("A"), payment("B"));
    at.actions.present("A");
    at.actions.present("B");
    const terminal = { ...at.store.getState().terminal, people: { requireSignIn: true } } as Terminal;
    at.store.setState({ terminal });
    at.actions.newSale();
    expect(at.current()).toBe("A");
  });

  it("keeps the draft for the next customer", () => {
    const at = page(payment("A", { phase: "captured" }));
    const draft = { ...EMPTY_DRAFT, note: "next" };
    at.store.setState({ draft });
    at.actions.present("A");
    at.actions.newSale();
    expect(at.store.getState().draft).toBe(draft);
  });
});

describe("a reloaded page", () => {
  it("shows the counter's payment, and not one that a program has started since", () => {
    const before = page(payment("A"));
    before.actions.present("A");
    before.release();
    const { store } = page(payment("A"), payment("program"));
    store.setState((state) => restoredSales(state, [payment("A"), payment("program")], []));
    expect(store.getState()).toMatchObject({ currentId: "A", otherSales: [] });
  });

  it("shows a payment that is being checked, also while its cancel is pending", () => {
    const checked = payment("A", {
      phase: "waiting",
      asked: "yes",
      abortRequested: true,
      steps: ["leave"],
      checkingSince: new Date(NOW - 60_000).toISOString(),
    });
    const before = page(checked);
    before.actions.present("A");
    before.release();
    const { store } = page(checked);
    store.setState((state) => restoredSales(state, [checked], []));
    expect(stageOf(store.getState()).kind).toBe("checking");
  });

  it("shows no payment that the cashier had left", () => {
    const before = page(payment("A"));
    before.actions.present("A");
    before.actions.newSale();
    before.release();
    const left = payment("A", { operations: [{ kind: "create" }] as Payment["operations"], steps: ["abort"] });
    const { store, current } = page(left);
    store.setState((state) => restoredSales(state, [left], []));
    expect(current()).toBeNull();
  });

  it("shows no result seen before, and the result of a sale paid meanwhile", () => {
    const before = page(payment("A"));
    before.actions.present("A");
    const paid = payment("A", { phase: "captured" });
    const meanwhile = page(payment("A"));
    meanwhile.store.setState((state) => ({ ...restoredSales(state, [], [paid]), payments: { A: paid } }));
    expect(stageOf(meanwhile.store.getState()).kind).toBe("result");
    meanwhile.release();
    before.release();
    const after = page();
    after.store.setState((state) => restoredSales(state, [], [paid]));
    expect(after.current()).toBeNull();
  });

  it("still announces a result that came while another screen was open", () => {
    const before = page(payment("A"));
    const stop = followEnds(before.store);
    before.actions.present("A");
    before.store.setState({ route: "reserved" });
    before.store.setState({ payments: { A: payment("A", { phase: "captured" }) } });
    before.release();
    stop();
    expect(page().current()).toBe("A");
  });

  it("keeps the covered sales, and announces the one paid meanwhile", () => {
    const before = page(payment("A"), payment("B"));
    before.actions.present("A");
    before.actions.nextCustomer();
    before.actions.present("B");
    before.actions.nextCustomer();
    before.release();
    const paid = payment("A", { phase: "captured" });
    const at = page(payment("B"));
    const stop = followEnds(at.store);
    at.store.setState((state) => ({
      ...restoredSales(state, [payment("B")], [paid]),
      payments: { ...state.payments, A: paid },
    }));
    expect(at.current()).toBeNull();
    expect(openSales(at.store.getState()).map(({ posTid }) => posTid)).toEqual(["A", "B"]);
    expect(at.store.getState().endedUnseen).toEqual(["A"]);
    stop();
  });

  it("without a saved state reads open payments from main: the latest on the screen, the others covered", () => {
    const open = [payment("B", { createdAt: "2" }), payment("A", { createdAt: "1" })];
    const { store } = page(...open);
    store.setState((state) => restoredSales(state, open, []));
    expect(store.getState()).toMatchObject({ currentId: "B", otherSales: ["A"] });
  });
});
