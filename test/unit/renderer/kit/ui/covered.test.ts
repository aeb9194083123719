/** What stands at the counter when another payment took its place, and when the page was loaded anew. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/errors.ts";
import type { Payment, Terminal } from "../../../../../contract/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { followCounter } from "../../../../../renderer/counter/binding.ts";
import { stageOf, uncovered } from "../../../../../renderer/store/select.ts";
import { createTillStore } from "../../../../../renderer/store/till-store.ts";

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

describe("a payment whose place another one took", () => {
  it("is at the counter again after it: its code is alive", () => {
    const { actions, current } = page(payment("A"), payment("B"));
    actions.present("A");
    actions.present("B");
    actions.newSale();
    expect(current()).toBe("A");
    actions.newSale();
    expect(current()).toBeNull();
  });

  it("comes back in turn, and not when it is over by then", () => {
    const { store, actions, current } = page(payment("A"), payment("B"), payment("C"));
    for (const posTid of ["A", "B", "C"]) actions.present(posTid);
    store.setState(({ payments }) => ({ payments: { ...payments, B: payment("B", { phase: "aborted" }) } }));
    actions.newSale();
    expect(current()).toBe("A");
  });

  it("is not covered twice, nor by itself", () => {
    const { actions, current } = page(payment("A"), payment("B"));
    for (const posTid of ["A", "B", "A"]) actions.present(posTid);
    actions.newSale();
    expect(current()).toBe("B");
    actions.newSale();
    expect(current()).toBeNull();
  });

  it("is not brought back when its result alone was seen", () => {
    const { actions, current } = page(payment("A", { phase: "captured" }), payment("B"));
    actions.present("A");
    actions.present("B");
    actions.newSale();
    expect(current()).toBeNull();
  });
});

describe("a page that is loaded anew", () => {
  it("shows what the counter showed, and not what a program has started since", () => {
    const before = page(payment("A"));
    before.actions.present("A");
    before.release();
    const { store } = page(payment("A"), payment("program"));
    expect(uncovered(store.getState())).toEqual({ currentId: "A", covered: [] });
  });

  it("shows a payment that is being checked, also one whose cancelling was asked for", () => {
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
    store.setState(uncovered);
    expect(stageOf(store.getState()).kind).toBe("checking");
  });

  it("shows nothing that the cashier had gone on from", () => {
    const before = page(payment("A"));
    before.actions.present("A");
    before.actions.newSale();
    before.release();
    expect(uncovered(page(payment("A")).store.getState()).currentId).toBeNull();
  });
});
